import { type Refusal, refusal } from '../core/errors/api-error.ts'
import { type HeaderLines, ownLines } from '../core/headers.ts'
import { type Verdict, windowSeconds } from '../quotas/bucket.ts'
import { freeLimits } from '../quotas/plans.ts'

/**
 * The quota headers of every response: the three of the interface document, and both windows by the IETF draft
 * (draft-ietf-httpapi-ratelimit-headers-11, structured fields of RFC 9651).
 */
export const quotaHeaders = (verdict: Verdict): HeaderLines => {
  if (frame === undefined || !fits(frame, verdict)) frame = frameOf(verdict)
  const { before, between, again, behind } = frame
  const minute = decimal(verdict.minuteRemaining)
  const day = decimal(verdict.dayRemaining)
  return ownLines(before + decimal(verdict.remaining) + between + minute + again + day + behind)
}

/** The text around the three numbers that differ from request to request. */
type Frame = {
  readonly of: Verdict
  readonly before: string
  readonly between: string
  readonly again: string
  readonly behind: string
}

/** Of the latest request. */
let frame: Frame | undefined

const frameOf = (verdict: Verdict): Frame => {
  const { limits, limit, reset, minuteResetAfter, dayResetAfter } = verdict
  const policy = `"minute";q=${limits.perMinute};w=${windowSeconds.minute}, "day";q=${limits.perDay};w=${windowSeconds.day}`
  return {
    of: verdict,
    before: `X-RateLimit-Limit: ${limit}\r\nX-RateLimit-Remaining: `,
    between: `\r\nX-RateLimit-Reset: ${reset}\r\nRateLimit-Policy: ${policy}\r\nRateLimit: "minute";r=`,
    again: `;t=${minuteResetAfter}, "day";r=`,
    behind: `;t=${dayResetAfter}\r\n`,
  }
}

/** All windows end at the same time, so callers of one plan share the frame of a second. */
const fits = ({ of }: Frame, verdict: Verdict): boolean =>
  of.limits.perMinute === verdict.limits.perMinute &&
  of.limits.perDay === verdict.limits.perDay &&
  of.limit === verdict.limit &&
  of.reset === verdict.reset &&
  of.minuteResetAfter === verdict.minuteResetAfter &&
  of.dayResetAfter === verdict.dayResetAfter

const lastDigits = Array.from({ length: 1_000 }, (_, n) => String(n).padStart(3, '0'))

/**
 * A number of requests in decimal. V8 caches the text of each number that it wrote lately, and the rest of a large
 * quota is a new number each time: megabytes a second that outlive their request. So the digits come from a table.
 */
const decimal = (count: number): string =>
  count < 1_000 ? String(count) : `${Math.floor(count / 1_000)}${lastDigits[count % 1_000]}`

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
      : `All ${limits.perMinute} requests of this minute${limits === freeLimits ? ' that cost no quota' : ''}`
  return refusal('rate_limit_exceeded', `${used} are used up. ${retry}`, wait)
}
