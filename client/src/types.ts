import type { components } from './generated/openapi.ts'

type Schemas = components['schemas']

/** Takes a safe number wherever the service's document has an int64. */
type Lenient<T> = { readonly [K in keyof T]: bigint extends T[K] ? T[K] | number : T[K] }

/**
 * An int64 as a caller may give it: a `bigint`, or a `number` that is a safe integer. What comes back
 * is always a `bigint`, exact in every digit.
 */
export type Int64Input = bigint | number

/** Whether an animal can be adopted. */
export type PetStatus = Schemas['PetStatus']

/** An animal of the store. Fields that a later service adds are kept. */
export type Pet = Schemas['Pet']

/** An animal to add; the service assigns its `id`. A `status` left out becomes `available`. */
export type NewPet = Lenient<Schemas['NewPet']>

/** A code of an error: one of those known when this client was made, or one that came later. */
export type ErrorCode = Schemas['Error']['code'] | (string & {})

/** The state of the caller's quota, as an answer tells it. */
export type RateLimit = {
  /** Requests in the window that stops the caller, or that has the fewest requests remaining. */
  readonly limit: number
  /** Requests remaining in that window. */
  readonly remaining: number
  /** When that window (or a ban) ends, by the service's clock. */
  readonly reset: Date
  /** Every window that the service tells of, the one above among them. */
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
