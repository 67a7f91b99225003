import { jsonMediaType } from '../core/errors/render.ts'
import type { PublicPage } from './page-router.ts'
import type { BaseUrls, Environment } from '../core/environments.ts'
import type { Links } from '../api/links.ts'
import type { ApiDescription } from '../api/resource.ts'
import { interfaceVersion, openapiDocument, openapiJson } from '../api/openapi/document.ts'
import type { Health } from '../observability/health.ts'
import { referencePages } from './reference-pages.ts'

/** What the public pages describe. */
type PageParts = {
  readonly api: ApiDescription
  readonly environment: Environment
  readonly links: Links
  readonly baseUrls: () => BaseUrls
  readonly health: Health
}

/** The pages beside `/v1`, which need no key, by path. */
export const publicPages = (parts: PageParts): Readonly<Record<string, PublicPage>> => {
  const { api, environment, links, health } = parts
  // Made at the first request, when the listening address is known, and kept. As bytes, it is shared by all answers;
  // none holds a copy.
  let openapi: Buffer | undefined

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
    '/openapi.json': () => ({
      status: 200,
      type: jsonMediaType,
      body: (openapi ??= Buffer.from(openapiJson(openapiDocument(api, parts.baseUrls())))),
    }),
    '/healthz': () => ({ status: 200, body: '{"status":"alive"}' }),
    '/readyz': async () => {
      const { canWrite } = await health.ready()
      const body = canWrite ? '{"status":"ready"}' : '{"status":"ready","writes":"unavailable"}'
      return { status: 200, body }
    },
    ...referencePages(api, environment, links),
  }
}
