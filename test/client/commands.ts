import { Readable } from 'node:stream'
import type { Terminal } from '../../src/cli/kit/terminal.ts'
import type { TestApp } from '../helpers/app.ts'
import { runHere } from '../helpers/command.ts'
import type { Finished } from '../helpers/service.ts'

/** The commands with the key of a store, or another key. */
export const commandsOf = (
  { baseUrl, key }: Pick<TestApp, 'baseUrl' | 'key'>,
  given: Partial<Terminal> = {},
) => {
  const env = { PETSTORE_API_KEY: key, PETSTORE_BASE_URL: baseUrl }
  return {
    env,
    /** Runs a command as a program does. */
    run: async (...args: readonly string[]): Promise<Finished> => await runHere(args, env, given),
    /** Runs a command on a terminal on which somebody types. */
    onTerminal: async (typed: string, ...args: readonly string[]): Promise<Finished> =>
      await runHere(args, env, {
        ...given,
        input: Readable.from(typed === '' ? [] : [typed]),
        isTerminal: { input: true, out: true, error: true },
      }),
  }
}
