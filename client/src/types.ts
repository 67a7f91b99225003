import type { components } from './generated/openapi.ts'

type Schemas = components['schemas']

/**
 * An int64 that a caller gives: a `bigint`, or a `number` that is a safe integer. The client always
 * returns a `bigint`, exact in every digit.
 */
export type Int64Input = bigint | number

/**
 * A request body as callers write it: an int64 may be a `number`, a field in `Times` a `Date`, and an optional
 * field `undefined`.
 */
export type Input<Body, Times extends keyof Body = never> = {
  readonly [Name in keyof Body]:
    | (Body[Name] extends infer Value ? (Value extends bigint ? Int64Input : Value) : never)
    | (Name extends Times ? Date : never)
    | (object extends Pick<Body, Name> ? undefined : never)
}

/** Whether an animal can be adopted. @useDeclaredType */
export type PetStatus = Schemas['PetStatus']

/**
 * An animal of the store. Fields that a newer service adds are preserved.
 *
 * @useDeclaredType
 */
export type Pet = Schemas['Pet']

/**
 * An animal to add; the service assigns its `id`.
 *
 * @useDeclaredType
 */
export type NewPet = Input<Schemas['NewPet']>

/**
 * Changes to an animal. Fields that are left out stay as they are.
 *
 * @useDeclaredType
 */
export type PetPatch = Input<Schemas['PetPatch']>

/**
 * What the store records about an animal: breed, chip, location and more.
 *
 * @useDeclaredType
 */
export type Profile = Schemas['Profile']

/**
 * Changes to a profile. `null` removes a field, or one of the `facts`.
 *
 * @useDeclaredType
 */
export type ProfilePatch = Input<Schemas['ProfilePatch']>

/**
 * A photo of an animal, in three sizes.
 *
 * @useDeclaredType
 */
export type Photo = Schemas['Photo']

/**
 * Changes to a photo. `null` removes `alt`.
 *
 * @useDeclaredType
 */
export type PhotoPatch = Input<Schemas['PhotoPatch']>

/**
 * A category: the name of a number that animals may have as their `categoryId`.
 *
 * @useDeclaredType
 */
export type Category = Schemas['Category']

/**
 * The new name of a category.
 *
 * @useDeclaredType
 */
export type CategoryName = Schemas['CategoryName']

/**
 * A person who asked for an animal, or took one home.
 *
 * @useDeclaredType
 */
export type Contact = Schemas['Contact']

/**
 * A person to add.
 *
 * @useDeclaredType
 */
export type NewContact = Input<Schemas['NewContact']>

/**
 * Changes to a contact. Fields that are left out stay as they are.
 *
 * @useDeclaredType
 */
export type ContactPatch = Input<Schemas['ContactPatch']>

/**
 * How to find contacts: by `phone` or by `email`.
 *
 * @useDeclaredType
 */
export type ContactSearch = Input<Schemas['ContactSearch']>

/**
 * A note about an animal, an order, a contact or the store.
 *
 * @useDeclaredType
 */
export type Note = Schemas['Note']

/**
 * A note to add, about exactly one animal, order or contact, or the store.
 *
 * @useDeclaredType
 */
export type NewNote = Input<Schemas['NewNote']>

/**
 * The status of an order: `placed` (a hold that expires), `approved`, `delivered`, or a final one.
 *
 * @useDeclaredType
 */
export type OrderStatus = Schemas['OrderStatus']

/**
 * An order for one animal. Times are RFC 3339 in UTC, with milliseconds.
 *
 * @useDeclaredType
 */
export type Order = Schemas['Order']

/**
 * An order to place.
 *
 * @useDeclaredType
 */
export type NewOrder = Input<Schemas['NewOrder'], 'expiresAt'>

/**
 * Changes to an order. Fields that are left out stay as they are.
 *
 * @useDeclaredType
 */
export type OrderPatch = Input<Schemas['OrderPatch'], 'expiresAt'>

/**
 * How many animals there are of each status.
 *
 * @useDeclaredType
 */
export type Inventory = Schemas['Inventory']

/**
 * Something that a search found.
 *
 * @useDeclaredType
 */
export type SearchResult = Schemas['SearchResult']

/**
 * How often each thing happened in an interval of days.
 *
 * @useDeclaredType
 */
export type Statistic = Schemas['Statistic']

/**
 * What the API key of the client may do, and what it has used.
 *
 * @useDeclaredType
 */
export type Usage = Schemas['Usage']

/**
 * How many requests of one kind the API key sent in an interval.
 *
 * @useDeclaredType
 */
export type UsageEntry = Schemas['UsageEntry']

/**
 * The type of an event. Newer services may have more types.
 *
 * @useDeclaredType
 */
export type EventType = Schemas['EventType']

/**
 * An event of the store. Its `type` determines the fields of its `data`. Ignore a type that you do not know: a
 * newer service may have more.
 */
export type StoreEvent =
  | PetEvent
  | PetsImportedEvent
  | ProfileEvent
  | PhotoEvent
  | OrderEvent
  | CategoryEvent
  | ContactEvent
  | NoteEvent
  | UsageThresholdEvent
  | KeyBannedEvent
  | KeyExpiringEvent
  | KeyEvent
  | WebhookEvent

/**
 * An animal was added, changed or deleted.
 *
 * @useDeclaredType
 */
export type PetEvent = Schemas['PetEvent']

/**
 * Animals were imported. There are no events for the individual animals.
 *
 * @useDeclaredType
 */
export type PetsImportedEvent = Schemas['PetsImportedEvent']

/**
 * The profile of an animal was changed.
 *
 * @useDeclaredType
 */
export type ProfileEvent = Schemas['ProfileEvent']

/**
 * A photo was added or deleted.
 *
 * @useDeclaredType
 */
export type PhotoEvent = Schemas['PhotoEvent']

/**
 * An order was placed, changed its status or another field, or was deleted.
 *
 * @useDeclaredType
 */
export type OrderEvent = Schemas['OrderEvent']

/**
 * A category was named, renamed or deleted.
 *
 * @useDeclaredType
 */
export type CategoryEvent = Schemas['CategoryEvent']

/**
 * A contact was added, changed or erased. The event contains nothing about the person.
 *
 * @useDeclaredType
 */
export type ContactEvent = Schemas['ContactEvent']

/**
 * A note was added or deleted. The event does not contain its text.
 *
 * @useDeclaredType
 */
export type NoteEvent = Schemas['NoteEvent']

/**
 * Much of the day's quota is used up. Only the owner of the key sees it.
 *
 * @useDeclaredType
 */
export type UsageThresholdEvent = Schemas['UsageThresholdEvent']

/**
 * The API key is banned. Only its owner sees it.
 *
 * @useDeclaredType
 */
export type KeyBannedEvent = Schemas['KeyBannedEvent']

/**
 * An API key expires soon. Only its owner sees it.
 *
 * @useDeclaredType
 */
export type KeyExpiringEvent = Schemas['KeyExpiringEvent']

/**
 * A key of the team was created, changed, rotated or revoked. Only the team sees it.
 *
 * @useDeclaredType
 */
export type KeyEvent = Schemas['KeyEvent']

/**
 * A webhook of yours is failing, or was disabled.
 *
 * @useDeclaredType
 */
export type WebhookEvent = Schemas['WebhookEvent']

/**
 * A URL of yours, to which the service sends events.
 *
 * @useDeclaredType
 */
export type Webhook = Schemas['Webhook']

/**
 * A webhook with its secret, which the service shows only once. A response that is replayed for an idempotency key
 * lacks the secret.
 *
 * @useDeclaredType
 */
export type WebhookWithSecret = Schemas['WebhookWithSecret']

/**
 * A webhook to add.
 *
 * @useDeclaredType
 */
export type NewWebhook = Schemas['NewWebhook']

/**
 * Changes to a webhook. Fields that are left out stay as they are.
 *
 * @useDeclaredType
 */
export type WebhookPatch = Schemas['WebhookPatch']

/**
 * From where to send events again: after an event, or since a time. Give exactly one of the two.
 *
 * @useDeclaredType
 */
export type Recovery = Input<Schemas['Recovery'], 'since'>

/**
 * One message to one webhook, with the attempts to send it.
 *
 * @useDeclaredType
 */
export type Delivery = Schemas['Delivery']

/** A message that tests whether a receiver answers. */
export type WebhookPing = {
  readonly type: 'webhook.ping'
  readonly timestamp: string
}

/** What the service sends to a webhook: an event as the log has it, or a ping. */
export type WebhookMessage = StoreEvent | WebhookPing

/**
 * An error code that was known when this client was built.
 *
 * @useDeclaredType
 */
export type KnownErrorCode = Schemas['KnownErrorCode']

/** An error code: a known one, or one that a newer service added. */
export type ErrorCode = KnownErrorCode | (string & {})

/** The state of the caller's quota, as a response reports it. */
export type RateLimit = {
  /** Requests allowed in the window that blocks the caller, or else in the one with the fewest requests remaining. */
  readonly limit: number
  /** Requests remaining in that window. */
  readonly remaining: number
  /** When that window (or a ban) ends, by the service's clock. */
  readonly reset: Date
  /** Every window that the service reports, including the one above. */
  readonly windows: readonly RateLimitWindow[]
}

/** One window of a quota. */
export type RateLimitWindow = {
  /** `minute` or `day`. */
  readonly name: string
  /** Requests remaining. */
  readonly remaining: number
  /** Seconds to the end of the window, rounded up. */
  readonly resetAfter: number
}
