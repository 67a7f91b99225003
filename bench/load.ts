import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Load, LoadResult } from './shared/load-of-requests.ts'
import { hasWrk, runWrk } from './wrk.ts'

export type Generator = 'wrk' | 'node'

/** wrk if the machine has it: it takes a third of the processor that a generator in Node does. */
export const findGenerator = async (): Promise<Generator> => ((await hasWrk()) ? 'wrk' : 'node')

/** Sends a load to a port of this machine for so many seconds, from another process. */
export const sendLoad = async (
  generator: Generator,
  port: number,
  load: Load,
  seconds: number,
): Promise<LoadResult> =>
  generator === 'wrk'
    ? await runWrk(port, load, seconds)
    : await runChild<LoadResult>('node-load.ts', { port, load, seconds })

/** Gives a program of this folder an order, and takes its answer. */
export const runChild = async <Answer>(file: string, order: object): Promise<Answer> => {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)))
  try {
    child.send(order)
    return await new Promise<Answer>((resolve, reject) => {
      child.once('message', (answer) => resolve(answer as Answer))
      child.once('exit', (code) => reject(new Error(`${file} ended with ${code}.`)))
    })
  } finally {
    child.kill()
  }
}
