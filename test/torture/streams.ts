import { setTimeout as wait } from 'node:timers/promises'
import { http } from '../../src/base/node-http.ts'
import { call } from '../helpers/http.ts'
import type { Tortured } from './run.ts'
import { seededRandom } from './random.ts'

export type StreamPlan = {
  readonly followers: number
  readonly writers: number
  readonly seconds: number
  /** Kills, pauses or failovers, spread over the time. */
  readonly deeds: number
  readonly seed: number
}

/** Milliseconds, of every event and of a few followers. */
type Times = { readonly p50: number; readonly p99: number }

export type StreamFigures = StreamPlan & {
  readonly events: number
  /** Followers that did not have exactly the events of the log, in its order. */
  readonly wrong: number
  /** How often a follower came back after the first time. */
  readonly reopened: number
  readonly fromAnswer: Times
  readonly fromRequest: Times
  readonly deedsDone: readonly string[]
}

/** How many followers' times are taken. */
const timed = 5

/** Keys that one key makes: each has at most five streams on a node. */
const streamsOfKey = 5

/**
 * Lets followers read the log by streams, of any node, while writers add to it and services are killed. Each goes on behind
 * its last event. In the end it compares what they saw with the log.
 */
export const tortureStreams = async (
  tortured: Tortured,
  plan: StreamPlan,
): Promise<StreamFigures> => {
  const { nodes, key } = tortured
  const { followers, writers, seconds, deeds, seed } = plan
  const random = seededRandom(seed)
  const fate = seededRandom(seed + 1)
  const any = (): string => nodes[Math.floor(random() * nodes.length)] ?? ''
  const keys = [key]
  while (keys.length * streamsOfKey < followers) {
    const body = { name: `Follower ${keys.length}`, scopes: ['events:read'] }
    keys.push(JSON.parse((await call(`${any()}/keys`, { key, method: 'POST', body })).text).key)
  }
  const asked = new Map<string, { readonly asked: number; answered?: number }>()
  const arrived: Array<readonly [name: string, at: number]> = []
  const all = Array.from({ length: followers }, (_, at) => {
    const sees = at < timed ? (name: string) => arrived.push([name, performance.now()]) : undefined
    return new Follower(any, keys[Math.floor(at / streamsOfKey)] ?? '', sees)
  })
  const following = all.map((follower) => follower.follow())
  const ending = new AbortController()
  const agent = new http.Agent({ keepAlive: true })
  const write = async (writer: number): Promise<void> => {
    for (let number = 0; !ending.signal.aborted; number += 1) {
      const name = `${writer}-${number}`
      const times: { asked: number; answered?: number } = { asked: performance.now() }
      asked.set(name, times)
      const body = { name, categoryId: 1 }
      const signal = AbortSignal.timeout(4_000)
      const options = { key, method: 'POST', body, agent, signal }
      const answer = await call(`${any()}/pets`, options).catch(() => undefined)
      if (answer?.status === 201) times.answered = performance.now()
      else await wait(50)
    }
  }
  const writing = Array.from({ length: writers }, (_, writer) => write(writer))
  const deedsDone: string[] = []
  for (let deed = 0; deed <= deeds; deed += 1) {
    await wait((seconds * 1_000) / (deeds + 1))
    if (deed === deeds) break
    const { what, done } = await tortured.disturb(fate)
    await done
    deedsDone.push(what)
  }
  ending.abort()
  await Promise.all(writing)
  agent.destroy()
  const log = new Sequence()
  for (let after = 0n, isMore = true; isMore;) {
    const answer = await call(`${any()}/events?limit=100&after=${after}`, { key }).catch(
      () => undefined,
    )
    if (answer?.status !== 200) {
      await wait(100)
      continue
    }
    const ids = [...answer.text.matchAll(/\{"id":(\d+),"type"/g)].map(([, id]) => id ?? '')
    for (const id of ids) log.add(id)
    after = log.last
    isMore = ids.length > 0
  }
  // What stays behind for so long is wrong.
  for (let tries = 0; tries < 300 && all.some(({ seen }) => seen.last < log.last); tries += 1) {
    await wait(100)
  }
  for (const follower of all) follower.end()
  await Promise.all(following)
  const spans = (from: 'asked' | 'answered'): Times =>
    timesOf(
      arrived.flatMap(([name, at]) => {
        const begun = asked.get(name)?.[from]
        return begun === undefined ? [] : [at - begun]
      }),
    )
  return {
    ...plan,
    events: log.count,
    wrong: all.filter(({ seen }) => !seen.isSame(log)).length,
    reopened: all.reduce((sum, { opened }) => sum + Math.max(0, opened - 1), 0),
    fromAnswer: spans('answered'),
    fromRequest: spans('asked'),
    deedsDone,
  }
}

/** Ids as they came: two are the same if they have the same in the same order. */
class Sequence {
  count = 0
  last = 0n
  #digest = 0

  add(text: string): void {
    const id = BigInt(text)
    this.count += 1
    this.last = id
    this.#digest = (Math.imul(this.#digest, 31) + Number(BigInt.asIntN(31, id))) | 0
  }

  isSame(other: Sequence): boolean {
    return this.count === other.count && this.last === other.last && this.#digest === other.#digest
  }
}

/** Follows the log by a stream, and goes on at any node when one ends. */
class Follower {
  readonly seen = new Sequence()
  opened = 0
  readonly #any: () => string
  readonly #key: string
  readonly #sees: ((name: string) => void) | undefined
  readonly #ending = new AbortController()

  constructor(any: () => string, key: string, sees: ((name: string) => void) | undefined) {
    this.#any = any
    this.#key = key
    this.#sees = sees
  }

  end(): void {
    this.#ending.abort()
  }

  async follow(): Promise<void> {
    while (!this.#ending.signal.aborted) {
      await this.#once().catch(() => undefined)
      await wait(this.#ending.signal.aborted ? 0 : 100)
    }
  }

  async #once(): Promise<void> {
    const headers = {
      accept: 'text/event-stream',
      authorization: `Bearer ${this.#key}`,
      'last-event-id': String(this.seen.last),
    }
    const { signal } = this.#ending
    await new Promise<void>((resolve, reject) => {
      const request = http.get(`${this.#any()}/events`, { headers, signal, agent: false })
      request.on('error', reject)
      request.on('response', (response) => {
        if (response.statusCode === 200) this.opened += 1
        let rest = ''
        response.setEncoding('utf8')
        response.on('data', (text: string) => {
          const whole = rest + text
          const end = whole.lastIndexOf('\n\n') + 2
          rest = whole.slice(end)
          this.#take(whole.slice(0, end))
        })
        response.on('error', reject).on('end', resolve)
      })
    })
  }

  #take(text: string): void {
    for (const [, id = '', name] of text.matchAll(/^id: (\d+)\nevent: [^]*?"name":"([^"]*)"/gm)) {
      this.seen.add(id)
      if (name !== undefined) this.#sees?.(name)
    }
  }
}

const timesOf = (all: readonly number[]): Times => {
  const sorted = all.toSorted((one, other) => one - other)
  const at = (share: number): number => Math.round(sorted[Math.floor(sorted.length * share)] ?? -1)
  return { p50: at(0.5), p99: at(0.99) }
}
