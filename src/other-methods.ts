import { METHODS } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** Makes the router know every method that Node's parser does, so that each has its own answer. */
export const knowAllMethods = (app: FastifyInstance): void => {
  for (const method of METHODS) {
    if (!app.supportedMethods.includes(method)) app.addHttpMethod(method, { hasBody: false })
  }
}

/**
 * Gives a path its answers to OPTIONS (204 with `Allow`, without a key) and to every method that it does
 * not take (405, thrown where the scope of the route says).
 *
 * @param allow the methods that the path takes, as the `Allow` header lists them
 */
export const addOtherMethods = (app: FastifyInstance, url: string, allow: string): void => {
  const taken = allow.split(', ')
  app.route({
    method: 'OPTIONS',
    url,
    config: { keyless: true },
    handler: async (_request, reply) => {
      reply.code(204).header('Allow', allow)
    },
  })
  app.route({
    method: METHODS.filter((method) => !taken.includes(method) && method !== 'CONNECT'),
    url,
    config: { allow },
    // The scope's own hook answers before any handler.
    handler: async () => undefined,
  })
}
