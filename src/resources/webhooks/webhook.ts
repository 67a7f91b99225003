import type { Static } from 'typebox'
import { DateTime, Int64, Line, Name, Natural, titled } from '../../kit/fields.ts'
import { mergePatch } from '../../kit/merge-patch.ts'
import { listOf } from '../../kit/paging.ts'
import { Choice, Component, Type } from '../../base/schema/type.ts'
import { EventType, OpenEventType } from '../events/types.ts'

const webhookStates = ['unverified', 'enabled', 'failing', 'disabled'] as const

export type WebhookState = (typeof webhookStates)[number]

export const WebhookState = Choice(webhookStates, {
  title: 'WebhookState',
  description:
    '`unverified` until a ping is answered by a status from 200 to 299; nothing else is sent before. `failing` once every attempt of a day failed; it is still sent everything. `disabled` once every attempt of five days failed, after an answer of 410, or on request: nothing but pings is sent. A ping that is answered enables it again.',
  examples: ['enabled'],
})

/** The allowed characters of a URL, without `#`; before the path also without `/`, `?`, `@` and `\`. */
const anyCharacter = '!-"$-~'
const ofHost = '!-"$-.0->A-\\[\\]-~'

const { url, description } = titled('Webhook', {
  url: Type.String({
    description:
      'Where events are sent: an `https` URL in visible ASCII characters, without a user name, a password or a fragment. A host that is not a public address is refused, here or at the first attempt. Redirects are not followed.',
    minLength: 9,
    maxLength: 2_000,
    pattern: `^https?:[\\/][\\/][${ofHost}]+([\\/?][${anyCharacter}]*)?$`,
    'x-pattern-rule':
      'the form https://host/path: visible ASCII characters, with no user name and no #fragment',
    examples: ['https://shop.example/hooks/petstore'],
  }),
  description: Name('What the webhook is for.', 'Stock of the shop in town'),
})

const typesOf = (items: typeof EventType) =>
  Type.Array(items, {
    description:
      'The types of events that are sent; all that the API key may see if it is left out.',
    minItems: 1,
    maxItems: 100,
    uniqueItems: true,
    examples: [['pet.updated', 'order.placed']],
  })

const fields = {
  url,
  types: Type.Optional(typesOf(EventType)),
  description: Type.Optional(description),
}

const base64 = '[A-Za-z0-9+\\/]'

const secretOf = (rest: string) =>
  Type.String({
    description: `The secret that signs the messages: \`whsec_\` and the base64 of its bytes. ${rest}`,
    maxLength: 94,
    pattern: `^whsec_((${base64}{4}){8,21}(${base64}{2}==)?|(${base64}{4}){8,20}${base64}{3}=)$`,
    'x-pattern-rule': 'the form whsec_ and the base64 of 24 to 64 bytes',
    examples: ['whsec_2fLmFiLi2PUjBvVanyr9TsRvb7Vuy8Kl5m88P5Hy0iw='],
  })

const newFields = { ...fields, secret: Type.Optional(secretOf('One is made if it is left out.')) }

export const NewWebhook = Component(
  'NewWebhook',
  'A webhook to add. It is sent a ping at once, and events once a ping was answered.',
  newFields,
  {
    additionalProperties: false,
    'x-service-assigned': ['id', 'state', 'reason', 'createdAt', 'previousSecretUntil'],
  },
)
export type NewWebhook = Omit<Static<typeof NewWebhook>, 'secret'>

const shown = {
  id: Int64('Unique identifier, assigned by the service; ascending, never reused.', 5n),
  ...fields,
  types: Type.Optional(typesOf(OpenEventType)),
  state: WebhookState,
  reason: Type.Optional(
    Line(
      'Why the webhook is in this state, for people; missing while all is well.',
      1_000,
      'No ping was answered yet.',
    ),
  ),
  createdAt: DateTime('When the webhook was added.'),
  previousSecretUntil: Type.Optional(
    DateTime(
      'Until when messages bear a signature by the previous secret too; missing if there was none.',
      '2026-11-21T12:00:00.000Z',
    ),
  ),
}

export const Webhook = Component(
  'Webhook',
  'An address of a client, to which the service sends events.',
  shown,
)
export type Webhook = Static<typeof Webhook>

export const WebhookPatch = mergePatch(
  'WebhookPatch',
  'The changes to a webhook (a merge patch, RFC 7396). What is left out is not changed. `null` removes the `types` or the `description`, and is refused for any other field. With another `url` the webhook is `unverified`, and is sent a ping.',
  Webhook,
  {
    url,
    types: Type.Array(EventType, {
      description:
        'The types of events that are sent; `null` or an empty array for all that the API key may see.',
      maxItems: 100,
      uniqueItems: true,
      examples: [['pet.updated', 'order.placed']],
    }),
    description,
    state: Choice(['disabled'], { description: 'Disables the webhook. Only a ping enables it.' }),
  },
  { assigned: ['id', 'reason', 'createdAt', 'previousSecretUntil', 'secret'] },
)
export type WebhookPatch = Static<typeof WebhookPatch>

export const WebhookWithSecret = Component(
  'WebhookWithSecret',
  'A webhook, and its secret, which is shown only once.',
  {
    ...shown,
    secret: Type.Optional(secretOf('Shown only once; a repeated answer lacks it.')),
  },
)

export const Webhooks = listOf('Webhooks', Webhook)

export const WebhookParams = Type.Object({ webhookId: Int64('Identifier of the webhook.', 5n) })

export const Recovery = Component(
  'Recovery',
  'Where events are sent again from: after an event, or from an instant on; exactly one of the two.',
  {
    sinceEventId: Type.Optional(
      Natural(
        'Everything after the event with this `id` is sent; 0 is before all of them.',
        4_711n,
      ),
    ),
    since: Type.Optional(DateTime('Everything from this instant on is sent.')),
  },
  { required: [], minProperties: 1, maxProperties: 1, additionalProperties: false },
)
export type Recovery = Static<typeof Recovery>
