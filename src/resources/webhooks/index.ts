import { defineResource } from '../../kit/resource.ts'
import * as changes from './changes.ts'
import * as delivery from './delivery-changes.ts'
import { deliveryOperations } from './delivery-operations.ts'
import { webhookOperations } from './operations.ts'
import { messages } from './message.ts'
import { deliveryForget, sweeps } from './retention.ts'
import { deliveries, webhookProgress, webhooks } from './table.ts'

/** The webhooks of clients, and the deliveries to them. This folder decides what is stored and shown; the folder `delivery` sends. */
export const webhookResource = defineResource({
  name: 'webhooks',
  description:
    'Addresses of clients to which the service sends events, signed by Standard Webhooks 1.0, and the result of each message.',
  operations: { ...webhookOperations, ...deliveryOperations },
  tables: [webhooks, webhookProgress, deliveries],
  rules: [
    changes.webhookCreate,
    changes.webhookUpdate,
    changes.webhookRemove,
    changes.webhookRenew,
    changes.webhookStop,
    changes.webhookPing,
    changes.webhookRecover,
    delivery.deliveryQueue,
    delivery.deliveryRecord,
    delivery.deliveryRepeat,
    deliveryForget,
  ],
  messages,
  sweeps,
})
