import { preconditionFailed } from '../api/entity-tags.ts'
import { type Refusal, refusal } from '../core/errors/api-error.ts'
import type { Precondition } from '../data/precondition.ts'
import { maxWebhooks, type NotSent, type RecoveryUnderWay } from './changes.ts'
import type { RepeatRefusal } from './delivery-changes.ts'

/** The refusals of the operations of webhooks. */

export const webhookNotFound = (id: bigint): Refusal =>
  refusal('webhook_not_found', `You have no webhook with the id ${id}.`)

export const deliveryNotFound = (webhookId: bigint, id: bigint): Refusal =>
  refusal('delivery_not_found', `The webhook ${webhookId} has no delivery with the id ${id}.`)

export const limitReached = (): Refusal =>
  refusal(
    'webhook_limit_reached',
    `Your keys have ${maxWebhooks} webhooks, which is the limit. Delete one first, or change one.`,
  )

/** @param fault the rest of a sentence about the URL */
export const refusedUrl = (fault: string): Refusal => refusal('invalid_body', `url ${fault}.`)

export const notSent = (id: bigint, { state, reason }: NotSent): Refusal => {
  const why = reason === undefined ? '' : ` (${reason.replace(/\.$/, '')})`
  return refusal(
    'webhook_disabled',
    `The webhook ${id} is ${state}${why}, so it is sent nothing but pings. Send one: POST /webhooks/${id}/ping. An answer with a status from 200 to 299 enables it.`,
  )
}

export const recoveryUnderWay = (id: bigint, { position, until }: RecoveryUnderWay): Refusal =>
  refusal(
    'recovery_under_way',
    `The webhook ${id} is being sent the events up to ${until} again already, and has come to ${position}. Wait until it is through. A single message is sent again with POST /webhooks/${id}/deliveries/{deliveryId}/redeliver.`,
  )

export const repeatRefused = (webhookId: bigint, id: bigint, result: RepeatRefusal): Refusal => {
  switch (result.outcome) {
    case 'webhook_not_found':
      return webhookNotFound(webhookId)
    case 'delivery_not_found':
      return deliveryNotFound(webhookId, id)
    case 'not_sent':
      return notSent(webhookId, result)
  }
}

export const changeRefused = (
  id: bigint,
  outcome: 'not_found' | 'precondition_failed',
  precondition: Precondition,
): Refusal =>
  outcome === 'not_found'
    ? webhookNotFound(id)
    : preconditionFailed(`The webhook ${id}`, precondition)
