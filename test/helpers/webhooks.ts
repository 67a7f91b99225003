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

/** Reports attempts of a webhook, as the service does that sends. Events, in the order of their ids, are queued first. */
export const report = async (
  app: TestApp,
  id: bigint,
  attempts: ReadonlyArray<FirstAttempt | Omit<AttemptOutcome, 'url'>>,
) => {
  const { whole, data } = app.storage
  const now = app.clock.time
  const events = attempts.flatMap((one) =>
    'eventId' in one ? [{ id: one.eventId, type: one.type }] : [],
  )
  const to = events.at(-1)?.id
  if (to !== undefined) {
    const from = (await whole.find(webhookProgress, id))?.row.position ?? 0n
    const queued = deliveryQueue({ id, from, to, events, isRecovered: false, now })
    await data.apply(queued, { at: now })
  }
  const url = (await whole.find(webhooks, id))?.row.url ?? ''
  const ids = await data.due(deliveries, '9999-12-31T00:00:00.000Z', 10_000, id)
  const rows = await Promise.all(ids.map(async (one) => await whole.find(deliveries, one)))
  const { newest } = await data.events.range()
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
