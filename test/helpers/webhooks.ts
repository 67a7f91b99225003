import { dateTimeText } from '../../src/core/date-time.ts'
import { resultOf } from '../../src/data/store.ts'
import {
  type AttemptOutcome,
  type DeliveryRecord,
  deliveryRecord,
} from '../../src/webhooks/record.ts'
import { deliveries, webhookProgress, webhooks } from '../../src/webhooks/table.ts'
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

/** Reports attempts of a webhook, as the service does that sends. */
export const report = async (
  app: TestApp,
  id: bigint,
  outcomes: readonly AttemptOutcome[],
  parts: Partial<Pick<DeliveryRecord, 'position' | 'newest'>> = {},
) => {
  const { whole, data } = app.storage
  const webhook = await whole.find(webhooks, id)
  const progress = await whole.find(webhookProgress, id)
  const now = app.clock.time
  const change = deliveryRecord({
    id,
    url: webhook?.row.url ?? '',
    epoch: progress?.row.epoch ?? 0n,
    position: parts.position,
    newest: parts.newest ?? (await data.events.range()).newest,
    outcomes,
    now,
  })
  return resultOf(await data.apply(change, { at: now }))
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
