import { type Refusal, refusal } from '../core/errors/api-error.ts'
import { shorten } from '../core/errors/message-of.ts'
import type { Exchange } from './exchange.ts'

/** @param known a sentence that names the paths that exist */
export const routeNotFound = (exchange: Exchange, known: string): Refusal =>
  refusal('route_not_found', `There is no path ${shownPath(exchange)}. ${known}`)

/** The methods of RFC 9110 section 9.3, and PATCH (RFC 5789). */
const knownMethods: ReadonlySet<string> = new Set(
  'GET HEAD POST PUT PATCH DELETE CONNECT OPTIONS TRACE'.split(' '),
)

/**
 * A known method that the path does not take is 405, an unknown one 501 (RFC 9110 section 9.1).
 *
 * @param allow the methods that the path takes, as the `Allow` header lists them
 */
export const methodRefused = (exchange: Exchange, allow: string): Refusal => {
  const { method } = exchange.request
  const message = `${shownPath(exchange)} does not take ${method}; it takes ${allow}.`
  return knownMethods.has(method)
    ? refusal('method_not_allowed', message, { Allow: allow })
    : refusal('method_not_implemented', message)
}

const shownPath = ({ path }: Exchange): string => shorten(path, 100)
