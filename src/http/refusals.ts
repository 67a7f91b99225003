import { SocketAddress } from 'node:net'
import { type Refusal, refusal } from '../base/errors/api-error.ts'
import { shorten } from '../base/errors/message-of.ts'
import type { Verdict } from '../access/quotas/bucket.ts'
import { freeLimits } from '../access/quotas/plans.ts'
import type { Exchange } from './exchange.ts'

/** So that the rest of the body need not be read. */
export const closing = { Connection: 'close' } as const

/** @param hint a sentence that names the paths that exist */
export const routeNotFound = (exchange: Exchange, hint: string): Refusal =>
  refusal('route_not_found', `There is no path ${shownPath(exchange)}. ${hint}`)

/** The methods of RFC 9110 section 9.3, and PATCH (RFC 5789). */
const standardMethods: ReadonlySet<string> = new Set(
  'GET HEAD POST PUT PATCH DELETE CONNECT OPTIONS TRACE'.split(' '),
)

/** A standard method that is not among those in `allow` is 405, any other one 501 (RFC 9110 section 9.1). */
export const methodRefused = (exchange: Exchange, allow: string): Refusal => {
  const { method } = exchange.request
  const message = `${shownPath(exchange)} does not take ${method}; it takes ${allow}.`
  return standardMethods.has(method)
    ? refusal('method_not_allowed', message, { Allow: allow })
    : refusal('method_not_implemented', message)
}

const shownPath = ({ path }: Exchange): string => shorten(path, 100)

/** The 429 of a verdict. `address` is that of a caller without a valid key, as it is counted; undefined for a key or page. */
export const quotaRefusal = (verdict: Verdict, address?: string): Refusal => {
  // In a flood from one caller, all refusals of a second are the same.
  if (latest === undefined || address !== latest.address || !isAlike(verdict, latest.verdict)) {
    latest = { verdict, address, refused: refusalOf(verdict, address) }
  }
  return latest.refused
}

let latest:
  | { readonly verdict: Verdict; readonly address: string | undefined; readonly refused: Refusal }
  | undefined

const isAlike = (one: Verdict, other: Verdict): boolean =>
  one.outcome === other.outcome &&
  one.reset === other.reset &&
  one.resetAfter === other.resetAfter &&
  one.limits === other.limits

const refusalOf = (verdict: Verdict, address: string | undefined): Refusal => {
  const { outcome, limits, reset, resetAfter } = verdict
  const wait = { 'Retry-After': String(resetAfter) }
  const until = new Date(reset * 1_000).toISOString().replace('.000', '')
  const retry = `Retry after ${resetAfter} seconds (${until}).`
  if (outcome === 'banned') {
    const message = `This API key is banned because it kept sending after 429 answers. ${retry}`
    return refusal('api_key_banned', message, wait)
  }
  const isDay = outcome === 'day_used_up'
  const window = isDay ? 'day (UTC)' : 'minute'
  const limit = isDay ? limits.perDay : limits.perMinute
  const kind = limits === freeLimits ? ' that cost no quota' : ''
  const message =
    address === undefined
      ? `All ${limit} requests of this ${window}${kind} are used up. ${retry}`
      : `No valid API key came with this request, and ${nameOf(address)} has already sent ${limit} such requests in this ${window}. ${retry}`
  return refusal('rate_limit_exceeded', message, wait)
}

/** An address as text (RFC 5952). Callers with IPv6 are counted by their network of 64 bits. */
const nameOf = (address: string): string => {
  const [network = '', prefix] = address.split('/')
  return prefix === undefined
    ? `the address ${address}`
    : `the IPv6 network ${new SocketAddress({ address: network, family: 'ipv6' }).address}/${prefix}`
}
