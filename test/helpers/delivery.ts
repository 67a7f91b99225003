import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { categoryPut } from '../../src/resources/categories/changes.ts'
import type { Observation } from '../../src/base/observation.ts'
import { sealerWith } from '../../src/base/sealing.ts'
import { type Change, type Result, unconditional } from '../../src/base/data/change.ts'
import { resultOf } from '../../src/base/data/store.ts'
import type { Attempt } from '../../src/delivery/attempt.ts'
import { type DeliveryLoop, deliveryLoop } from '../../src/delivery/loop.ts'
import type { Message } from '../../src/delivery/send.ts'
import { issueKey, limitsOf } from '../../src/access/keys/life-cycle.ts'
import type { Storage } from '../../src/store/port.ts'
import {
  maxWebhooks,
  webhookCreate,
  webhookPing,
  webhookRecover,
  webhookUpdate,
} from '../../src/resources/webhooks/changes.ts'
import {
  aboutSecret,
  deliveries,
  type DeliveryRow,
  webhookProgress,
  webhooks,
} from '../../src/resources/webhooks/table.ts'
import type { NewWebhook, WebhookPatch } from '../../src/resources/webhooks/webhook.ts'
import { pendingOf } from '../../src/resources/webhooks/recovery.ts'
import { temporaryFolder } from './app.ts'
import type { Cleanup } from './cleanup.ts'
import { judgeMessage } from './judge-message.ts'
import { openStorage } from './storage.ts'

/** A message that the loop gave to the sender, which the test answers. */
export type Sent = Message & {
  /** The `webhook-id`. */
  readonly id: string
  readonly answer: (result: Partial<Attempt>) => void
}

/** A secret as its owner gets it. */
export const secretText = (bytes: Buffer): string => `whsec_${bytes.toString('base64')}`

const key = Buffer.alloc(32, 7)
export const testSealer = sealerWith(() => key)

/** A store with webhooks, and a loop whose sender and clock belong to the test. */
export class DeliveryBench {
  readonly storage: Storage
  readonly observations: Observation[] = []
  /** Milliseconds since the Unix epoch. */
  time = Date.parse('2026-11-22T12:00:00Z')
  /** Messages that wait for an answer. */
  sent: Sent[] = []
  loop: DeliveryLoop
  readonly #maxInFlight: number
  #category = 0n

  constructor(cleanup: Cleanup, maxInFlight = 1_000) {
    this.storage = openStorage(join(temporaryFolder(cleanup), 'staging.sqlite'))
    cleanup.after(() => this.storage.close())
    this.#maxInFlight = maxInFlight
    this.loop = this.newLoop()
  }

  /** A loop that knows nothing, as after a crash. */
  newLoop(): DeliveryLoop {
    this.loop = deliveryLoop({
      storage: this.storage,
      sealer: testSealer,
      send: async (message, signal) => {
        const { promise, resolve } = Promise.withResolvers<Attempt | undefined>()
        const { at, headers, body } = message
        judgeMessage({ headers: { 'content-type': 'application/json', ...headers }, body })
        const settle = (attempt: Attempt | undefined): void => {
          this.sent = this.sent.filter((one) => one !== entry)
          resolve(attempt)
        }
        const answer = (result: Partial<Attempt>): void =>
          settle({ result: 'delivered', at, duration: 5, ...result })
        const entry: Sent = { ...message, id: headers['webhook-id'] ?? '', answer }
        this.sent.push(entry)
        signal.addEventListener('abort', () => settle(undefined), { once: true })
        return await promise
      },
      clock: () => this.time,
      random: () => 0.5,
      observe: (observation) => this.observations.push(observation),
      maxInFlight: this.#maxInFlight,
      onProgress: () => undefined,
    })
    return this.loop
  }

  /** Makes a key, and returns its owner. */
  async addOwner(expiresAt?: number): Promise<string> {
    const { record } = issueKey({
      environment: 'staging',
      name: 'An owner',
      plan: 'free',
      limits: limitsOf('free', undefined),
      scopes: undefined,
      now: this.time,
      expiresAt,
    })
    await this.storage.keys.insert(record)
    return record.ownerId
  }

  async addWebhook(ownerId: string, webhook: NewWebhook): Promise<bigint> {
    const secret = testSealer.seal(secretText(Buffer.alloc(32, 1)), aboutSecret({ ownerId }))
    const result = await this.apply(webhookCreate({ webhook, ownerId, secret, now: this.time }))
    if (result.outcome !== 'created') throw new Error('There are too many webhooks.')
    return result.webhook.id
  }

  /** Adds webhooks, of as many owners as they need, and answers their pings. */
  async addEnabled(urls: readonly string[]): Promise<readonly bigint[]> {
    const owners: string[] = []
    for (let count = 0; count < urls.length; count += maxWebhooks)
      owners.push(await this.addOwner())
    const ids = await Promise.all(
      urls.map(
        async (url, at) =>
          await this.addWebhook(owners[Math.floor(at / maxWebhooks)] ?? '', { url }),
      ),
    )
    await this.drain()
    return ids
  }

  /** Changes a webhook, as a request of its owner does. */
  async patch(id: bigint, patch: WebhookPatch): Promise<void> {
    const own = await this.#own(id)
    await this.apply(webhookUpdate({ ...own, patch, precondition: unconditional, now: this.time }))
  }

  /** Asks for a ping. */
  async ping(id: bigint): Promise<void> {
    const { ownerId } = await this.#own(id)
    await this.apply(webhookPing(id, ownerId, this.time))
  }

  /** Asks for all events after one again, and tells what came of it. */
  async recover(id: bigint, position: bigint): Promise<string> {
    const ids = await pendingOf(this.storage.data, id)
    return (await this.apply(webhookRecover({ ...(await this.#own(id)), position, ids }))).outcome
  }

  /** What a request for a webhook of its owner knows. */
  async #own(id: bigint) {
    const { ownerId = '' } = (await this.webhook(id)) ?? {}
    const { newest } = await this.storage.data.events.range()
    return { id, ownerId, newest }
  }

  async apply<R extends Result>(change: Change<R>): Promise<R> {
    return resultOf(await this.storage.data.apply(change, { at: this.time }))
  }

  /** Answers the messages that are sent now, and tells which. */
  async attempt(result?: Partial<Attempt>): Promise<readonly Sent[]> {
    await this.rounds()
    const { sent } = this
    this.answerAll(result)
    await this.rounds()
    return sent
  }

  /** Answers all messages until no more come, and tells which came. */
  async drain(): Promise<readonly Sent[]> {
    const all: Sent[] = []
    for (let sent = await this.attempt(); sent.length > 0; sent = await this.attempt())
      all.push(...sent)
    return all
  }

  /** Makes events. */
  async addEvents(count: number): Promise<void> {
    await Promise.all(
      Array.from({ length: count }, async () => {
        this.#category += 1n
        const category = { id: this.#category, name: `Name ${this.#category}` }
        await this.apply(categoryPut(category, unconditional))
      }),
    )
  }

  /** Runs rounds until nothing happens any more. */
  async rounds(): Promise<number> {
    let next = 0
    for (let quiet = 0; quiet < 3;) {
      this.time += 250
      const before = this.sent.length + this.observations.length
      next = await this.loop.round()
      await this.settled()
      quiet = this.sent.length + this.observations.length === before ? quiet + 1 : 0
    }
    return next
  }

  /** Resolves once what was begun in this turn and needs no answer has ended. */
  async settled(): Promise<void> {
    await setImmediate()
    await setImmediate()
  }

  answerAll(result: Partial<Attempt> = { status: 200 }): void {
    for (const one of this.sent) one.answer(result)
  }

  /** The ids of the messages under way, in their order. */
  idsTo(url?: string): readonly string[] {
    return this.sent.filter((one) => url === undefined || one.url === url).map(({ id }) => id)
  }

  async webhook(id: bigint) {
    return (await this.storage.whole.find(webhooks, id))?.row
  }

  async progress(id: bigint) {
    return (await this.storage.whole.find(webhookProgress, id))?.row
  }

  /** The deliveries of a webhook, in the order of their ids. */
  async deliveriesOf(webhookId: bigint): Promise<readonly DeliveryRow[]> {
    const ids = [...(await this.storage.whole.versions(deliveries)).keys()]
    const all = await Promise.all(
      ids.map(async (id) => await this.storage.whole.find(deliveries, id)),
    )
    return all.flatMap((one) => (one?.row.webhookId === webhookId ? [one.row] : []))
  }
}

export const url = 'https://receiver.example/'

/** A bench with an enabled webhook, and events that are not sent yet. */
export const enabledBench = async (cleanup: Cleanup, events: number) => {
  const bench = new DeliveryBench(cleanup)
  const [id = 0n] = await bench.addEnabled([url])
  await bench.addEvents(events)
  return { bench, id }
}

export const failed: Partial<Attempt> = { result: 'status', status: 500, body: 'no' }
