import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** The work for one request of a kind, as the mean over some hundreds. */
export type Counts = {
  /** SQL statements run. */
  readonly statements: number
  /** Committed transactions, each with a sync of the disk. */
  readonly commits: number
  /** Bytes allocated on the JavaScript heap. */
  readonly heapBytes: number
  /** Bytes of the answer. */
  readonly socketBytes: number
  /** Writes to the socket. */
  readonly socketWrites: number
  /** How many bytes the write-ahead log grew by. */
  readonly diskBytes: number
}

/** The work for requests of all kinds, and the Node that it was counted with. */
export type Work = { readonly node: string; readonly kinds: Readonly<Record<string, Counts>> }

/**
 * Without optimising compilers, and with a single thread for V8, a function allocates the same however
 * often it ran before. So the count misses what the compilers save, but shows what a change adds. The young
 * generation is large enough that nothing is collected while a kind is counted.
 */
const flags = [
  '--expose-gc',
  '--no-opt',
  '--no-maglev',
  '--no-lazy-feedback-allocation',
  '--single-threaded',
  '--min-semi-space-size=128',
  '--max-semi-space-size=128',
]

const run = promisify(execFile)

/**
 * Counts in a process of its own.
 *
 * @param kinds names of kinds of requests; all if there are none
 */
export const countWork = async (kinds: readonly string[] = []): Promise<Work> => {
  const program = fileURLToPath(new URL('count.ts', import.meta.url))
  const { stdout } = await run(process.execPath, [...flags, program, ...kinds], {
    timeout: 120_000,
    maxBuffer: 1 << 20,
  })
  // The last line of what `count.ts` prints.
  return JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '') as Work
}
