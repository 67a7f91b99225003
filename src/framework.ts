import type { IncomingHttpHeaders } from 'node:http'
import Fastify, { type FastifyInstance } from 'fastify'
import { requestIdOf } from './admission/request-id.ts'
import { parseQuery } from './contract/query.ts'
import { validatorCompiler } from './contract/validator-compiler.ts'
import type { ApiError } from './errors/api-error.ts'
import { renderError } from './errors/render.ts'
import { toApiError, unsupportedMediaType } from './errors/to-api-error.ts'
import type { Observe } from './operations/observation.ts'
import { knowAllMethods } from './other-methods.ts'
import { sendJson } from './send-json.ts'
import { safetyHeaders } from './wire/headers.ts'
import { wireLimits, type WireTimes } from './wire/limits.ts'
import type { Ending } from './wire/ending.ts'
import { createWireServer, type RefusalHeaders, type WireServer } from './wire/server.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** How the application comes to its end before `close`. */
    readonly ending: Ending
  }
  interface FastifyRequest {
    /** The error that the request was answered with. */
    apiError: ApiError | undefined
    /** The id of the API key that the request was admitted with. */
    keyId: string | undefined
    /** The owner of that key: the first of its rotation chain. */
    keyOwnerId: string | undefined
  }
}

/**
 * Fastify as this service uses it: over the service's own HTTP server, with exact JSON in and out, one
 * renderer of errors, and nothing that it would answer in words of its own.
 */
export const createFramework = (
  refusalHeaders: RefusalHeaders,
  observe: Observe,
  times: WireTimes,
): FastifyInstance => {
  let wire: WireServer
  const app = Fastify({
    logger: false,
    genReqId: (request) => requestIdOf(request.headers['x-request-id']),
    bodyLimit: wireLimits.bodyBytes,
    return503OnClosing: false,
    exposeHeadRoutes: true,
    routerOptions: {
      // Typed as a record by Fastify; only the validator of the route ever reads it.
      querystringParser: (query) => parseQuery(query) as unknown as Record<string, unknown>,
      maxParamLength: wireLimits.uriBytes,
    },
    serverFactory: (handler) => {
      wire = createWireServer(handler, refusalHeaders, times)
      return wire.server
    },
    clientErrorHandler: (error, socket) => wire.onClientError(error, socket),
  })

  // The server's factory has run.
  app.decorate('ending', { getter: () => wire.ending })
  app.addHook('preClose', async () => app.ending.begin())
  app.setValidatorCompiler(validatorCompiler)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    // The bytes go on to the validator of the route, which reads them exactly.
    done(isPlainUtf8(request.headers) ? null : unsupportedMediaType(), body)
  })
  knowAllMethods(app)
  app.decorateRequest('apiError', undefined)
  app.decorateRequest('keyId', undefined)
  app.decorateRequest('keyOwnerId', undefined)

  app.addHook('onRequest', async (request, reply) => {
    reply.headers(safetyHeaders)
    reply.header('X-Request-Id', request.id)
  })
  app.setErrorHandler((thrown, request, reply) => {
    const error = toApiError(thrown)
    request.apiError = error
    if (error.status >= 500)
      observe({ kind: 'request_failed', requestId: request.id, error: thrown })
    reply.headers(error.headers).code(error.status)
    return sendJson(reply, renderError(error))
  })
  return app
}

/** Whether a JSON body is in the one encoding that RFC 8259 (8.1) allows, and not compressed. */
const isPlainUtf8 = (headers: IncomingHttpHeaders): boolean => {
  const coding = headers['content-encoding']
  if (coding !== undefined && coding.toLowerCase() !== 'identity') return false
  const charset = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(headers['content-type'] ?? '')?.[1]
  return charset === undefined || charset.toLowerCase() === 'utf-8'
}
