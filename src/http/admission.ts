import type { Awaitable } from '../core/awaitable.ts'
import type { Clock } from '../core/clock.ts'
import type { Refusal } from '../core/errors/api-error.ts'
import type { Observe, QuotaDecision } from '../core/observation.ts'
import type { Outcome, SubjectKind } from '../core/spending.ts'
import type { Caller } from '../core/wire-request.ts'
import type { Authenticator } from '../keys/authenticator.ts'
import type { KeyRecord } from '../keys/key-store.ts'
import { clientAddress, type TrustedProxies } from '../quotas/client-address.ts'
import type { Counters, Spent, Subject } from '../quotas/counters.ts'
import { addressLimits, freeLimits } from '../quotas/plans.ts'
import type { QuotaState, Usage } from '../quotas/usage.ts'
import { type Verdict, windowSeconds } from '../quotas/bucket.ts'
import { quotaRefusal } from './refusals.ts'

/** The decision on a caller. With a refusal, or an error of the store, the request ends here. */
export type AdmissionDecision = {
  readonly key: KeyRecord | undefined
  readonly verdict: Verdict
  /** What the key has used; undefined if the request itself was charged to the quota. */
  readonly used: Usage | undefined
  /** Undefined if the request was not charged to the subject's own quota. */
  readonly decision: QuotaDecision | undefined
  /** The minute that the request was charged to, counted from the Unix epoch. */
  readonly minute: number
  /** The version of the data, as in `Spent`. */
  readonly version: number | undefined
  readonly refused: Refusal | undefined
  readonly thrown: unknown
}

/** The dependencies of `Admission`. */
export type AdmissionParts = {
  readonly authenticator: Authenticator
  readonly counters: Counters
  readonly proxies: TrustedProxies
  readonly clock: Clock
  /** Observes every ban that begins, and the decision on bytes that are not a request. */
  readonly observe: Observe
}

/**
 * Admits requests: checks the API key, then the ban, then the quota. A request with a valid key is charged to
 * the key, any other to its network address.
 */
export class Admission {
  readonly #parts: AdmissionParts

  constructor(parts: AdmissionParts) {
    this.#parts = parts
  }

  /** @param isFree whether a request with a valid key is charged to a separate count, not to the key's quota */
  admit(caller: Caller, isFree: boolean): Awaitable<AdmissionDecision> {
    const { authenticator, clock } = this.#parts
    const now = clock()
    let key: Awaitable<KeyRecord | Refusal>
    try {
      key = authenticator.authenticate(caller.headers.authorization, now)
    } catch (error) {
      return this.#unspent(caller, error)
    }
    if (!(key instanceof Promise)) return this.#judge(caller, key, now, isFree)
    return key.then(
      (found) => this.#judge(caller, found, now, isFree),
      // The store could not be read.
      (error: unknown) => this.#unspent(caller, error),
    )
  }

  /** Admits a request without a key and without charging anybody. */
  admitWithoutCharge(caller: Caller): Awaitable<AdmissionDecision> {
    return this.#unspent(caller, undefined)
  }

  /** Charges invalid HTTP to its address. If the counters are unavailable, nothing is charged. */
  async judgeAddress(caller: Caller): Promise<Verdict> {
    const { counters, clock, observe } = this.#parts
    const address = this.#address(caller)
    try {
      const { verdict } = await counters.spend(address, addressLimits, clock())
      observe(decisions.address[verdict.outcome])
      return verdict
    } catch {
      return (await counters.peek(address, addressLimits, clock())).verdict
    }
  }

  #judge(
    caller: Caller,
    key: KeyRecord | Refusal,
    now: number,
    isFree: boolean,
  ): Awaitable<AdmissionDecision> {
    // Without a valid key the answer is 401, or 429 once the address is over its quota.
    const { counters } = this.#parts
    if ('code' in key) {
      const address = this.#address(caller)
      const spent = counters.spend(address, addressLimits, now)
      return this.#admitted({ caller, subject: address, key: undefined, now, refused: key }, spent)
    }
    const { ownerId, limits } = key
    const subject: Subject = { kind: 'key', id: ownerId }
    if (!isFree) {
      const spent = counters.spend(subject, limits, now)
      return this.#admitted({ caller, subject, key, now, refused: undefined }, spent)
    }
    const standing = counters.peek(subject, limits, now)
    // A separate count, which never leads to a ban.
    const own = counters.spend({ kind: 'address', id: `${ownerId} free` }, freeLimits, now)
    return standing instanceof Promise || own instanceof Promise
      ? Promise.all([standing, own]).then(
          (both) => free(key, ...both, now),
          (error: unknown) => this.#unspent(caller, error),
        )
      : free(key, standing, own, now)
  }

  /** Decides once the request is charged. A remote counter adds this one promise to a request. */
  #admitted(pending: PendingSpend, spent: Awaitable<Spent>): Awaitable<AdmissionDecision> {
    return spent instanceof Promise
      ? spent.then(
          (decided) => this.#decided(pending, decided),
          // The counters are unavailable.
          (error: unknown) => this.#unspent(pending.caller, error),
        )
      : this.#decided(pending, spent)
  }

  /** The decision from the verdict of the counters. A refusal that was decided before wins only if the quota allows. */
  #decided(
    { subject, key, now, refused }: PendingSpend,
    { verdict, version }: Spent,
  ): AdmissionDecision {
    if (verdict.banBegan) {
      const seconds = verdict.minuteResetAfter
      this.#parts.observe({ kind: 'ban_began', keyId: subject.id, seconds })
    }
    return {
      key,
      verdict,
      used: undefined,
      decision: decisions[subject.kind][verdict.outcome],
      minute: minuteOf(now),
      version,
      refused: verdict.outcome === 'allowed' ? refused : quotaRefusal(verdict, addressIn(subject)),
      thrown: undefined,
    }
  }

  /** A decision without a charge. The answer still reports the quota of the address. */
  #unspent(caller: Caller, thrown: unknown): Awaitable<AdmissionDecision> {
    const { counters, clock } = this.#parts
    const now = clock()
    return failed(counters.peek(this.#address(caller), addressLimits, now), now, thrown)
  }

  #address(caller: Caller): Subject {
    return { kind: 'address', id: addressOf(caller, this.#parts.proxies) }
  }
}

/** The network address by which a caller is counted. */
export const addressOf = ({ headers, peer }: Caller, proxies: TrustedProxies): string => {
  const forwardedFor = headers['x-forwarded-for']
  const header = Array.isArray(forwardedFor) ? forwardedFor.join(',') : forwardedFor
  return clientAddress(peer, header, proxies)
}

const addressIn = ({ kind, id }: Subject): string | undefined =>
  kind === 'address' ? id : undefined

/** A request whose charge is under way. */
type PendingSpend = Pick<AdmissionDecision, 'key' | 'refused'> & {
  readonly caller: Caller
  readonly subject: Subject
  readonly now: number
}

/** Admits to an operation that is free of charge, even under a ban. The answer reports the key's quota. */
const free = (
  key: KeyRecord,
  { verdict, usage }: QuotaState,
  own: Spent,
  now: number,
): AdmissionDecision => ({
  key,
  verdict,
  used: usage,
  decision: undefined,
  minute: minuteOf(now),
  version: own.version,
  refused: own.verdict.outcome === 'allowed' ? undefined : quotaRefusal(own.verdict),
  thrown: undefined,
})

/** A decision that reports the current state of a quota. */
const failed = (
  state: Awaitable<QuotaState>,
  now: number,
  thrown: unknown,
): Awaitable<AdmissionDecision> => {
  if (state instanceof Promise) return state.then((standing) => failed(standing, now, thrown))
  return {
    key: undefined,
    verdict: state.verdict,
    used: undefined,
    decision: undefined,
    minute: minuteOf(now),
    version: undefined,
    refused: undefined,
    thrown,
  }
}

const minuteOf = (now: number): number => Math.floor(now / (windowSeconds.minute * 1_000))

const decisionsOf = (subject: SubjectKind): Readonly<Record<Outcome, QuotaDecision>> => ({
  allowed: { kind: 'quota', subject, outcome: 'allowed' },
  minute_used_up: { kind: 'quota', subject, outcome: 'minute_used_up' },
  day_used_up: { kind: 'quota', subject, outcome: 'day_used_up' },
  banned: { kind: 'quota', subject, outcome: 'banned' },
})

/** Made once, since each request has one of them. */
const decisions = { key: decisionsOf('key'), address: decisionsOf('address') } as const
