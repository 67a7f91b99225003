import type { FastifyInstance } from 'fastify'
import { methodNotAllowed } from './admission/plugin.ts'
import type { Environment } from './keys/key-format.ts'
import type { Links } from './links.ts'
import type { Health } from './operations/health.ts'
import { openapiDocument, openapiJson } from './openapi/document.ts'
import { referencePage } from './openapi/reference-page.ts'
import { addOtherMethods } from './other-methods.ts'

/** What the public routes tell of. */
export type PublicParts = {
  readonly environment: Environment
  readonly links: Links
  readonly baseUrls: () => Readonly<Record<Environment, string>>
  readonly health: Health
}

/** What lies beside `/v1` and needs no key. */
export const addPublicRoutes = (app: FastifyInstance, parts: PublicParts): void => {
  const { environment, links, health } = parts
  // Made at the first request, when the listening address is known, and kept.
  let openapi: string | undefined
  let page: string | undefined

  app.addHook('onRequest', async (request) => {
    const { allow } = request.routeOptions.config
    if (allow !== undefined) throw methodNotAllowed(request, allow)
  })

  const routes: Record<string, () => Promise<{ readonly type: string; readonly body: string }>> = {
    '/': async () => ({
      type: 'application/json',
      body: JSON.stringify({
        service: 'petstore',
        environment,
        version: '1.0.0',
        baseUrl: links.base,
        docs: links.beside('/docs'),
        openapi: links.beside('/openapi.json'),
      }),
    }),
    '/docs': async () => ({
      type: 'text/html; charset=utf-8',
      body: (page ??= referencePage(environment, links)),
    }),
    '/openapi.json': async () => ({
      type: 'application/json',
      body: (openapi ??= openapiJson(openapiDocument(parts.baseUrls()))),
    }),
    '/healthz': async () => ({ type: 'application/json', body: '{"status":"alive"}' }),
    '/readyz': async () => {
      await health.ready()
      return { type: 'application/json', body: '{"status":"ready"}' }
    },
  }

  for (const [url, answer] of Object.entries(routes)) {
    app.get(url, async (_request, reply) => {
      const { type, body } = await answer()
      reply.header('Content-Type', type)
      return Buffer.from(body)
    })
    addOtherMethods(app, url, 'GET, HEAD, OPTIONS')
  }
}
