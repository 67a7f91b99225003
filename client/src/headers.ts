import type { RateLimit, RateLimitWindow } from './types.ts'

/** Reads the quota that a response reports; undefined if it reports none. */
export const readRateLimit = (headers: Headers): RateLimit | undefined => {
  const limit = wholeNumber(headers, 'x-ratelimit-limit')
  const remaining = wholeNumber(headers, 'x-ratelimit-remaining')
  const reset = wholeNumber(headers, 'x-ratelimit-reset')
  if (limit === undefined || remaining === undefined || reset === undefined) return undefined
  const end = new Date(reset * 1_000)
  return { limit, remaining, reset: end, windows: readWindows(headers, remaining, end) }
}

/**
 * Reads the IETF draft's `RateLimit` field. If a proxy dropped it, reads `X-RateLimit-*` and
 * `Date`.
 */
const readWindows = (headers: Headers, remaining: number, end: Date): RateLimitWindow[] => {
  const field = headers.get('ratelimit') ?? ''
  const windows = [...field.matchAll(/"([^"]+)";r=(\d+);t=(\d+)/g)].map(([, name = '', r, t]) => ({
    name,
    remaining: Number(r),
    resetAfter: Number(t),
  }))
  if (windows.length > 0) return windows
  const resetAfter = secondsUntil(headers, end.getTime())
  return resetAfter === undefined ? [] : [{ name: 'unnamed', remaining, resetAfter }]
}

/** The seconds to wait from `Retry-After` (RFC 9110, 10.2.3), or undefined. */
export const readRetryAfter = (headers: Headers): number | undefined =>
  wholeNumber(headers, 'retry-after') ??
  secondsUntil(headers, Date.parse(headers.get('retry-after') ?? ''))

/** The target of a relation in `Link` (RFC 8288), or undefined. */
export const readLink = (headers: Headers, relation: string): string | undefined =>
  [...(headers.get('link') ?? '').matchAll(/<([^>]*)>([^<]*)/g)].find(([, , parameters = '']) =>
    (/;\s*rel="?([^";,]+)/i.exec(parameters)?.[1] ?? '').split(' ').includes(relation),
  )?.[1]

/** The scopes that the key lacks, by RFC 6750, section 3, or undefined. */
export const readMissingScope = (headers: Headers): string | undefined =>
  /\bscope="([^"]*)"/.exec(headers.get('www-authenticate') ?? '')?.[1]

/** Describes the deprecation and removal of an operation (RFC 9745, RFC 8594); undefined if it is not deprecated. */
export const readDeprecation = (headers: Headers, baseUrl: string): string | undefined => {
  const deprecation = headers.get('deprecation')
  if (deprecation === null) return undefined
  const since = day(Number(deprecation.slice(1)) * 1_000)
  const sunset = day(Date.parse(headers.get('sunset') ?? ''))
  const notice = readLink(headers, 'deprecation')
  return [
    'is deprecated',
    since && ` since ${since}`,
    sunset && ` and will be removed on ${sunset}`,
    notice && `; see ${new URL(notice, baseUrl).href}`,
  ].join('')
}

const day = (time: number): string =>
  Number.isNaN(time) ? '' : new Date(time).toISOString().slice(0, 10)

/** Both times are by the service's clock, which may differ from this machine's. */
const secondsUntil = (headers: Headers, end: number): number | undefined => {
  const seconds = Math.ceil((end - Date.parse(headers.get('date') ?? '')) / 1_000)
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds)
}

const wholeNumber = (headers: Headers, name: string): number | undefined => {
  const value = headers.get(name) ?? ''
  return /^\d{1,15}$/.test(value) ? Number(value) : undefined
}
