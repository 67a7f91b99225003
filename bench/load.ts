import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Load, LoadResult } from './shared/load-of-requests.ts'
import { hasWrk, runWrk } from './wrk.ts'

export type Generator = 'wrk' | 'node'

/** wrk, if it is installed: it needs a third of the processor time of a generator in Node. */
export const findGenerator = async (): Promise<Generator> => ((await hasWrk()) ? 'wrk' : 'node')

/** How many requests of a load each port was sent. */
const sent = new Map<number, WeakMap<Load, number>>()

/**
 * Sends a load to a local port for a number of seconds, from another process. It continues where the last call for
 * this load and port ended. So on a slow machine too, a request is repeated only after all others.
 */
export const sendLoad = async (
  generator: Generator,
  port: number,
  load: Load,
  seconds: number,
): Promise<LoadResult> => {
  const ofPort = sent.get(port) ?? new WeakMap<Load, number>()
  sent.set(port, ofPort)
  const before = ofPort.get(load) ?? 0
  const { requests } = load
  const from = before % requests.length
  const rest = { ...load, requests: [...requests.slice(from), ...requests.slice(0, from)] }
  const result =
    generator === 'wrk'
      ? await runWrk(port, rest, seconds)
      : await runChild<LoadResult>('node-load.ts', { port, load: rest, seconds })
  ofPort.set(load, before + result.requests)
  return result
}

/** Sends a message to a program of this folder, and resolves with its answer. */
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
