import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError } from '../errors/api-error.ts'
import type { Links } from '../links.ts'
import { deprecationHeaders, removedError } from '../pets/deprecation.ts'
import type { Operation } from '../pets/operations.ts'
import { type HeaderRecord, quotaHeaders } from '../quotas/headers.ts'
import type { Admission, Admitted, Clock } from './admission.ts'

/** What stands at the door of `/v1`. */
export type DoorParts = {
  readonly admission: Admission
  readonly links: Links
  readonly clock: Clock
  /** Takes the quota of requests whose body is still to come, for an error on its way. */
  readonly underWay: WeakMap<IncomingMessage, HeaderRecord>
}

/**
 * Admits every request of this scope, in the order that the decisions (section 2) give: the API key,
 * the ban and the quota, and only then whether the route and the method exist. Headers are set
 * before anything can fail, so that every answer has them.
 */
export const addDoor = (app: FastifyInstance, parts: DoorParts): void => {
  const { admission, links, clock, underWay } = parts
  app.addHook('onRequest', async (request, reply) => {
    const { operation, keyless, allow } = request.routeOptions.config
    const deprecation = operation?.deprecation
    if (deprecation !== undefined) reply.headers(deprecationHeaders(deprecation, links))

    const admitted = await admission.admit(request.raw)
    const headers = quotaHeaders(admitted.verdict)
    reply.headers(headers)
    if (hasBody(request)) underWay.set(request.raw, headers)
    request.keyId = admitted.key?.id
    request.keyOwnerId = admitted.key?.ownerId

    const refusal = refusalOf(admitted, keyless === true)
    if (refusal !== undefined) throw refusal
    if (allow !== undefined && request.method !== 'OPTIONS') throw methodNotAllowed(request, allow)
    if (request.is404) throw routeNotFound(request)
    const removed = deprecation && removedError(deprecation, clock())
    if (removed !== undefined) throw removed
  })
}

/** A route without a key lets in whom only the key would keep out. */
const refusalOf = ({ error }: Admitted, keyless: boolean): Error | undefined =>
  keyless && error instanceof ApiError && error.status === 401 ? undefined : error

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined

export const routeNotFound = (request: FastifyRequest): ApiError =>
  new ApiError('route_not_found', `There is no path ${shownPath(request)}.`)

export const methodNotAllowed = (request: FastifyRequest, allow: string): ApiError =>
  new ApiError(
    'method_not_allowed',
    `${shownPath(request)} does not take ${request.method}; it takes ${allow}.`,
    { Allow: allow },
  )

const longestShown = 100

const shownPath = ({ url }: FastifyRequest): string => {
  const [path = ''] = url.split('?', 1)
  return path.length > longestShown ? `${path.slice(0, longestShown)}…` : path
}

/** The methods that a path takes, those that come with others included (RFC 9110, 10.2.1). */
export const allowedMethods = (operations: readonly Operation[]): string => {
  const methods = operations.flatMap(({ method }) =>
    method === 'GET' ? ['GET', 'HEAD'] : [method],
  )
  return [...methods, 'OPTIONS'].join(', ')
}
