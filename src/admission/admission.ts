import type { IncomingMessage } from 'node:http'
import { ApiError } from '../errors/api-error.ts'
import type { Authenticator } from '../keys/authenticator.ts'
import type { KeyRecord } from '../keys/key-store.ts'
import { clientAddress, type TrustedProxies } from '../quotas/client-address.ts'
import type { Counters, Subject } from '../quotas/counters.ts'
import { quotaError } from '../quotas/headers.ts'
import { addressLimits } from '../quotas/plans.ts'
import type { Verdict } from '../quotas/verdict.ts'

/** Milliseconds since the Unix epoch. */
export type Clock = () => number

/**
 * What became of a caller at the door. With an `error` the request ends here: an `ApiError`, or what the
 * store threw.
 */
export type Admitted = {
  readonly key: KeyRecord | undefined
  readonly verdict: Verdict
  readonly error: Error | undefined
}

/**
 * The door of the service: the API key, then the ban, then the quota. Whoever has a valid key spends
 * from the key's windows, anyone else from those of the network address.
 */
export class Admission {
  readonly #authenticator: Authenticator
  readonly #counters: Counters
  readonly #proxies: TrustedProxies
  readonly #clock: Clock

  constructor(
    authenticator: Authenticator,
    counters: Counters,
    proxies: TrustedProxies,
    clock: Clock,
  ) {
    this.#authenticator = authenticator
    this.#counters = counters
    this.#proxies = proxies
    this.#clock = clock
  }

  async admit(request: IncomingMessage): Promise<Admitted> {
    const now = this.#clock()
    let key: KeyRecord | ApiError
    try {
      key = await this.#authenticator.authenticate(request.headers.authorization, now)
    } catch (thrown) {
      // Whatever failed, the answer tells of a quota; nothing is spent where no one knows whose.
      const verdict = await this.#counters.peek(this.#address(request), addressLimits, now)
      const error = thrown instanceof Error ? thrown : new Error(String(thrown))
      return { key: undefined, verdict, error }
    }
    if (key instanceof ApiError) return await this.refuse(request, key)
    const subject = { kind: 'key', id: key.ownerId } as const
    const verdict = await this.#counters.spend(subject, key.limits, now)
    return { key, verdict, error: quotaError(verdict) }
  }

  /**
   * Spends a request without a valid key from its address. Past the quota it is refused for that.
   *
   * @param error what the request is refused for otherwise
   */
  async refuse(request: IncomingMessage, error: ApiError): Promise<Admitted> {
    const verdict = await this.spendAddress(request, request.socket.remoteAddress)
    return { key: undefined, verdict, error: quotaError(verdict) ?? error }
  }

  /**
   * Spends a request from its address.
   *
   * @param request undefined for bytes that never became one
   */
  async spendAddress(
    request: IncomingMessage | undefined,
    peer: string | undefined,
  ): Promise<Verdict> {
    const subject = this.#address(request, peer)
    return await this.#counters.spend(subject, addressLimits, this.#clock())
  }

  #address(request: IncomingMessage | undefined, peer = request?.socket.remoteAddress): Subject {
    const forwardedFor = request?.headers['x-forwarded-for']
    const header = Array.isArray(forwardedFor) ? forwardedFor.join(',') : forwardedFor
    return { kind: 'address', id: clientAddress(peer, header, this.#proxies) }
  }
}
