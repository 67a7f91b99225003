import type { Clock } from '../core/clock.ts'
import type { Refusal } from '../core/errors/api-error.ts'
import type { Caller } from '../core/wire-request.ts'
import type { TrustedProxies } from '../quotas/client-address.ts'
import type { Counters } from '../quotas/counters.ts'
import { pageLimits } from '../quotas/plans.ts'
import { addressOf } from './admission.ts'
import { quotaRefusal } from './quota-refusal.ts'

/**
 * Counts requests beside `/v1` by the address of their caller, in a bucket of its own. So pages use up nothing of an
 * address's quota under `/v1`, nor the reverse.
 */
export class PageQuota {
  readonly #counters: Counters
  readonly #proxies: TrustedProxies
  readonly #clock: Clock

  constructor(counters: Counters, proxies: TrustedProxies, clock: Clock) {
    this.#counters = counters
    this.#proxies = proxies
    this.#clock = clock
  }

  /**
   * Spends a request.
   *
   * @returns the refusal if the quota of the address is used up
   */
  async spend(caller: Caller): Promise<Refusal | undefined> {
    // Without the suffix of a network, so that the longest id still fits the counters.
    const id = `${addressOf(caller, this.#proxies).replace('::/64', '')} page`
    const { verdict } = await this.#counters.spend(
      { kind: 'address', id },
      pageLimits,
      this.#clock(),
    )
    return verdict.outcome === 'allowed' ? undefined : quotaRefusal(verdict)
  }
}
