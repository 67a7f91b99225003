import { DateTime, Int64 } from '../../kit/fields.ts'
import type { Message } from '../../kit/resource.ts'
import { compileSerializer } from '../../base/exact-json.ts'
import { Choice, Component, Type } from '../../base/schema/type.ts'
import { eventSchemas } from '../events/event.ts'
import type { Delivery } from './delivery.ts'

/** The type of the message that tests whether a receiver answers. No event has this type. */
export const pingType = 'webhook.ping'

export const WebhookPing = Component(
  'WebhookPing',
  'Checks whether a receiver answers. It is not in the log of events. A status from 200 to 299 enables the webhook.',
  {
    type: Choice([pingType], { description: 'Distinguishes a ping from every event.' }),
    timestamp: DateTime('When the ping was requested.'),
    data: Type.Object({
      webhook: Type.Object(
        { id: Int64('The webhook that is to answer.', 5n) },
        { description: 'The webhook that is to answer.' },
      ),
    }),
  },
)

/** The header fields of every message (Standard Webhooks 1.0). */
const headers = Type.Object({
  'webhook-id': Type.String({
    description: 'Identifies the message and its repeats: every attempt has the same one.',
    maxLength: 32,
    pattern: '^(evt|ping)_[1-9][0-9]*$',
    examples: ['evt_4711'],
  }),
  'webhook-timestamp': Type.Integer({
    description:
      'When this attempt began, in Unix seconds. Refuse a message whose time is more than five minutes off: it may be a recorded one.',
    format: 'int64',
    minimum: 0,
    maximum: 253_402_300_799,
    examples: [1_795_176_000],
  }),
  'webhook-signature': Type.String({
    description:
      '`v1,` and the base64 of the HMAC-SHA256, by the secret of the webhook, of `webhook-id`, a dot, `webhook-timestamp`, a dot, and the body as it came. While a new secret replaces another there are two, separated by a space.',
    maxLength: 128,
    pattern: '^v1,[A-Za-z0-9+\\/]{43}=( v1,[A-Za-z0-9+\\/]{43}=)*$',
    examples: ['v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4='],
  }),
})

const answers = {
  '2XX': 'The receiver has the message. The body of the answer does not matter.',
  410: 'The receiver no longer wants the messages: the webhook is disabled.',
  default:
    'Any other answer, a redirect too, or none within 15 seconds: the message is sent again later.',
} as const

/** Every message that a webhook may be sent: events, and the ping. */
export const messages: readonly Message[] = [...eventSchemas, WebhookPing].map((schema) => ({
  schema,
  headers,
  answers,
}))

/** Returns the `webhook-id` of a message, from its event or the delivery of its ping. It is the same in every attempt. */
export const messageId = ({ id, eventId }: Pick<Delivery, 'id' | 'eventId'>): string =>
  eventId === undefined ? `ping_${id}` : `evt_${eventId}`

const writePing = compileSerializer(WebhookPing)

/** Returns the body of a ping. @param timestamp when it was requested, as a date-time */
export const pingBody = (webhookId: bigint, timestamp: string): string =>
  writePing({ type: pingType, timestamp, data: { webhook: { id: webhookId } } })
