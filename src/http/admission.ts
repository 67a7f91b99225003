import type { Clock } from '../core/clock.ts'
import type { Refusal } from '../core/errors/api-error.ts'
import type { Authenticator } from '../keys/authenticator.ts'
import type { KeyRecord } from '../keys/key-store.ts'
import { clientAddress, type TrustedProxies } from '../quotas/client-address.ts'
import type { Counters, Subject } from '../quotas/counters.ts'
import { quotaRefusal } from './quota-headers.ts'
import { addressLimits } from '../quotas/plans.ts'
import type { Verdict } from '../quotas/verdict.ts'
import type { Caller } from '../core/wire-request.ts'
import { type Awaitable, whenReady } from '../core/awaitable.ts'

/** What became of a caller at the door. With a refusal, or with what the store threw, the request ends here. */
export type Admitted = {
  readonly key: KeyRecord | undefined
  readonly verdict: Verdict
  /** Of the data, as `Spent` has it. */
  readonly version: number | undefined
  readonly refused: Refusal | undefined
  readonly thrown: unknown
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

  admit(caller: Caller): Awaitable<Admitted> {
    const now = this.#clock()
    let key: Awaitable<KeyRecord | Refusal>
    try {
      key = this.#authenticator.authenticate(caller.headers.authorization, now)
    } catch (error) {
      return this.#failed(caller, error)
    }
    return key instanceof Promise
      ? key.then(
          (found) => this.#spend(caller, found, now),
          (error: unknown) => this.#failed(caller, error),
        )
      : this.#spend(caller, key, now)
  }

  #spend(caller: Caller, key: KeyRecord | Refusal, now: number): Awaitable<Admitted> {
    if ('code' in key) return this.#refuse(caller, key)
    const spent = this.#counters.spend({ kind: 'key', id: key.ownerId }, key.limits, now)
    return whenReady(spent, ({ verdict, version }) => ({
      key,
      verdict,
      version,
      refused: quotaRefusal(verdict),
      thrown: undefined,
    }))
  }

  /** Spends a request without a valid key from its address. Past the quota it is refused for that. */
  #refuse(caller: Caller, refused: Refusal): Awaitable<Admitted> {
    return whenReady(this.spendAddress(caller), (verdict) => ({
      key: undefined,
      verdict,
      version: undefined,
      refused: quotaRefusal(verdict) ?? refused,
      thrown: undefined,
    }))
  }

  /** Whatever failed, the answer tells of a quota; nothing is spent where no one knows whose. */
  #failed(caller: Caller, thrown: unknown): Awaitable<Admitted> {
    const verdict = this.#counters.peek(this.#address(caller), addressLimits, this.#clock())
    return whenReady(verdict, (seen) => ({
      key: undefined,
      verdict: seen,
      version: undefined,
      refused: undefined,
      thrown,
    }))
  }

  /** Spends a request from its address. */
  spendAddress(caller: Caller): Awaitable<Verdict> {
    const spent = this.#counters.spend(this.#address(caller), addressLimits, this.#clock())
    return whenReady(spent, ({ verdict }) => verdict)
  }

  #address({ headers, peer }: Caller): Subject {
    const forwardedFor = headers['x-forwarded-for']
    const header = Array.isArray(forwardedFor) ? forwardedFor.join(',') : forwardedFor
    return { kind: 'address', id: clientAddress(peer, header, this.#proxies) }
  }
}
