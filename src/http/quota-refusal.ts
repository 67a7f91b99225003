import { type Refusal, refusal } from '../core/errors/api-error.ts'
import type { Verdict } from '../quotas/bucket.ts'
import { freeLimits } from '../quotas/plans.ts'

/** The 429 of a verdict that does not allow the request. */
export const quotaRefusal = (verdict: Verdict): Refusal => {
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
