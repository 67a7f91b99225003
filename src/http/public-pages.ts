import { jsonMediaType } from '../core/errors/render.ts'
import type { PublicPage } from './page-router.ts'
import type { BaseUrls } from '../core/environments.ts'
import { interfaceVersion, openapiDocument, openapiJson } from '../api/openapi/document.ts'
import type { Health } from '../observability/health.ts'
import { consolePages } from './console-pages.ts'
import { discoveryPages, type DiscoveryParts } from './discovery-pages.ts'
import { keptBody } from './kept-body.ts'
import { referencePages } from './reference-pages.ts'

/** What the public pages describe. */
type PageParts = DiscoveryParts & {
  readonly baseUrls: () => BaseUrls
  readonly health: Health
  /** Whether `/console` is there. */
  readonly console: boolean
}

/** The pages beside `/v1`, which need no key, by path. */
export const publicPages = (parts: PageParts): Readonly<Record<string, PublicPage>> => {
  const { api, environment, links, health } = parts
  const openapi = keptBody(() => openapiJson(openapiDocument(api, parts.baseUrls())))

  return {
    '/': () => ({
      status: 200,
      body: JSON.stringify({
        service: 'petstore',
        environment,
        version: interfaceVersion,
        baseUrl: links.base,
        docs: links.beside('/docs'),
        openapi: links.beside('/openapi.json'),
      }),
    }),
    '/openapi.json': () => ({ status: 200, type: jsonMediaType, body: openapi() }),
    '/healthz': () => ({ status: 200, body: '{"status":"alive"}' }),
    '/readyz': async () => {
      const { canWrite } = await health.ready()
      const body = canWrite ? '{"status":"ready"}' : '{"status":"ready","writes":"unavailable"}'
      return { status: 200, body }
    },
    ...referencePages(api, environment, links),
    ...(parts.console && consolePages(environment)),
    ...discoveryPages(parts),
  }
}
