import type { components } from './generated/openapi.ts'

type Schemas = components['schemas']

/**
 * An int64 that a caller gives: a `bigint`, or a `number` that is a safe integer. The client always
 * returns a `bigint`, exact in every digit.
 */
export type Int64Input = bigint | number

/**
 * The fields of a body as a caller gives them: an int64 may be a `number`, one of the `Times` a `Date`, and what is left out
 * `undefined`.
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
 * An animal of the store. Fields that a later service adds are kept.
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
 * What is to change of an animal. What is left out stays as it is.
 *
 * @useDeclaredType
 */
export type PetPatch = Input<Schemas['PetPatch']>

/**
 * What the store records of an animal: breed, chip, place, whatever else.
 *
 * @useDeclaredType
 */
export type Profile = Schemas['Profile']

/**
 * What is to change of a profile. `null` removes a field, or one of the `facts`.
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
 * What is to change of a photo. `null` removes `alt`.
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
 * The name that a category is to have.
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
 * What is to change of a contact. What is left out stays as it is.
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
 * What somebody wrote about an animal, an order or a contact.
 *
 * @useDeclaredType
 */
export type Note = Schemas['Note']

/**
 * A note to add, about exactly one of the three.
 *
 * @useDeclaredType
 */
export type NewNote = Input<Schemas['NewNote']>

/**
 * Where an order is: `placed` (a hold that expires), `approved`, `delivered`, or at an end.
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
 * What is to change of an order. What is left out stays as it is.
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
 * What happened in an interval of days.
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
 * What happened. Later services may have more types.
 *
 * @useDeclaredType
 */
export type EventType = Schemas['EventType']

/**
 * An event of the store. Its `type` says what its `data` has. Ignore a type that you do not know: a
 * later service may have more.
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
 * Animals were imported; none of them has an event of its own.
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
 * An order came to another status, changed otherwise, or was deleted.
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
 * A contact was added, changed or erased. Nothing about the person is told.
 *
 * @useDeclaredType
 */
export type ContactEvent = Schemas['ContactEvent']

/**
 * A note was added or deleted. What it says is not told.
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
 * A key of the team was made, changed, rotated or revoked. Only the team sees it.
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
 * An address of yours, to which the service sends events.
 *
 * @useDeclaredType
 */
export type Webhook = Schemas['Webhook']

/**
 * A webhook, and its secret, which is shown only once. An answer that is repeated for an idempotency
 * key lacks the secret.
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
 * What is to change of a webhook. What is left out stays as it is.
 *
 * @useDeclaredType
 */
export type WebhookPatch = Schemas['WebhookPatch']

/**
 * From where on events are sent again: after an event, or from an instant on; one of the two.
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

/** The message that tries whether a receiver answers. */
export type WebhookPing = {
  readonly type: 'webhook.ping'
  readonly timestamp: string
}

/** What the service sends to a webhook: an event as the log has it, or a ping. */
export type WebhookMessage = StoreEvent | WebhookPing

/**
 * A code of an error that was known when this client was made.
 *
 * @useDeclaredType
 */
export type KnownErrorCode = Schemas['KnownErrorCode']

/** A code of an error: one of those known, or one that came later. */
export type ErrorCode = KnownErrorCode | (string & {})

/** The state of the caller's quota, as an answer tells it. */
export type RateLimit = {
  /** Requests in the window that stops the caller, or that has the fewest requests remaining. */
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
