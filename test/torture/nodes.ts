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

/** The nodes of a cluster, as its callers reach them. */
export class Nodes {
  readonly #random: () => number
  readonly #bases: readonly string[]
  readonly #history: History
  readonly #agent: Agent
  /** Answers that no request should get: a status and a code. */
  readonly unexpected: Record<string, number> = {}

  /** @param bases addresses that end in `/v1` */
  constructor(
    bases: readonly string[],
    random: () => number,
    history: History,
    agent: Agent = new http.Agent({ keepAlive: true }),
  ) {
    this.#agent = agent
    this.#bases = bases
    this.#random = random
    this.#history = history
  }

  get count(): number {
    return this.#bases.length
  }

  /** One of the nodes, by its place in the list. */
  any(): number {
    return Math.floor(this.#random() * this.#bases.length)
  }

  /** Another node than one, if there is any. */
  other(node: number): number {
    return (node + 1 + Math.floor(this.#random() * (this.#bases.length - 1))) % this.#bases.length
  }

  /** Asks one node once. Undefined if there was no answer. */
  async once(node: number, path: string, options: Call): Promise<Answer | undefined> {
    try {
      const answer = await call(`${this.#bases[node]}${path}`, {
        ...options,
        agent: this.#agent,
        signal: AbortSignal.timeout(patience),
      })
      if (answer.status >= 500 && answer.status !== 503) this.surprise(answer)
      return answer
    } catch (error) {
      // What a test judges of an answer is no lost connection.
      if (error instanceof Error && error.name === 'AssertionError') throw error
      return undefined
    }
  }

  /**
   * Asks one node after another, as long as none can answer.
   *
   * @returns also whether an attempt got no answer: it may be done yet, behind the answer to a later one
   */
  async ask(
    path: string,
    options: Call,
  ): Promise<{ readonly answer: Answer; readonly node: number; readonly isRepeated: boolean }> {
    let isRepeated = false
    for (;;) {
      const node = this.any()
      const start = performance.now()
      const answer = await this.once(node, path, options)
      const token = options.headers?.['idempotency-key']
      if (token !== undefined && answer?.status === 201) {
        const times = { start, end: performance.now() }
        this.#history.add(onceModel, String(token), { input: null, output: answer.text, ...times })
      }
      if (answer !== undefined && !isNotNow(answer)) return { answer, node, isRepeated }
      isRepeated ||= answer === undefined
      await this.pause()
    }
  }

  /** The time between two attempts. */
  async pause(): Promise<void> {
    await wait(between)
  }

  /** Follows the events behind one by a stream of any node. Undefined if it cannot be reached. */
  async stream(key: string, after: number, ending: AbortSignal): Promise<Followed | undefined> {
    const until = {
      after: (close: () => unknown) =>
        ending.aborted ? close() : ending.addEventListener('abort', close, { once: true }),
    }
    const url = `${oneOf(this.#random, this.#bases)}/events`
    const behind = { 'last-event-id': String(after) }
    return await followStream(until, url, key, behind).catch(() => undefined)
  }

  close(): void {
    this.#agent.destroy()
  }

  /** Records an answer that no request should get. */
  surprise(answer: Answer): void {
    const what = `${answer.method} ${answer.status} ${errorOf(answer).code}`
    this.unexpected[what] = (this.unexpected[what] ?? 0) + 1
  }
}

const isNotNow = (answer: Answer): boolean =>
  answer.status >= 400 && notNow.has(errorOf(answer).code)
