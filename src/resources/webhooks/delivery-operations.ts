import { Type } from '../../base/schema/type.ts'
import { Int64 } from '../../kit/fields.ts'
import { defineOperation, jsonBody } from '../../kit/operation.ts'
import { orderOf, paged, pageOf } from '../../kit/paging.ts'
import { applyOnce, lookup } from '../../kit/row-changes.ts'
import { webhookNotFound, webhookPing, webhookRecover } from './changes.ts'
import { deliveryNotFound, deliveryRepeat } from './delivery-changes.ts'
import { Deliveries, Delivery, deliveryStatuses, ListDeliveriesQuery } from './delivery.ts'
import { onWebhook } from './operations.ts'
import { pendingOf, recoveryPosition } from './recovery.ts'
import { deliveries, webhooks } from './table.ts'
import { Recovery, Webhook } from './webhook.ts'

const onDelivery = {
  ...onWebhook,
  params: Type.Object({
    webhookId: Int64('Identifier of the webhook.', 5n),
    deliveryId: Int64('Identifier of the delivery.', 12n),
  }),
  unreadableParams: 'delivery_not_found',
} as const

export const listDeliveries = defineOperation({
  ...paged('deliveries', Deliveries),
  ...onWebhook,
  path: '/webhooks/{webhookId}/deliveries',
  summary: 'List deliveries',
  description:
    'Returns a page of the deliveries of a webhook, ascending by `id` unless `sort` says otherwise, with all attempts. They are stored as long as events are: at most the latest 1,000 that were delivered and the latest 1,000 that failed. A later page is reached by the URL that the `Link` header gives with `rel="next"`; the last page has none.',
  query: ListDeliveriesQuery,
  handle: async (
    { params: { webhookId }, query: { limit, status, sort }, caller: { ownerId }, after },
    { store },
  ) => {
    const found = await store.find(webhooks, webhookId, { ownerId })
    if (found === undefined) return webhookNotFound(webhookId)
    const where = { webhookId, status: status ?? deliveryStatuses }
    return await pageOf(store, deliveries, { where, order: orderOf(sort), after, limit })
  },
})

export const getDelivery = defineOperation({
  ...onDelivery,
  method: 'GET',
  path: '/webhooks/{webhookId}/deliveries/{deliveryId}',
  summary: 'Get one delivery',
  description: 'Returns one message to a webhook, with the attempts to send it.',
  answers: { 200: { description: 'The delivery.', schema: Delivery } },
  errors: ['webhook_not_found', 'delivery_not_found'],
  isConditional: true,
  handle: async ({ params: { webhookId, deliveryId }, caller: { ownerId } }, { store }) => {
    const webhook = await store.find(webhooks, webhookId, { ownerId })
    if (webhook === undefined) return webhookNotFound(webhookId)
    const notFound = (id: bigint) => deliveryNotFound(webhookId, id)
    return await lookup(store, deliveries, deliveryId, notFound, { webhookId })
  },
})

export const pingWebhook = defineOperation({
  ...onWebhook,
  method: 'POST',
  path: '/webhooks/{webhookId}/ping',
  summary: 'Send a ping',
  description:
    'Sends the webhook a ping, once, whatever its state. An answer with a status from 200 to 299 enables it. The delivery that is returned shows the result. While one ping is under way, asking for another returns that one.',
  createsOnce: true,
  answers: {
    202: { description: 'The ping is under way.', schema: Delivery, headers: ['Location'] },
  },
  handle: async ({ params: { webhookId }, caller: { ownerId }, now, act }, { store }) =>
    await applyOnce(store, webhookPing(webhookId, ownerId, now), act, accepted),
})

export const redeliver = defineOperation({
  ...onDelivery,
  method: 'POST',
  path: '/webhooks/{webhookId}/deliveries/{deliveryId}/redeliver',
  summary: 'Send a message again',
  description:
    'Sends the message of a delivery again at once, whatever its result was, and by the whole schedule if that fails. It has the same `webhook-id`.',
  createsOnce: true,
  answers: {
    202: { description: 'The message is under way.', schema: Delivery, headers: ['Location'] },
  },
  errors: ['webhook_not_found', 'delivery_not_found', 'webhook_disabled'],
  handle: async ({ params, caller: { ownerId }, now, act }, { store }) => {
    const { webhookId: id, deliveryId } = params
    return await applyOnce(store, deliveryRepeat({ id, deliveryId, ownerId, now }), act, accepted)
  },
})

const accepted = ({ delivery }: { readonly delivery: Delivery }) => {
  const { id, webhookId } = delivery
  const location = { of: getDelivery, params: { webhookId, deliveryId: id } }
  return { status: 202, value: delivery, location } as const
}

export const recoverWebhook = defineOperation({
  ...onWebhook,
  method: 'POST',
  path: '/webhooks/{webhookId}/recover',
  summary: 'Send past events again',
  description:
    'Moves the webhook back in the log: everything that happened after an event, or from an instant on, is sent again, by its current `types`, and then new events as usual. It is never moved forward. With an instant, a few earlier events may be sent too.',
  createsOnce: true,
  body: jsonBody('Where to start.', Recovery, {
    event: { summary: 'After an event', value: { sinceEventId: 0 } },
    instant: { summary: 'From an instant on', value: { since: '2026-11-20T12:00:00.000Z' } },
  }),
  answers: { 202: { description: 'The events are under way.', schema: Webhook } },
  errors: ['webhook_not_found', 'webhook_disabled', 'recovery_under_way'],
  handle: async ({ params: { webhookId: id }, body, caller: { ownerId }, act }, { store }) => {
    const position = await recoveryPosition(store.events, body)
    if (typeof position !== 'bigint') return position
    const { newest } = await store.events.range()
    const ids = await pendingOf(store, id)
    const change = webhookRecover({ id, ownerId, position, newest, ids })
    return await applyOnce(store, change, act, ({ webhook }) => ({ status: 202, value: webhook }))
  },
})

export const deliveryOperations = {
  pingWebhook,
  recoverWebhook,
  listDeliveries,
  getDelivery,
  redeliver,
}
