import type { Resource } from '../api/resource.ts'
import {
  webhookCreateRule,
  webhookRemoveRule,
  webhookRenewRule,
  webhookStopRule,
  webhookUpdateRule,
} from './changes.ts'
import {
  getDelivery,
  listDeliveries,
  pingWebhook,
  recoverWebhook,
  redeliver,
} from './delivery-operations.ts'
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhooks,
  renewWebhookSecret,
  updateWebhook,
} from './operations.ts'
import { messages } from './message.ts'
import { webhookPingRule } from './ping.ts'
import { deliveryQueueRule, webhookSetBackRule } from './queue.ts'
import { deliveryRecordRule } from './record.ts'
import { deliveryRepeatRule, webhookRecoverRule } from './redelivery.ts'
import { deliveryForgetRule, deliveryTrimRule, sweeps } from './retention.ts'
import { deliveries, webhookProgress, webhooks as table } from './table.ts'

/**
 * The webhooks of clients, and the deliveries to them. This folder decides what is kept of them and shown; the room
 * `delivery` sends.
 */
export const webhooks: Resource = {
  name: 'webhooks',
  description:
    'Addresses of clients to which the service sends events, signed by Standard Webhooks 1.0, and what became of each message.',
  operations: [
    listWebhooks,
    createWebhook,
    getWebhook,
    updateWebhook,
    deleteWebhook,
    pingWebhook,
    renewWebhookSecret,
    recoverWebhook,
    listDeliveries,
    getDelivery,
    redeliver,
  ],
  tables: [table, webhookProgress, deliveries],
  rules: [
    webhookCreateRule,
    webhookUpdateRule,
    webhookRemoveRule,
    webhookRenewRule,
    webhookStopRule,
    webhookPingRule,
    webhookRecoverRule,
    deliveryQueueRule,
    webhookSetBackRule,
    deliveryRecordRule,
    deliveryRepeatRule,
    deliveryForgetRule,
    deliveryTrimRule,
  ],
  messages,
  sweeps,
}
