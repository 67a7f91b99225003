import type { FastifyInstance, FastifyReply, FastifyRequest, RouteGenericInterface } from 'fastify'
import { compileSerializer } from './contract/serializer.ts'
import { sendJson } from './send-json.ts'
import type { Operation } from './pets/operations.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The operation that the route performs; none for OPTIONS and for methods that are refused. */
    operation?: Operation
    /** Whether the route answers without an API key. */
    keyless?: boolean
    /** The methods that the path takes, where the route refuses all others. */
    allow?: string
  }
}

type Handler<G extends RouteGenericInterface> = (
  request: FastifyRequest<G>,
  reply: FastifyReply,
) => Promise<unknown>

/** The path of an operation as the router writes it, under its prefix. */
export const routePath = ({ path }: Pick<Operation, 'path'>): string =>
  path.replaceAll(/\{(\w+)\}/g, ':$1')

/** Registers an operation as a route: its schemas validate the request and serialise the answer. */
export const addOperation = <G extends RouteGenericInterface>(
  app: FastifyInstance,
  operation: Operation,
  handler: Handler<G>,
): void => {
  const serialize = compileSerializer(operation.success.schema)
  app.route({
    method: operation.method,
    url: routePath(operation),
    config: { operation },
    schema: {
      querystring: operation.query,
      ...(operation.params && { params: operation.params }),
      ...(operation.body && { body: operation.body }),
    },
    // The validator of the route has made the request what the handler's type says.
    handler: async (request, reply) => {
      const result = await handler(request as FastifyRequest<G>, reply)
      reply.code(operation.success.status)
      return sendJson(reply, serialize(result))
    },
  })
}
