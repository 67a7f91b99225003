import type { Agent } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { http } from '../../src/base/node-http.ts'
import { type Followed, followStream } from '../helpers/event-stream.ts'
import { type Answer, type Call, call, errorOf } from '../helpers/http.ts'
import type { History } from './history.ts'
import { onceModel } from './models.ts'
import { oneOf } from './random.ts'

/** Milliseconds after which a caller gives an answer up. A paused node never gives one. */
const patience = 4_000

/** Milliseconds between two attempts. */
const between = 50

/** Codes that say: not now, send it again. */
const notNow: ReadonlySet<string> = new Set(['service_unavailable', 'idempotency_key_in_use'])

/** The nodes of a cluster, as its callers reach them. @param bases addresses that end in `/v1` */
export const nodesAt = (
  bases: readonly string[],
  random: () => number,
  history: History,
  agent: Agent = new http.Agent({ keepAlive: true }),
) => {
  /** Answers that no request should get: a status and a code. */
  const unexpected: Record<string, number> = {}
  const surprise = (answer: Answer): void => {
    const what = `${answer.method} ${answer.status} ${errorOf(answer).code}`
    unexpected[what] = (unexpected[what] ?? 0) + 1
  }
  /** One of the nodes, by its place in the list. */
  const any = (): number => Math.floor(random() * bases.length)
  const pause = async (): Promise<void> => await wait(between)

  /** Asks one node once. Undefined if there was no answer. */
  const once = async (node: number, path: string, options: Call): Promise<Answer | undefined> => {
    try {
      const signal = AbortSignal.timeout(patience)
      const answer = await call(`${bases[node]}${path}`, { ...options, agent, signal })
      if (answer.status >= 500 && answer.status !== 503) surprise(answer)
      return answer
    } catch (error) {
      // What a test judges of an answer is no lost connection.
      if (error instanceof Error && error.name === 'AssertionError') throw error
      return undefined
    }
  }
  return {
    count: bases.length,
    unexpected,
    surprise,
    any,
    pause,
    once,
    /** Another node than one, if there is any. */
    other: (node: number): number =>
      (node + 1 + Math.floor(random() * (bases.length - 1))) % bases.length,
    /**
     * Asks one node after another, as long as none can answer.
     *
     * @returns also whether an attempt got no answer: it may be done yet, behind the answer to a later one
     */
    ask: async (path: string, options: Call) => {
      let isRepeated = false
      for (;;) {
        const node = any()
        const start = performance.now()
        const answer = await once(node, path, options)
        const token = options.headers?.['idempotency-key']
        if (token !== undefined && answer?.status === 201) {
          const times = { start, end: performance.now() }
          history.add(onceModel, String(token), { input: null, output: answer.text, ...times })
        }
        if (answer !== undefined && !isNotNow(answer)) return { answer, node, isRepeated }
        isRepeated ||= answer === undefined
        await pause()
      }
    },
    /** Follows the events behind one by a stream of any node. Undefined if it cannot be reached. */
    stream: async (key: string, after: number, ending: AbortSignal) => {
      const until = {
        after: (close: () => unknown) =>
          ending.aborted ? close() : ending.addEventListener('abort', close, { once: true }),
      }
      const behind = { 'last-event-id': String(after) }
      const following = followStream(until, `${oneOf(random, bases)}/events`, key, behind)
      return await following.catch((): Followed | undefined => undefined)
    },
    close: (): void => agent.destroy(),
  }
}
export type Nodes = ReturnType<typeof nodesAt>

const isNotNow = (answer: Answer): boolean =>
  answer.status >= 400 && notNow.has(errorOf(answer).code)
