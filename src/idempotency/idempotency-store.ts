/** Milliseconds for which a creation is remembered after its answer. */
export const retention = 86_400_000

/**
 * A creation that happens once, however often it is requested. Plain data, so that it can pass to another thread with
 * its change.
 */
export type IdempotencyToken = {
  /** The first API key of the rotation chain that sent it. */
  readonly chainId: string
  /** 1 to 255 visible ASCII characters. */
  readonly key: string
  /** SHA-256 of the request: 32 bytes. */
  readonly fingerprint: Uint8Array
  /** Milliseconds since the Unix epoch. */
  readonly now: number
}

/** Keeps the answers of creations. Each is written in the transaction of its creation. */
export interface IdempotencyStore {
  /**
   * Forgets answers that are older than the time given, the oldest first.
   *
   * @param before milliseconds since the Unix epoch
   * @param most how many at most, so that no request waits long for it
   * @returns how many were forgotten
   */
  forget(before: number, most: number): Promise<number>
}
