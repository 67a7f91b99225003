import { ApiError } from '../errors/api-error.ts'
import type { HeaderLines } from '../wire/headers.ts'
import { windowSeconds } from './bucket.ts'
import type { Limits } from './plans.ts'
import type { Verdict } from './verdict.ts'

/**
 * The quota on every response: the trio of the interface document, and beside it both windows by
 * the IETF draft (draft-ietf-httpapi-ratelimit-headers, structured fields of RFC 9651).
 */
export const quotaHeaders = (verdict: Verdict): HeaderLines =>
  `X-RateLimit-Limit: ${verdict.limit}\r\n` +
  `X-RateLimit-Remaining: ${verdict.remaining}\r\n` +
  `X-RateLimit-Reset: ${verdict.reset}\r\n` +
  `RateLimit-Policy: ${policyHeader(verdict.limits)}\r\n` +
  `RateLimit: "minute";r=${verdict.minuteRemaining};t=${verdict.minuteResetAfter}, "day";r=${verdict.dayRemaining};t=${verdict.dayResetAfter}\r\n`

const policies = new WeakMap<Limits, string>()

const policyHeader = (limits: Limits): string => {
  let policy = policies.get(limits)
  if (policy === undefined) {
    policy = `"minute";q=${limits.perMinute};w=${windowSeconds.minute}, "day";q=${limits.perDay};w=${windowSeconds.day}`
    policies.set(limits, policy)
  }
  return policy
}

/** The 429 that a verdict calls for, or undefined where the request may go on. */
export const quotaError = (verdict: Verdict): ApiError | undefined => {
  if (verdict.outcome === 'allowed') return undefined
  const wait = { 'Retry-After': String(verdict.resetAfter) }
  const until = new Date(verdict.reset * 1_000).toISOString().replace('.000', '')
  const retry = `Retry after ${verdict.resetAfter} seconds (${until}).`
  switch (verdict.outcome) {
    case 'minute_used_up': {
      const { perMinute } = verdict.limits
      const message = `All ${perMinute} requests of this minute are used up. ${retry}`
      return new ApiError('rate_limit_exceeded', message, wait)
    }
    case 'day_used_up': {
      const { perDay } = verdict.limits
      const message = `All ${perDay} requests of this day (UTC) are used up. ${retry}`
      return new ApiError('rate_limit_exceeded', message, wait)
    }
    case 'banned': {
      const message = `This API key is banned because it went on sending after 429 answers. ${retry}`
      return new ApiError('api_key_banned', message, wait)
    }
  }
}
