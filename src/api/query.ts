import type { JsonMember } from './json-object.ts'

/** One `name=value` of a query string, decoded, in the order sent. */
export type QueryPair = JsonMember

/**
 * Splits a query string (application/x-www-form-urlencoded, WHATWG URL section 5.1) without losing a repetition. The
 * check of the target has made sure that the percent-encoding is valid.
 *
 * @param query the part after the question mark; the limit of the URI bounds its length
 */
export const parseQuery = (query: string): readonly QueryPair[] => {
  if (query === '') return []
  const pairs: QueryPair[] = []
  const isPlain = !query.includes('%') && !query.includes('+')
  // `split` would keep its results in a cache of V8's, which is costly because queries rarely repeat.
  for (let start = 0, end = 0; start <= query.length; start = end + 1) {
    end = query.indexOf('&', start)
    if (end === -1) end = query.length
    const piece = query.slice(start, end)
    if (piece === '') continue
    const equals = piece.indexOf('=')
    const name = equals === -1 ? piece : piece.slice(0, equals)
    const value = equals === -1 ? '' : piece.slice(equals + 1)
    pairs.push(isPlain ? { name, token: value } : { name: decode(name), token: decode(value) })
  }
  return pairs
}

const decode = (text: string): string => {
  const spaced = text.replaceAll('+', ' ')
  return spaced.includes('%') ? decodeURIComponent(spaced) : spaced
}
