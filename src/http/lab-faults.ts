import { noHeader, refusedKey, unknownKey } from '../access/keys/authenticator.ts'
import type { KeyRecord } from '../access/keys/key-store.ts'
import { everyScope, scopeRefusal, type Scope } from '../access/keys/scopes.ts'
import { banSeconds, type Verdict } from '../access/quotas/bucket.ts'
import { durationOf } from '../base/duration.ts'
import { type Refusal, refusal, serviceUnavailable } from '../base/errors/api-error.ts'
import { catalogue, type ErrorCode, errorCodes } from '../base/errors/catalogue.ts'
import { inUseRetrySeconds } from '../base/idempotency.ts'
import type { Links } from '../kit/links.ts'
import { type Exchange, quotaHeaders } from './exchange.ts'
import { closing, quotaRefusal } from './refusals.ts'

/** The request header that asks for a fault, in staging alone. */
export const faultHeader = 'X-Lab-Fault'

/** Milliseconds for which `slow` may hold an answer: less than a connection waits for one. */
const maxHold = 30_000

/** What a fault is made of, beside the request. */
type Met = {
  readonly key: KeyRecord
  readonly verdict: Verdict
  readonly links: Links
  /** The value of `Allow`; undefined if the path is unknown. */
  readonly allow: string | undefined
}

/** Does to a request what its `X-Lab-Fault` asks for; returns whether it was refused or cut, so that nothing may be done. */
export const meetFault = (exchange: Exchange, met: Met): boolean => {
  const { request } = exchange
  const header = request.headers['x-lab-fault']
  if (header === undefined) return false
  const fault = String(header)
  const [, hold] = /^slow=(\w[\w.]*)$/.exec(fault) ?? []
  const milliseconds = hold === undefined ? undefined : durationOf(hold)
  if (fault === 'cut-after') exchange.send = () => request.abandon()
  else if (fault === 'trickle') exchange.send = (...answer) => request.trickle(...answer)
  else if (milliseconds !== undefined && milliseconds <= maxHold) {
    // Without a connection nobody waits for it.
    exchange.send = (...answer) =>
      void setTimeout(() => request.answer(...answer), milliseconds).unref()
  } else {
    exchange.isLab = true
    if (fault === 'cut-before') request.abandon()
    else exchange.refuse(isCode(fault) ? refusalOf(fault, exchange, met) : unknownFault)
    return true
  }
  return false
}

const isCode = (fault: string): fault is ErrorCode => Object.hasOwn(catalogue, fault)

const unknownFault = refusal(
  'invalid_parameter',
  `There is no such ${faultHeader}. It takes one of cut-before, cut-after, trickle, slow=PT5S (up to PT${maxHold / 1_000}S), ${errorCodes.join(', ')}.`,
)

/** The refusal of a code, with the headers that it has elsewhere. */
const refusalOf = (
  code: ErrorCode,
  exchange: Exchange,
  { key, verdict, links, allow }: Met,
): Refusal => {
  const { status, example } = catalogue[code]
  const { operation } = exchange
  switch (code) {
    case 'missing_api_key':
      return noHeader
    case 'invalid_api_key':
      return unknownKey
    case 'wrong_environment':
      return refusedKey(code, example)
    case 'insufficient_scope':
      return scopeRefusal(key.scopes, operation?.scope ?? (everyScope[0] as Scope))
    case 'rate_limit_exceeded':
    case 'api_key_banned': {
      const used = usedUp(verdict, code === 'api_key_banned')
      exchange.request.quota = quotaHeaders(used)
      return quotaRefusal(used)
    }
    case 'service_unavailable':
      return serviceUnavailable()
    case 'body_too_large':
      return refusal(code, example, closing)
    case 'idempotency_key_in_use':
      return refusal(code, example, { 'Retry-After': String(inUseRetrySeconds) })
    case 'cursor_expired':
      return refusal(code, example, {
        Link: `<${links.base}${operation?.path ?? ''}?limit=20>; rel="first"`,
      })
    case 'unsupported_media_type':
      return refusal(code, example, { Accept: 'application/json', 'Accept-Encoding': 'identity' })
    default: {
      const saysAllow = status === 405 || code === 'operation_removed'
      return refusal(code, example, saysAllow ? { Allow: allow ?? 'OPTIONS' } : {})
    }
  }
}

/** The verdict as if the minute were used up, or a first ban had begun. */
const usedUp = (verdict: Verdict, isBanned: boolean): Verdict => {
  const wait = isBanned ? banSeconds.first : verdict.minuteResetAfter
  return {
    ...verdict,
    outcome: isBanned ? 'banned' : 'minute_used_up',
    limit: verdict.limits.perMinute,
    remaining: 0,
    reset: verdict.reset - verdict.resetAfter + wait,
    resetAfter: wait,
    minuteRemaining: 0,
    minuteResetAfter: wait,
    ...(isBanned && { dayRemaining: 0, dayResetAfter: wait }),
  }
}
