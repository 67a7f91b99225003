import { unconditional } from '../../src/base/data/change.ts'
import {
  webhookCreate,
  webhookPing,
  webhookRecover,
  webhookRemove,
  webhookStop,
  webhookUpdate,
} from '../../src/resources/webhooks/changes.ts'
import type { Attempt } from '../../src/resources/webhooks/delivery.ts'
import { webhookResource as resource } from '../../src/resources/webhooks/index.ts'
import {
  deliveryQueue,
  deliveryRecord,
  deliveryRepeat,
  type Report,
} from '../../src/resources/webhooks/delivery-changes.ts'
import type { StopCause } from '../../src/resources/webhooks/health.ts'
import {
  deliveries,
  type DeliveryRow,
  type ProgressRow,
  type WebhookRow,
  webhookProgress,
  webhooks,
} from '../../src/resources/webhooks/table.ts'
import type { NewWebhook, WebhookPatch } from '../../src/resources/webhooks/webhook.ts'
import { dateTimeText } from '../../src/base/date-time.ts'
import { MemoryRows } from './memory-rows.ts'

export const noon = Date.parse('2026-11-20T12:00:00Z')
export const day = 86_400_000
export const url = 'https://shop.example/hooks'
export const ann = 'key_ann'

/** An attempt that was answered with a status, or with none. */
export const attempt = (status: number | undefined, now = noon): Attempt => ({
  at: dateTimeText(now),
  duration: 87n,
  ...(status === undefined
    ? { reason: 'No connection within 5 seconds.' }
    : { status: BigInt(status) }),
})

type AttemptOutcome = Omit<Report, 'id' | 'newest' | 'now'>

/** Webhooks in memory, and short names for what the tests do with them. */
export const webhookRows = () => {
  const rows = new MemoryRows(resource.rules ?? [])
  const webhook = (id = 1n) => rows.row(webhooks, id) as WebhookRow | undefined
  const progress = (id = 1n) => rows.row(webhookProgress, id) as ProgressRow | undefined
  const delivery = (id: bigint) => rows.row(deliveries, id) as DeliveryRow | undefined
  /** Records attempts one after the other, and returns what came of the last. */
  const report = (
    outcomes: readonly AttemptOutcome[],
    parts: Partial<Pick<Report, 'newest' | 'now'>> = {},
  ) =>
    outcomes
      .map((outcome) =>
        rows.apply(deliveryRecord({ id: 1n, newest: 0n, now: noon, ...outcome, ...parts })),
      )
      .at(-1)
  /** The outcome of an attempt of a delivery, as it stands now. */
  const later = (deliveryId: bigint, status: number | undefined, now = noon): AttemptOutcome => ({
    deliveryId,
    version: rows.version(deliveries, deliveryId) ?? 0n,
    url: delivery(deliveryId)?.url ?? webhook()?.url ?? url,
    attempt: attempt(status, now),
    jitter: 0.5,
  })
  /** The outcome of the first attempt to send an event, which is queued for it if the webhook is sent any. */
  const first = (eventId: bigint, status: number | undefined, now = noon): AttemptOutcome => {
    rows.apply(
      deliveryQueue({
        id: 1n,
        from: progress()?.position ?? 0n,
        to: eventId,
        events: [{ id: eventId, type: 'pet.updated' }],
        isRecovered: false,
        now,
      }),
    )
    const row = rows.all(deliveries).find((one) => one['eventId'] === eventId)
    return later((row?.['id'] as bigint | undefined) ?? 0n, status, now)
  }
  const create = (fields: Partial<NewWebhook> = {}, ownerId = ann) =>
    rows.apply(webhookCreate({ webhook: { url, ...fields }, ownerId, secret: 'sealed', now: noon }))
  return {
    rows,
    webhook,
    progress,
    delivery,
    report,
    later,
    first,
    create,
    /** A webhook whose first ping was answered while an event was the newest. */
    enabled: (newest = 10n, fields: Partial<NewWebhook> = {}) => {
      create(fields)
      return report([later(1n, 200)], { newest })
    },
    patch: (patch: WebhookPatch, ownerId = ann, now = noon, newest = 10n) =>
      rows.apply(
        webhookUpdate({ id: 1n, ownerId, patch, newest, precondition: unconditional, now }),
      ),
    remove: (id = 1n, ownerId = ann) =>
      rows.apply(webhookRemove({ id, ownerId, precondition: unconditional })),
    stop: (cause: StopCause) => rows.apply(webhookStop(1n, cause, noon)),
    ping: (ownerId = ann, now = noon) => rows.apply(webhookPing(1n, ownerId, now)),
    recover: (position: bigint) =>
      rows.apply(webhookRecover({ id: 1n, ownerId: ann, position, newest: 10n, ids: [] })),
    repeat: (deliveryId: bigint, ownerId = ann, now = noon) =>
      rows.apply(deliveryRepeat({ id: 1n, deliveryId, ownerId, now })),
  }
}
