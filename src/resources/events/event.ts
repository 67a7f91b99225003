import type { TObject, TSchema } from 'typebox'
import { Count, DateTime, Int64, Line, Name, Natural, titled } from '../../kit/fields.ts'
import { eachOptional } from '../../kit/merge-patch.ts'
import { listOf, pageQuery, severalOf, sortById, withoutExamples } from '../../kit/paging.ts'
import { Category } from '../categories/category.ts'
import { ContactReference } from '../contacts/contact.ts'
import { Choice, Component, Type } from '../../base/schema/type.ts'
import { ApiKey, KeyId } from '../keys/key.ts'
import { NoteReference } from '../notes/note.ts'
import { Order } from '../orders/order.ts'
import { Pet } from '../pets/pet.ts'
import { ProfileSummary } from '../profiles/profile.ts'
import { PhotoSummary } from '../photos/photo.ts'
import { EventType, eventTypes, typePattern, typesOf } from './types.ts'

/** The fields that every event has. */
const eventFields = titled('Event', {
  id: Int64(
    'Identifier of the event; ascending from 1, in the order in which the changes became visible. A missing id belongs to an event that this key may not see.',
    1n,
  ),
  timestamp: DateTime('When it happened, by the clock of the service.'),
  actor: Line(
    'The name of the API key that asked for it; missing if the clock or a command of the operator caused it.',
    100,
    'Front desk',
  ),
})

/** @param types undefined for types that a later version adds */
const eventOf = (
  title: string,
  description: string,
  types: readonly EventType[] | undefined,
  data: Readonly<Record<string, TSchema>>,
): TObject =>
  Component(title, description, {
    id: eventFields.id,
    type: types
      ? Choice(types, { description: 'What happened.' })
      : Type.String({ description: 'What happened.', maxLength: 64, pattern: typePattern }),
    timestamp: eventFields.timestamp,
    by: Type.Optional(eventFields.actor),
    data: Type.Object(data, { description: 'The details of the event.' }),
  })

/** The schema of the state before a change: only changed fields that had a value. */
const previousOf = ({ properties }: TObject): TSchema => {
  const { id: _, ...fields } = properties
  return Type.Optional(
    Type.Object(eachOptional(fields), {
      description:
        'For a change: the former values of the fields that changed. A field that was missing before is missing here.',
    }),
  )
}

const rowOf = (schema: TObject, what: string): TSchema =>
  Type.Unsafe({ ...schema, description: `${what} after the change, or before its deletion.` })

export const WebhookFacts = Type.Object(
  {
    id: Int64('Identifier of the webhook.', 5n),
    url: Type.String({
      description: 'The URL to which its messages are sent.',
      maxLength: 2_000,
      pattern: '^[!-~]+$',
      examples: ['https://shop.example/hooks/petstore'],
    }),
    description: Type.Optional({
      ...Name('What the webhook is for.', 'Stock of the shop in town'),
      title: 'WebhookDescription',
    }),
    state: Type.Unsafe<string>({
      type: 'string',
      description: 'Its state, as `GET /webhooks/{webhookId}` shows it.',
      maxLength: 20,
      pattern: '^[a-z]+$',
      examples: ['failing'],
    }),
    reason: Type.Optional(
      Line(
        'Why it is in this state, for people.',
        1_000,
        'No API key of its owner is valid any more.',
      ),
    ),
  },
  { description: 'The webhook after the change.' },
)

/** The schemas of all events. Each type is in one of them. */
export const eventSchemas: readonly TObject[] = [
  eventOf('PetEvent', 'An animal was added, changed or deleted.', typesOf.pet, {
    pet: rowOf(Pet, 'The animal'),
    previous: previousOf(Pet),
  }),
  eventOf(
    'PetsImportedEvent',
    'The operator added animals from a file. All of them became visible with this event; none has its own event.',
    typesOf.import,
    {
      first: Int64('Identifier of the first animal.', 101n),
      last: Int64('Identifier of the last animal. The identifiers are consecutive.', 1_100n),
      count: Int64('How many animals were added.', 1_000n),
    },
  ),
  eventOf(
    'ProfileEvent',
    'The profile of an animal was changed: any field of it.',
    typesOf.profile,
    { profile: rowOf(ProfileSummary, 'The profile'), previous: previousOf(ProfileSummary) },
  ),
  eventOf(
    'PhotoEvent',
    'A photo was added or deleted. The photos of an animal are deleted with it, without an event.',
    typesOf.photo,
    { photo: PhotoSummary },
  ),
  eventOf(
    'OrderEvent',
    'An order reached the status that the type names, was changed otherwise (`order.updated`), or was deleted. If its animal moved too, a `pet.updated` follows.',
    typesOf.order,
    { order: rowOf(Order, 'The order'), previous: previousOf(Order) },
  ),
  eventOf('CategoryEvent', 'A category was named, renamed or deleted.', typesOf.category, {
    category: rowOf(Category, 'The category'),
    previous: previousOf(Category),
  }),
  eventOf(
    'ContactEvent',
    'A contact was added, changed or erased. Nothing about the person is included.',
    typesOf.contact,
    { contact: ContactReference },
  ),
  eventOf('NoteEvent', 'A note was added or deleted. Its text is not included.', typesOf.note, {
    note: NoteReference,
  }),
  eventOf(
    'UsageThresholdEvent',
    'Much of the quota of a day is used up. Only the owner of the key sees it.',
    typesOf.threshold,
    {
      window: Choice(['day'], { description: 'The window of the quota.' }),
      percent: Count('How much of it is used, in percent: 80 or 100.', 80),
      limit: Count('How many requests the window has.', 1_000),
      used: Count('How many of them are spent.', 800),
      resetsAt: DateTime('When the window ends.', '2026-11-21T00:00:00.000Z'),
    },
  ),
  eventOf(
    'KeyBannedEvent',
    'The API key kept sending after 429 answers and is banned. Only its owner sees it.',
    typesOf.ban,
    { until: DateTime('When the ban ends.', '2026-11-20T12:05:00.000Z') },
  ),
  eventOf(
    'KeyExpiringEvent',
    'An API key expires within seven days. Only its owner sees it.',
    typesOf.expiry,
    {
      keyId: KeyId('The public identifier of the key, by which the operator knows it.'),
      keyName: Line('The name that the operator gave it.', 100, 'Corner shop'),
      expiresAt: DateTime('When it expires.', '2026-11-27T12:00:00.000Z'),
    },
  ),
  eventOf(
    'KeyEvent',
    'A key of the team was made, changed, rotated or revoked. Only the team sees it.',
    typesOf.key,
    { key: rowOf(ApiKey, 'The key, without its secret,') },
  ),
  eventOf(
    'WebhookEvent',
    'A webhook is failing, because every attempt of a day failed, or was disabled. Only its owner sees it.',
    typesOf.webhook,
    { webhook: WebhookFacts, previous: previousOf(WebhookFacts) },
  ),
]

export const Event = Type.Unsafe({
  title: 'Event',
  description:
    'What happened, by its `type`. Later versions may add types and fields: ignore a type that you do not know.',
  anyOf: [
    ...eventSchemas,
    eventOf('OtherEvent', 'An event of a type that a later version adds.', undefined, {}),
  ],
})

export const Events = listOf('Events', Event)

export const ListEventsQuery = pageQuery('events', {
  after: Natural(
    'Where the list begins: after the event with this id; 0 is before all of them. Cannot be combined with `cursor`.',
    0n,
  ),
  type: severalOf(EventType, 'Only events of these types.', eventTypes.length, [
    'order.placed',
    'order.delivered',
  ]),
  petId: Int64(
    'Only events of this animal, of its orders and notes, and of the import that added it.',
    1n,
  ),
  orderId: withoutExamples(
    Int64('Only events of this order and its notes. Cannot be combined with `petId`.', 1n),
  ),
  since: DateTime(
    'Only events from this time on. The log keeps those of some weeks.',
    '2026-11-20T12:00:00.000Z',
  ),
  until: DateTime('Only events before this time.', null),
  by: Line('Only what the API key of this name asked for.', 100, 'Front desk', 1),
  sort: sortById,
})
