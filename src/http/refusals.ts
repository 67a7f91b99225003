import { type Refusal, refusal } from '../core/errors/api-error.ts'
import { shorten } from '../core/shorten.ts'
import type { Exchange } from './exchange.ts'

/** @param known a sentence that names the paths that exist */
export const routeNotFound = (exchange: Exchange, known: string): Refusal =>
  refusal('route_not_found', `There is no path ${shownPath(exchange)}. ${known}`)

/** @param allow the methods that the path takes, as the `Allow` header lists them */
export const methodNotAllowed = (exchange: Exchange, allow: string): Refusal =>
  refusal(
    'method_not_allowed',
    `${shownPath(exchange)} does not take ${exchange.request.method}; it takes ${allow}.`,
    { Allow: allow },
  )

const shownPath = ({ path }: Exchange): string => shorten(path, 100)
