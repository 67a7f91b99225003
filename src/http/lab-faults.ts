import { noHeader, refusedKey, unknownKey } from '../access/keys/authenticator.ts'
import { everyScope, noScopes, scopeRefusal } from '../access/keys/scopes.ts'
import { banSeconds, type Verdict } from '../access/quotas/bucket.ts'
import { durationOf } from '../base/duration.ts'
import { type ErrorHeaders, refusal, serviceUnavailable } from '../base/errors/api-error.ts'
import { catalogue, type ErrorCode, errorCodes } from '../base/errors/catalogue.ts'
import { inUseRetrySeconds } from '../base/idempotency.ts'
import { type Exchange, quotaHeaders } from './exchange.ts'
import { closing, quotaRefusal } from './refusals.ts'

/** The longest time for which `slow` may delay an answer, in milliseconds: less than the timeout of a connection. */
const maxHold = 30_000

/** Applies the fault that `X-Lab-Fault` names; returns whether the request is done. @param allow the value of `Allow` */
export const meetFault = (
  exchange: Exchange,
  fault: string,
  verdict: Verdict,
  allow = 'OPTIONS',
): boolean => {
  const { request } = exchange
  const code = errorCodes.find((each) => each === fault)
  const hold = fault.startsWith('slow=') ? durationOf(fault.slice('slow='.length)) : Infinity
  if (fault === 'cut-after') exchange.send = () => request.abandon()
  else if (fault === 'trickle') exchange.send = (...answer) => request.trickle(...answer)
  else if (hold <= maxHold)
    exchange.send = (...answer) => setTimeout(() => request.answer(...answer), hold).unref()
  if (exchange.send !== undefined) return false
  if (fault === 'cut-before') request.abandon()
  else if (code !== undefined) refuse(exchange, code, verdict, allow)
  else exchange.refuse(unknownFault)
  exchange.operation = undefined
  exchange.group = 'lab'
  return true
}

const unknownFault = refusal(
  'invalid_parameter',
  `There is no such X-Lab-Fault. It takes one of cut-before, cut-after, trickle, slow=PT5S (up to PT${maxHold / 1_000}S), ${errorCodes.join(', ')}.`,
)

/** Refuses with an error code and the headers that usually come with it. */
const refuse = (exchange: Exchange, code: ErrorCode, verdict: Verdict, Allow: string): void => {
  const { example } = catalogue[code]
  const isBan = code === 'api_key_banned'
  if (isBan || code === 'rate_limit_exceeded') {
    const wait = isBan ? banSeconds.first : verdict.minuteResetAfter
    const used: Verdict = {
      ...verdict,
      outcome: isBan ? 'banned' : 'minute_used_up',
      limit: verdict.limits.perMinute,
      remaining: 0,
      reset: verdict.reset - verdict.resetAfter + wait,
      resetAfter: wait,
      minuteRemaining: 0,
      minuteResetAfter: wait,
      ...(isBan && { dayRemaining: 0, dayResetAfter: wait }),
    }
    exchange.request.quota = quotaHeaders(used)
    return exchange.refuse(quotaRefusal(used))
  }
  const scope = exchange.operation?.scope ?? everyScope[0] ?? 'lab'
  const headers: Partial<Record<ErrorCode, ErrorHeaders>> = {
    missing_api_key: noHeader.headers,
    invalid_api_key: unknownKey.headers,
    wrong_environment: refusedKey('wrong_environment', example).headers,
    insufficient_scope: scopeRefusal(noScopes, scope).headers,
    method_not_allowed: { Allow },
    operation_removed: { Allow },
    idempotency_key_in_use: { 'Retry-After': String(inUseRetrySeconds) },
    service_unavailable: serviceUnavailable().headers,
    body_too_large: closing,
    cursor_expired: { Link: `<${exchange.path}?limit=20>; rel="first"` },
    unsupported_media_type: { Accept: 'application/json', 'Accept-Encoding': 'identity' },
  }
  exchange.refuse(refusal(code, example, headers[code]))
}
