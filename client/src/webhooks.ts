import type { ChangeOptions, CreateOptions, PageOptions, ReadOptions } from './calls.ts'
import type { List } from './page.ts'
import type { Reply } from './reply.ts'
import type { CallSender } from './sender.ts'
import type {
  Delivery,
  Int64Input,
  NewWebhook,
  Recovery,
  Webhook,
  WebhookPatch,
  WebhookWithSecret,
} from './types.ts'

/** The options of a list of deliveries. */
export type DeliveryListOptions = PageOptions & {
  /** Only deliveries with this status, or with one of these. */
  readonly status?: Delivery['status'] | ReadonlyArray<Delivery['status']> | undefined
  /** `-id` for the newest first. */
  readonly sort?: '-id' | undefined
}

/** The webhooks of the API key: URLs of yours, to which the service sends events. */
export class Webhooks {
  readonly #sender: CallSender

  /** @internal */
  constructor(sender: CallSender) {
    this.#sender = sender
  }

  /**
   * Adds a webhook and returns it with its `secret`. The service never shows the secret again. It sends a ping at once.
   * Once the receiver answers a ping with a status from 200 to 299, the service sends the events from then on.
   *
   * @throws PetStoreError, a `ConflictError` if the key has reached its limit of webhooks
   */
  create(newWebhook: NewWebhook, options?: CreateOptions): Reply<WebhookWithSecret> {
    return this.#sender.reply({ operation: 'POST /webhooks', body: newWebhook, options })
  }

  /** Lists the webhooks, ascending by `id`. @throws PetStoreError when you await it or iterate over it */
  list(options?: PageOptions): List<Webhook> {
    return this.#sender.list('/webhooks', options)
  }

  /**
   * Returns one webhook, with its state and the reason for it.
   *
   * @throws PetStoreError, a `NotFoundError` if there is no such webhook; TypeError if `id` is a number that is not
   * a safe integer
   */
  get(id: Int64Input, options?: ReadOptions): Reply<Webhook> {
    return this.#sender.reply({ operation: 'GET /webhooks/{webhookId}', id, options })
  }

  /**
   * Changes the given fields and returns the updated webhook. To a new `url` the service sends a ping before anything else.
   *
   * @throws PetStoreError, among them a `NotFoundError`, a `PreconditionError` if `ifMatch` does not match; TypeError if
   * `id` is a number that is not a safe integer
   */
  update(id: Int64Input, patch: WebhookPatch, options?: ChangeOptions): Reply<Webhook> {
    const operation = 'PATCH /webhooks/{webhookId}'
    return this.#sender.reply({ operation, id, body: patch, options })
  }

  /**
   * Deletes a webhook for good. Messages that are already being sent may still arrive.
   *
   * @throws PetStoreError, among them a `NotFoundError`, a `PreconditionError` if `ifMatch` does not match;
   * TypeError if `id` is a number that is not a safe integer
   */
  delete(id: Int64Input, options?: ChangeOptions): Reply<void> {
    return this.#sender.reply({ operation: 'DELETE /webhooks/{webhookId}', id, options })
  }

  /**
   * Sends a ping, once. If the receiver answers it with a status from 200 to 299, the webhook is enabled. The
   * delivery shows the outcome.
   *
   * @throws PetStoreError, a `NotFoundError` if there is no such webhook; TypeError if `id` is a number that is not
   * a safe integer
   */
  ping(id: Int64Input, options?: CreateOptions): Reply<Delivery> {
    return this.#sender.reply({ operation: 'POST /webhooks/{webhookId}/ping', id, options })
  }

  /**
   * Gives the webhook a new secret and returns the webhook with it. The service never shows the secret again. For a
   * day it signs with both secrets, so that a receiver can switch over.
   *
   * @throws PetStoreError, a `NotFoundError` if there is no such webhook; TypeError if `id` is a number that is not
   * a safe integer
   */
  renewSecret(id: Int64Input, options?: CreateOptions): Reply<WebhookWithSecret> {
    return this.#sender.reply({ operation: 'POST /webhooks/{webhookId}/secret', id, options })
  }

  /**
   * Sends again all events after a given event, or since a given time, and then continues with new ones.
   *
   * @throws PetStoreError, a `NotFoundError` if there is no such webhook, a `ConflictError` if it is disabled, was never
   * verified, or a recovery from a later point is under way; TypeError if an id is a number that is not a safe integer
   */
  recover(id: Int64Input, from: Recovery, options?: CreateOptions): Reply<Webhook> {
    const operation = 'POST /webhooks/{webhookId}/recover'
    return this.#sender.reply({ operation, id, body: from, options })
  }

  /**
   * Lists the messages to a webhook with the attempts to send them, ascending by `id` unless `sort`
   * says otherwise.
   *
   * @throws PetStoreError when you await it or iterate over it; TypeError if `id` is a number that is
   * not a safe integer
   */
  deliveries(id: Int64Input, options?: DeliveryListOptions): List<Delivery> {
    return this.#sender.list('/webhooks/{webhookId}/deliveries', options, { id })
  }

  /**
   * Gets one message to a webhook, with the attempts to send it.
   *
   * @throws PetStoreError, a `NotFoundError` if there is no such delivery; TypeError if an id is a
   * number that is not a safe integer
   */
  delivery(id: Int64Input, deliveryId: Int64Input, options?: ReadOptions): Reply<Delivery> {
    const operation = 'GET /webhooks/{webhookId}/deliveries/{deliveryId}'
    return this.#sender.reply({ operation, id: [id, deliveryId], options })
  }

  /**
   * Sends a message again at once, whatever its status.
   *
   * @throws PetStoreError, a `NotFoundError` if there is no such delivery, a `ConflictError` if the webhook is
   * disabled or was never verified; TypeError if an id is a number that is not a safe integer
   */
  redeliver(id: Int64Input, deliveryId: Int64Input, options?: CreateOptions): Reply<Delivery> {
    const operation = 'POST /webhooks/{webhookId}/deliveries/{deliveryId}/redeliver'
    return this.#sender.reply({ operation, id: [id, deliveryId], options })
  }
}
