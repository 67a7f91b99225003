import { dateTimeText } from '../../src/base/date-time.ts'
import { resultOf } from '../../src/base/data/store.ts'
import {
  deliveryQueue,
  deliveryRecord,
  type Report,
} from '../../src/resources/webhooks/delivery-changes.ts'
import { deliveries, webhookProgress, webhooks } from '../../src/resources/webhooks/table.ts'
import type { TestApp } from './app.ts'
import type { Answer, Call } from './http.ts'

/** A URL that a test never calls. */
export const hookUrl = 'https://shop.example/hooks'

/** Adds a webhook by a request. */
export const addWebhook = async (
  app: TestApp,
  body: object = {},
  options: Call = {},
): Promise<Answer> =>
  await app.call('/webhooks', { method: 'POST', body: { url: hookUrl, ...body }, ...options })

type AttemptOutcome = Omit<Report, 'id' | 'newest' | 'now'>

/** An attempt to send an event, which is queued for it. */
type FirstAttempt = Omit<AttemptOutcome, 'deliveryId' | 'version' | 'url'> & {
  readonly eventId: bigint
  readonly type: string
}

/** Queues events of a webhook, and moves it on to the last of them. */
const queue = async (app: TestApp, id: bigint, events: readonly FirstAttempt[]): Promise<void> => {
  const { whole, data } = app.storage
  const progress = await whole.find(webhookProgress, id)
  const change = deliveryQueue({
    id,
    from: progress?.row.position ?? 0n,
    to: events.reduce((last, { eventId }) => (eventId > last ? eventId : last), 0n),
    events: events.map(({ eventId, type }) => ({ id: eventId, type })),
    isRecovered: false,
    now: app.clock.time,
  })
  await data.apply(change, { at: app.clock.time })
}

/** Reports attempts of a webhook, as the service does that sends. Events are queued first. */
export const report = async (
  app: TestApp,
  id: bigint,
  attempts: ReadonlyArray<FirstAttempt | Omit<AttemptOutcome, 'url'>>,
) => {
  const { whole, data } = app.storage
  const first = attempts.filter((one) => 'eventId' in one)
  if (first.length > 0) await queue(app, id, first)
  const url = (await whole.find(webhooks, id))?.row.url ?? ''
  const ids = await data.due(deliveries, '9999-12-31T00:00:00.000Z', 10_000, id)
  const rows = await Promise.all(ids.map(async (one) => await whole.find(deliveries, one)))
  const { newest } = await data.events.range()
  const now = app.clock.time
  for (const attempt of attempts) {
    const found = rows.find((one) => 'eventId' in attempt && one?.row.eventId === attempt.eventId)
    const pending = { deliveryId: found?.row.id ?? 0n, version: found?.version ?? 0n }
    const change = deliveryRecord({ ...pending, ...attempt, url, id, newest, now })
    resultOf(await data.apply(change, { at: now }))
  }
}

/** An attempt at the time of the app, answered with a status. */
export const answered = ({ clock }: TestApp, status: number) => ({
  attempt: { at: dateTimeText(clock.time), duration: 87n, status: BigInt(status), body: 'ok' },
  jitter: 0.5,
})

/** Answers the ping of a webhook that is pending. */
export const answerPing = async (app: TestApp, id = 1n, status = 200) => {
  const progress = await app.storage.whole.find(webhookProgress, id)
  const deliveryId = progress?.row.pingId ?? 0n
  const delivery = await app.storage.whole.find(deliveries, deliveryId)
  const version = delivery?.version ?? 0n
  return await report(app, id, [{ deliveryId, version, ...answered(app, status) }])
}
