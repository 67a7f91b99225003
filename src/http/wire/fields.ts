import type { IncomingHttpHeaders } from 'node:http'
import { isHost } from './host.ts'

/** The header fields of a request, and what they say about its body. */
export type Fields = {
  /** Names and values in turn, as sent. */
  readonly list: readonly string[]
  /** By their names in lower case. */
  readonly headers: IncomingHttpHeaders
  readonly hasHost: boolean
  /** Undefined if no length of a body is announced. */
  readonly contentLength: number | undefined
  readonly isChunked: boolean
  /** Whether the client waits for a 100 before it sends the body (RFC 9110 section 10.1.1). */
  readonly expectsContinue: boolean
  /** What is wrong with the fields, to follow a colon; undefined if nothing is. */
  readonly fault: string | undefined
}

/** Fields whose repetition changes what a request means. */
const single = new Set(['host', 'authorization', 'content-type'])

/**
 * Reads the fields of a request and checks them against HTTP. Clients send the same fields again and again, so the
 * result for the last ones is reused.
 *
 * @param before the previous fields of the connection
 */
export const readFields = (list: readonly string[], before: Fields | undefined): Fields =>
  before !== undefined && areSame(list, before.list) ? before : makeFields(list)

const areSame = (one: readonly string[], other: readonly string[]): boolean => {
  if (one.length !== other.length) return false
  for (let at = 0; at < one.length; at += 1) if (one[at] !== other[at]) return false
  return true
}

const makeFields = (list: readonly string[]): Fields => {
  // Without a prototype, only real fields can be found by name.
  const headers: Record<string, string> = { __proto__: null } as never
  let fault: string | undefined
  for (let at = 0; at < list.length; at += 2) {
    const name = (list[at] ?? '').toLowerCase()
    const value = list[at + 1] ?? ''
    const before = headers[name]
    if (before === undefined) headers[name] = value
    // The sender could not know which of them counts.
    else if (single.has(name))
      fault ??= `it has more than one ${nameOf(name)} header (RFC 9110, 5.3)`
    else headers[name] = `${before}${name === 'cookie' ? '; ' : ', '}${value}`
  }
  const { host, expect, 'transfer-encoding': coding, 'content-length': announced } = headers
  if (host !== undefined && !isHost(host)) fault = 'its Host is no host and port'
  else if (coding !== undefined && coding.toLowerCase() !== 'chunked') fault = unknownCoding
  return {
    list,
    headers,
    hasHost: host !== undefined,
    contentLength: announced === undefined ? undefined : Number(announced),
    isChunked: coding !== undefined,
    expectsContinue: expect !== undefined && /(?:^|\W)100-continue(?:$|\W)/i.test(expect),
    fault,
  }
}

const nameOf = (name: string): string =>
  name.replaceAll(/(?:^|-)[a-z]/g, (letter) => letter.toUpperCase())

/** Why a transfer coding other than chunked is refused, to follow a colon. */
export const unknownCoding =
  'its Transfer-Encoding is not chunked alone, in HTTP/1.1 (RFC 9112, 6.1 and 7.1)'
