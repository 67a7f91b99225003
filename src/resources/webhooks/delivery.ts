import type { Static } from 'typebox'
import { DateTime, inRow, Int32, Int64, Line } from '../../kit/fields.ts'
import { severalOf, listOf, pageQuery, sortById } from '../../kit/paging.ts'
import { Choice, Component, Type } from '../../base/schema/type.ts'
import { typePattern } from '../events/types.ts'

export const deliveryStatuses = ['pending', 'delivered', 'failed'] as const

const DeliveryStatus = Choice(deliveryStatuses, {
  title: 'DeliveryStatus',
  description:
    '`pending` while another attempt is to come, `delivered` once an attempt was answered by a status from 200 to 299, `failed` once no attempt is left.',
  examples: ['delivered'],
})

/** How many of the latest attempts of a delivery are stored: a whole retry schedule. */
export const maxAttempts = 10

const maxAnswerBytes = 1_024
const maxReason = 500

export const Attempt = Component('Attempt', 'One attempt to deliver a message.', {
  at: DateTime('When the attempt began.'),
  duration: inRow(Int32('How long it took, in milliseconds.', 0, 86_400_000, 87)),
  status: Type.Optional(
    inRow(Int32('The status of the answer; missing if there was none.', 100, 999, 200)),
  ),
  reason: Type.Optional(
    Line('Why there was no answer, for people.', maxReason, 'No connection within 5 seconds.'),
  ),
  body: Type.Optional(
    Type.String({
      description: `The beginning of the body of the answer: at most ${maxAnswerBytes} bytes of UTF-8. A control character that does not end a line is shown as U+FFFD.`,
      maxLength: maxAnswerBytes,
      pattern: '^[^\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f]*$',
      examples: ['thanks'],
    }),
  ),
})
export type Attempt = Static<typeof Attempt>

/** Prepares an attempt for storage: bounds it, and replaces control characters, which could manipulate a terminal. */
export const boundedAttempt = ({ reason, body, ...attempt }: Attempt): Attempt => ({
  ...attempt,
  ...(reason !== undefined && { reason: plain(reason.slice(0, maxReason), /\p{Cc}/gu) }),
  ...(body !== undefined && { body: plain(body.slice(0, maxAnswerBytes), /[^\P{Cc}\t\n\r]/gu) }),
})

const plain = (text: string, controls: RegExp): string =>
  text.replaceAll(controls, '\ufffd').toWellFormed()

export const Delivery = Component(
  'Delivery',
  'One message to one webhook, with the attempts to send it.',
  {
    id: Int64('Unique identifier, assigned by the service; ascending, never reused.', 12n),
    webhookId: Int64('The webhook.', 5n),
    eventId: Type.Optional(
      Int64(
        'The event; missing for a ping. The `webhook-id` of its message is `evt_` and this id.',
        4_711n,
      ),
    ),
    type: Type.String({
      description: 'The type of the event, or `webhook.ping`.',
      maxLength: 64,
      pattern: typePattern,
      examples: ['pet.updated'],
    }),
    status: DeliveryStatus,
    attempts: Type.Array(Attempt, {
      description: `The attempts, the latest last; at most the latest ${maxAttempts}.`,
      maxItems: maxAttempts,
    }),
    nextAttemptAt: Type.Optional(
      DateTime(
        'When the next attempt is due; only while `pending`. While the webhook is `unverified` or `disabled`, it waits.',
      ),
    ),
    createdAt: DateTime('When the first attempt was made or requested.'),
  },
)
export type Delivery = Static<typeof Delivery>

export const Deliveries = listOf('Deliveries', Delivery)

export const ListDeliveriesQuery = pageQuery('deliveries', {
  status: severalOf(
    DeliveryStatus,
    'Only deliveries with one of these statuses.',
    deliveryStatuses.length,
    ['pending', 'failed'],
  ),
  sort: sortById,
})
