import type { FastifyInstance } from 'fastify'
import type { Observe } from './observation.ts'

/** Observes every request that was answered by a route, once its answer is out. */
export const observeRequests = (app: FastifyInstance, observe: Observe): void => {
  app.addHook('onResponse', async (request, reply) => {
    const { operation } = request.routeOptions.config
    const [path = ''] = request.url.split('?', 1)
    observe({
      kind: 'request',
      requestId: request.id,
      method: request.method,
      path,
      operation: operation?.operationId,
      status: reply.statusCode,
      code: request.apiError?.code,
      keyId: request.keyId,
      milliseconds: Math.round(reply.elapsedTime * 1_000) / 1_000,
      deprecated: operation?.deprecation !== undefined,
    })
  })
}
