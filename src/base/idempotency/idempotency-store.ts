/** How long the answer to a creation is stored, in milliseconds. */
export const retention = 86_400_000

/**
 * Identifies a creation that must happen once, however often it is requested.
 */
export type IdempotencyToken = {
  /** The owner of the API key. */
  readonly ownerId: string
  /** 1 to 255 visible ASCII characters. */
  readonly key: string
  /** SHA-256 of the request: 32 bytes. */
  readonly fingerprint: Uint8Array
  /** Milliseconds since the Unix epoch. */
  readonly now: number
}

/** Stores the answers to creations, each in the transaction of its creation. */
export interface IdempotencyStore {
  /**
   * Deletes answers that are older than the given time, the oldest first.
   *
   * @param before milliseconds since the Unix epoch
   * @param max the maximum, so that requests are not held up
   * @returns how many were deleted
   */
  forget(before: number, max: number): Promise<number>
}
