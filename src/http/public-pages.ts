import { interfaceVersion } from '../core/version.ts'
import type { Health } from '../observability/health.ts'
import type { DocumentParts } from './document-pages.ts'
import type { Pages } from './page-router.ts'

/** What the public pages show. */
type PageParts = Pick<DocumentParts, 'environment' | 'links'> & { readonly health: Health }

/** The pages that are available from the start: the entry point and the health checks. */
export const publicPages = ({ environment, links, health }: PageParts): Pages => ({
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
  '/healthz': () => ({ status: 200, body: '{"status":"alive"}' }),
  '/readyz': async () => {
    const { canWrite } = await health.ready()
    const body = canWrite ? '{"status":"ready"}' : '{"status":"ready","writes":"unavailable"}'
    return { status: 200, body }
  },
})
