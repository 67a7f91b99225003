import assert from 'node:assert/strict'
import { Readable, Writable } from 'node:stream'
import type { Environment } from '../../src/base/environments.ts'
import { runCommandLine } from '../../src/cli/command-line.ts'
import type { Terminal } from '../../src/cli/kit/terminal.ts'
import type { Json } from './app.ts'
import { placedOnPostgres } from './postgres-places.ts'
import type { Finished } from './service.ts'

/**
 * Runs `petstore` with the arguments inside the test's own process. That is much cheaper than another process, and
 * the test controls the clock and all else of the terminal.
 *
 * @param terminal what differs from a program that reads no input
 */
export const runHere = async (
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  terminal: Partial<Terminal> = {},
): Promise<Finished> => {
  let out = ''
  let error = ''
  const placed = await placedOnPostgres(env)
  const status = await runCommandLine(args, {
    out: (text) => void (out += text),
    handOver: async (text) => void (out += text),
    error: (text) => void (error += text),
    input: Readable.from([]),
    output: new Writable({
      write: (chunk, _encoding, done) => {
        out += String(chunk)
        done()
      },
    }),
    env: placed,
    readEnv: () => placed,
    now: Date.now,
    isTerminal: { out: false, error: false },
    columns: () => 80,
    ...terminal,
  })
  return { status, out, error }
}

/** What a command printed with `--json`: an object on each line. */
export const linesOf = (out: string): Json[] =>
  out
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))

type CommandsOptions = Partial<Omit<Terminal, 'env'>> & {
  /** Staging by default. */
  readonly environment?: Environment
  /** Variables besides that of the folder. */
  readonly env?: Readonly<Record<string, string>>
}

/** The commands on the data of an environment in a folder. The words of one may be given together. */
export const commandsIn = (dataDir: string, options: CommandsOptions = {}) => {
  const { environment = 'staging', env = {}, ...terminal } = options
  const run = async (command: string, ...more: readonly string[]): Promise<Finished> =>
    await runHere(
      [...command.split(' '), ...more, '--environment', environment],
      { PETSTORE_DATA_DIR: dataDir, ...env },
      terminal,
    )
  /** What a command prints, which succeeds. */
  const done = async (command: string, ...more: readonly string[]): Promise<string> => {
    const { status, out, error } = await run(command, ...more)
    assert.equal(status, 0, error)
    return out
  }
  /** The objects that it prints. */
  const read = async (command: string, ...more: readonly string[]) =>
    linesOf(await done(command, ...more, '--json'))
  /** The one object that it prints. */
  const one = async (command: string, ...more: readonly string[]) => {
    const [facts, ...others] = await read(command, ...more)
    assert.ok(facts !== undefined && others.length === 0)
    return facts
  }
  /** What a command says that fails: it prints nothing, and says all of this. */
  const fails = async (
    command: string,
    says: RegExp | readonly RegExp[],
    expected: 1 | 2 = 1,
  ): Promise<string> => {
    const { status, out, error } = await run(command)
    assert.deepEqual([status, out], [expected, ''], `${command}: ${error}`)
    for (const each of [says].flat()) assert.match(error, each, command)
    return error
  }
  return { run, done, read, one, fails }
}
