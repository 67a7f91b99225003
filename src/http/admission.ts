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
import { quotaRefusal } from './quota-refusal.ts'

/** The decision on a caller. With a refusal, or an error of the store, the request ends here. */
export type AdmissionDecision = {
  readonly key: KeyRecord | undefined
  readonly verdict: Verdict
  /** What the key has used; undefined if the request was spent of its quota. */
  readonly used: Usage | undefined
  /** Undefined if the request was spent of no quota that others of its subject are spent of. */
  readonly decision: QuotaDecision | undefined
  /** Minutes since the Unix epoch: the one of which the request spent its quota. */
  readonly minute: number
  /** The version of the data, as in `Spent`. */
  readonly version: number | undefined
  readonly refused: Refusal | undefined
  readonly thrown: unknown
}

/** What an admission is made of. */
export type AdmissionParts = {
  readonly authenticator: Authenticator
  readonly counters: Counters
  readonly proxies: TrustedProxies
  readonly clock: Clock
  /** Observes every ban that begins, and the decisions on what is no request. */
  readonly observe: Observe
}

/**
 * Admits requests: checks the API key, then the ban, then the quota. A valid key spends from its own windows; any other
 * request spends from those of its network address.
 */
export class Admission {
  readonly #parts: AdmissionParts

  constructor(parts: AdmissionParts) {
    this.#parts = parts
  }

  /** @param isFree whether a request with a valid key spends nothing of its quota, but of a count of its own */
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
      // The store cannot find the key.
      (error: unknown) => this.#unspent(caller, error),
    )
  }

  /** Admits a request that needs no key, and spends nothing. */
  admitWithoutCharge(caller: Caller): Awaitable<AdmissionDecision> {
    return this.#unspent(caller, undefined)
  }

  /** The verdict on a request that is no valid HTTP. If it cannot be spent now, it is not. */
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
    // A request without a valid key gets a 429 if the quota of its address is used up, else the 401.
    const { counters } = this.#parts
    if ('code' in key) {
      const address = this.#address(caller)
      const spent = counters.spend(address, addressLimits, now)
      return this.#admitted({ caller, subject: address, key: undefined, now, refused: key }, spent)
    }
    const { chainId, limits } = key
    const subject: Subject = { kind: 'key', id: chainId }
    if (!isFree) {
      const spent = counters.spend(subject, limits, now)
      return this.#admitted({ caller, subject, key, now, refused: undefined }, spent)
    }
    const standing = counters.peek(subject, limits, now)
    // A count that leads to no ban, beside that of the key.
    const own = counters.spend({ kind: 'address', id: `${chainId} free` }, freeLimits, now)
    return standing instanceof Promise || own instanceof Promise
      ? Promise.all([standing, own]).then(
          (both) => free(key, ...both, now),
          (error: unknown) => this.#unspent(caller, error),
        )
      : free(key, standing, own, now)
  }

  /** Admits by a spent request. A counter over a network costs each request this one promise, and no more. */
  #admitted(pending: PendingSpend, spent: Awaitable<Spent>): Awaitable<AdmissionDecision> {
    return spent instanceof Promise
      ? spent.then(
          (decided) => this.#decided(pending, decided),
          // Nobody can count now.
          (error: unknown) => this.#unspent(pending.caller, error),
        )
      : this.#decided(pending, spent)
  }

  /** Admits by the verdict on a spent request, unless there is another refusal. */
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

  /** The answer reports a quota even if something failed, or costs nothing. Nothing is spent if the subject is unknown. */
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

/** What a request is that spends of a subject's quota. */
type PendingSpend = Pick<AdmissionDecision, 'key' | 'refused'> & {
  readonly caller: Caller
  readonly subject: Subject
  readonly now: number
}

/** Admits to what spends no quota, even under a ban. The answer reports the quota as it stands. */
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

/** Uses the present state of a quota and spends nothing. */
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

/** Made once; each request has one of these. */
const decisions = { key: decisionsOf('key'), address: decisionsOf('address') } as const
