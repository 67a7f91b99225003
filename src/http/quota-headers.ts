import { type Refusal, refusal } from '../core/errors/api-error.ts'
import { type HeaderLines, ownLines } from '../core/headers.ts'
import { windowSeconds } from '../quotas/bucket.ts'
import type { Limits } from '../quotas/plans.ts'
import type { Verdict } from '../quotas/verdict.ts'

/**
 * The quota headers of every response: the three of the interface document, and both windows by the IETF draft
 * (draft-ietf-httpapi-ratelimit-headers-11, structured fields of RFC 9651).
 */
export const quotaHeaders = (verdict: Verdict): HeaderLines =>
  ownLines(
    `X-RateLimit-Limit: ${verdict.limit}\r\n` +
      `X-RateLimit-Remaining: ${decimal(verdict.remaining)}\r\n` +
      `X-RateLimit-Reset: ${verdict.reset}\r\n` +
      `RateLimit-Policy: ${policyHeader(verdict.limits)}\r\n` +
      `RateLimit: "minute";r=${decimal(verdict.minuteRemaining)};t=${verdict.minuteResetAfter}, "day";r=${decimal(verdict.dayRemaining)};t=${verdict.dayResetAfter}\r\n`,
  )

const lastDigits = Array.from({ length: 1_000 }, (_, n) => String(n).padStart(3, '0'))

/**
 * A number of requests in decimal. V8 caches the text of each number that it wrote lately, and the rest of a large
 * quota is a new number each time: megabytes a second that outlive their request. So the digits come from a table.
 */
const decimal = (count: number): string =>
  count < 1_000 ? String(count) : `${Math.floor(count / 1_000)}${lastDigits[count % 1_000]}`

const policies = new WeakMap<Limits, string>()

const policyHeader = (limits: Limits): string => {
  let policy = policies.get(limits)
  if (policy === undefined) {
    policy = `"minute";q=${limits.perMinute};w=${windowSeconds.minute}, "day";q=${limits.perDay};w=${windowSeconds.day}`
    policies.set(limits, policy)
  }
  return policy
}

/** The 429 of a verdict, or undefined if the request may go on. */
export const quotaRefusal = (verdict: Verdict): Refusal | undefined => {
  if (verdict.outcome === 'allowed') return undefined
  // In a flood from one caller, all answers of a second are the same.
  if (latest === undefined || !isAlike(verdict, latest.verdict)) {
    latest = { verdict, refused: refusalOf(verdict) }
  }
  return latest.refused
}

let latest: { readonly verdict: Verdict; readonly refused: Refusal } | undefined

const isAlike = (one: Verdict, other: Verdict): boolean =>
  one.outcome === other.outcome &&
  one.reset === other.reset &&
  one.resetAfter === other.resetAfter &&
  one.limits === other.limits

const refusalOf = ({ outcome, limits, reset, resetAfter }: Verdict): Refusal => {
  const wait = { 'Retry-After': String(resetAfter) }
  const until = new Date(reset * 1_000).toISOString().replace('.000', '')
  const retry = `Retry after ${resetAfter} seconds (${until}).`
  if (outcome === 'banned') {
    const message = `This API key is banned because it went on sending after 429 answers. ${retry}`
    return refusal('api_key_banned', message, wait)
  }
  const used =
    outcome === 'day_used_up'
      ? `All ${limits.perDay} requests of this day (UTC)`
      : `All ${limits.perMinute} requests of this minute`
  return refusal('rate_limit_exceeded', `${used} are used up. ${retry}`, wait)
}
