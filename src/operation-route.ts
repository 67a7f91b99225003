import type { FastifyInstance, FastifyReply, FastifyRequest, RouteGenericInterface } from 'fastify'
import { compileSerializer } from './contract/serializer.ts'
import { compileHeaderReader, describeFaults } from './contract/schema-reader.ts'
import { ApiError } from './errors/api-error.ts'
import { JsonText, sendJson } from './send-json.ts'
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

/** Returns the value to serialise, or a `JsonText` to send as it is. */
type Handler<G extends RouteGenericInterface> = (
  request: FastifyRequest<G>,
  reply: FastifyReply,
  /** What the operation's schema of header fields made of them, by their names as it spells them. */
  headers: Readonly<Record<string, unknown>>,
) => Promise<unknown>

/**
 * The path of an operation as the router writes it, under its prefix. A parameter is at least one
 * character: without the pattern the router would take `/pets/` for the path of an animal.
 */
export const routePath = ({ path }: Pick<Operation, 'path'>): string =>
  path.replaceAll(/\{(\w+)\}/g, String.raw`:$1([\s\S]+)`)

/** Registers an operation as a route: its schemas validate the request and serialise the answer. */
export const addOperation = <G extends RouteGenericInterface>(
  app: FastifyInstance,
  operation: Operation,
  handler: Handler<G>,
): void => {
  const serialize = compileSerializer(operation.success.schema)
  const readHeaders = operation.headers && compileHeaderReader(operation.headers)
  const headersOf = (request: FastifyRequest): Readonly<Record<string, unknown>> => {
    if (readHeaders === undefined) return {}
    const reading = readHeaders(request.headers)
    if (reading.ok) return reading.value
    throw new ApiError('invalid_parameter', describeFaults(reading.faults))
  }
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
      const result = await handler(request as FastifyRequest<G>, reply, headersOf(request))
      reply.code(operation.success.status)
      return sendJson(reply, result instanceof JsonText ? result.text : serialize(result))
    },
  })
}
