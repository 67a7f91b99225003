import { andThen, type Awaitable } from '../base/awaitable.ts'
import type { Clock } from '../base/clock.ts'
import type { Refusal } from '../base/errors/api-error.ts'
import type { Observe, QuotaDecision } from '../base/observation.ts'
import { type Outcome, outcomes, type SubjectKind } from '../base/spending.ts'
import type { Caller } from '../base/wire-request.ts'
import type { Authenticator } from '../access/keys/authenticator.ts'
import type { KeyRecord } from '../access/keys/key-store.ts'
import { noScopes, type Scopes } from '../access/keys/scopes.ts'
import { clientAddress, type TrustedProxies } from '../access/quotas/client-address.ts'
import type { Counters, Spent, Subject } from '../access/quotas/counters.ts'
import { addressLimits, freeLimits } from '../access/quotas/plans.ts'
import type { Usage } from '../access/quotas/usage.ts'
import { type Verdict, windowSeconds } from '../access/quotas/bucket.ts'
import { quotaRefusal } from './refusals.ts'

/** The decision on a caller. With a refusal, or an error of the store, the request ends here. */
export type Admitted = {
  readonly key: KeyRecord | undefined
  readonly verdict: Verdict
  /** What the key has used; undefined if the request itself was charged to the quota. */
  readonly used: Usage | undefined
  /** Undefined if the request was not charged to the subject's own quota. */
  readonly decision: QuotaDecision | undefined
  /** That the request was charged to, counted from the Unix epoch. */
  readonly minute: number
  /** The version of the data, as in `Spent`. */
  readonly version: number | undefined
  readonly refused: Refusal | undefined
  readonly thrown: unknown
}

type Judged = KeyRecord | Refusal

type AdmissionParts = {
  readonly authenticator: Authenticator
  readonly counters: Counters
  readonly proxies: TrustedProxies
  readonly clock: Clock
  /** Observes every ban that begins, and the decision on bytes that are not a request. */
  readonly observe: Observe
}

/** Checks the API key, then the ban, then the quota. A request without a valid key is charged to its network address. */
export const admissionBy = (parts: AdmissionParts) => {
  const { authenticator, counters, proxies, clock, observe } = parts
  /** @param isFree whether a request with a valid key is charged to a separate count, not to the key's quota */
  const admit = (caller: Caller, isFree: boolean): Awaitable<Admitted> => {
    const now = clock()
    try {
      const key = authenticator.authenticate(caller.headers.authorization, now)
      const decision =
        key instanceof Promise
          ? judgeLater(caller, key, now, isFree)
          : judge(caller, key, now, isFree)
      return decision instanceof Promise ? orUncharged(caller, decision) : decision
    } catch (error) {
      return uncharged(caller, error)
    }
  }

  /** The current scopes of an admitted caller: none if its key has ended or is banned. Nothing is charged. */
  const scopesNow = async ({ headers }: Caller): Promise<Scopes> => {
    const now = clock()
    const key = await authenticator.authenticate(headers.authorization, now, false)
    if ('code' in key) return noScopes
    const { usage } = await counters.peek({ kind: 'key', id: key.ownerId }, key.limits, now)
    return usage.bannedUntil === undefined ? key.scopes : noScopes
  }

  /** Charges invalid HTTP to its address. If the counters are unavailable, nothing is charged. */
  const judgeAddress = async (caller: Caller): Promise<Verdict> => {
    const address = addressSubject(caller)
    try {
      const { verdict } = await counters.spend(address, addressLimits, clock())
      observe(decisions.address[verdict.outcome])
      return verdict
    } catch {
      return (await counters.peek(address, addressLimits, clock())).verdict
    }
  }

  // The asynchronous steps are separate functions, because closures inside would cost a synchronous request their scopes.
  const judgeLater = async (caller: Caller, key: Promise<Judged>, now: number, isFree: boolean) =>
    await judge(caller, await key, now, isFree)

  /** If the store or the counters are unavailable, nothing is charged. */
  const orUncharged = async (caller: Caller, decision: Promise<Admitted>): Promise<Admitted> => {
    try {
      return await decision
    } catch (error) {
      return uncharged(caller, error)
    }
  }

  const judge = (
    caller: Caller,
    key: Judged,
    now: number,
    isFree: boolean,
  ): Awaitable<Admitted> => {
    // Without a valid key the answer is 401, or 429 once the address is over its quota.
    const isRefused = 'code' in key
    const subject: Subject = isRefused ? addressSubject(caller) : { kind: 'key', id: key.ownerId }
    if (isFree && !isRefused) return free(key, subject, now)
    const spent = counters.spend(subject, isRefused ? addressLimits : key.limits, now)
    return spent instanceof Promise
      ? decideLater(subject, key, now, spent)
      : decide(subject, key, now, spent)
  }

  const decideLater = async (subject: Subject, key: Judged, now: number, spent: Promise<Spent>) =>
    decide(subject, key, now, await spent)

  /** Decides by the verdict of the counters. The refusal of a key wins only if the quota allows. */
  const decide = ({ kind, id }: Subject, key: Judged, now: number, spent: Spent): Admitted => {
    const { verdict, version } = spent
    if (verdict.banBegan) {
      const seconds = verdict.minuteResetAfter
      observe({ kind: 'ban_began', keyId: id, seconds })
    }
    const isRefused = 'code' in key
    const address = kind === 'address' ? id : undefined
    const refused = isRefused ? key : undefined
    return {
      key: isRefused ? undefined : key,
      verdict,
      used: undefined,
      decision: decisions[kind][verdict.outcome],
      minute: minuteOf(now),
      version,
      refused: verdict.outcome === 'allowed' ? refused : quotaRefusal(verdict, address),
      thrown: undefined,
    }
  }

  /** Admits to an operation that is free of charge, even under a ban. The answer reports the key's quota. */
  const free = async (key: KeyRecord, subject: Subject, now: number): Promise<Admitted> => {
    // A separate count, which never leads to a ban.
    const count: Subject = { kind: 'address', id: `${key.ownerId} free` }
    const [state, own] = await Promise.all([
      counters.peek(subject, key.limits, now),
      counters.spend(count, freeLimits, now),
    ])
    return {
      ...notCharged,
      key,
      verdict: state.verdict,
      used: state.usage,
      minute: minuteOf(now),
      version: own.version,
      refused: own.verdict.outcome === 'allowed' ? undefined : quotaRefusal(own.verdict),
    }
  }

  /** Admits without a key and without a charge. The answer still reports the quota of the address. */
  const uncharged = (caller: Caller, thrown?: unknown): Awaitable<Admitted> => {
    const now = clock()
    const peeked = counters.peek(addressSubject(caller), addressLimits, now)
    const minute = minuteOf(now)
    return andThen(peeked, ({ verdict }) => ({ ...notCharged, verdict, minute, thrown }))
  }

  const addressSubject = (caller: Caller): Subject => ({
    kind: 'address',
    id: addressOf(caller, proxies),
  })

  return { admit, scopesNow, judgeAddress, uncharged }
}

export type Admission = ReturnType<typeof admissionBy>

const none = undefined
const notCharged = {
  key: none,
  used: none,
  decision: none,
  version: none,
  refused: none,
  thrown: none,
}

/** The network address by which a caller is counted. */
export const addressOf = ({ headers, peer }: Caller, proxies: TrustedProxies): string => {
  const forwardedFor = headers['x-forwarded-for']
  const header = Array.isArray(forwardedFor) ? forwardedFor.join(',') : forwardedFor
  return clientAddress(peer, header, proxies)
}

const minuteOf = (now: number): number => Math.floor(now / (windowSeconds.minute * 1_000))

const decisionsOf = (subject: SubjectKind) =>
  Object.fromEntries(
    outcomes.map((outcome) => [outcome, { kind: 'quota', subject, outcome }]),
    // Every outcome has its own text.
  ) as Readonly<Record<Outcome, QuotaDecision>>

/** Made once, because every request uses one of them. */
const decisions = { key: decisionsOf('key'), address: decisionsOf('address') } as const
