import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import type { Terminal } from '../../src/cli/kit/terminal.ts'
import type { TestApp } from '../helpers/app.ts'
import { runHere } from '../helpers/command.ts'
import type { Finished } from '../helpers/service.ts'

/** The arguments of a line as it is typed; what has a space stands between double quotes. */
const argumentsOf = (line: string): readonly string[] =>
  Array.from(line.matchAll(/(?:"[^"]*"|[^ "])+/g), ([word]) => word.replaceAll('"', ''))

/** A text, or what it has to match. */
type Said = string | RegExp

const says = (text: string, said: Said, line: string): void =>
  typeof said === 'string' ? assert.equal(text, said, line) : assert.match(text, said, line)

/** The commands with the key of a store, or another key. */
export const commandsOf = (
  { baseUrl, key }: Pick<TestApp, 'baseUrl' | 'key'>,
  given: Partial<Terminal> = {},
) => {
  const env = { PETSTORE_API_KEY: key, PETSTORE_BASE_URL: baseUrl }
  /** Runs a command as a program does. */
  const run = async (line: string): Promise<Finished> =>
    await runHere(argumentsOf(line), env, given)
  /** Runs a command on a terminal on which somebody types. */
  const onTerminal = async (line: string, typed = ''): Promise<Finished> =>
    await runHere(argumentsOf(line), env, {
      ...given,
      input: Readable.from(typed === '' ? [] : [typed]),
      isTerminal: { input: true, out: true, error: true },
    })
  return {
    env,
    run,
    onTerminal,
    /** What a program reads of a command that succeeds. */
    prints: async (line: string, out: Said): Promise<void> => {
      const { status, out: printed, error } = await run(line)
      assert.deepEqual([status, error], [0, ''], line)
      says(printed, out, line)
    },
    /** What a program reads of a command that fails. */
    fails: async (line: string, error: Said, expected = 1): Promise<void> => {
      const { status, out, error: told } = await run(line)
      assert.deepEqual([status, out], [expected, ''], line)
      says(told, error, line)
    },
    /** What a person sees of a command that succeeds. One that asks nothing tells no more than its progress. */
    shows: async (line: string, out: Said, typed = ''): Promise<void> => {
      const { status, out: shown, error } = await onTerminal(line, typed)
      assert.equal(status, 0, error)
      if (typed === '') assert.match(error, /^(?:\rListing [^\n]*)?$/, line)
      says(shown, out, line)
    },
    /** What a person is asked, and told after the answer. */
    asks: async (line: string, typed: string, question: Said, expected = 0): Promise<void> => {
      const { status, error } = await onTerminal(line, typed)
      assert.equal(status, expected, error)
      says(error, question, line)
    },
  }
}
