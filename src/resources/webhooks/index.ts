import type { Resource } from '../../kit/resource.ts'
import {
  webhookCreate,
  webhookPing,
  webhookRecover,
  webhookRemove,
  webhookRenew,
  webhookStop,
  webhookUpdate,
} from './changes.ts'
import { deliveryQueue, deliveryRecord, deliveryRepeat } from './delivery-changes.ts'
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
import { deliveryForget, sweeps } from './retention.ts'
import { deliveries, webhookProgress, webhooks as table } from './table.ts'

/**
 * The webhooks of clients, and the deliveries to them. This folder decides what is stored and shown; the
 * folder `delivery` sends.
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
    webhookCreate,
    webhookUpdate,
    webhookRemove,
    webhookRenew,
    webhookStop,
    webhookPing,
    webhookRecover,
    deliveryQueue,
    deliveryRecord,
    deliveryRepeat,
    deliveryForget,
  ],
  messages,
  sweeps,
}
