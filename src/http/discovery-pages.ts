import type { Links } from '../api/links.ts'
import { guideForModels, referenceMarkdown } from '../api/reference/markdown.ts'
import type { ApiDescription } from '../api/resource.ts'
import type { Clock } from '../core/clock.ts'
import type { Environment } from '../core/environments.ts'
import { headerLines } from '../core/headers.ts'
import type { Pages } from './page-router.ts'
import { storedPage } from './stored-page.ts'

/** Milliseconds for which a `security.txt` is valid. RFC 9116 (2.5.5) advises less than a year. */
const securityTextLife = 90 * 24 * 60 * 60 * 1_000

/** What the discovery pages describe. */
export type DiscoveryParts = {
  readonly api: ApiDescription
  readonly environment: Environment
  readonly links: Links
  readonly clock: Clock
  /** Where to report vulnerabilities; if undefined, there is no `security.txt`. */
  readonly securityContact: string | undefined
}

/** Pages that lead programs to the interface and its documents, by path. */
export const discoveryPages = ({
  api,
  environment,
  links,
  clock,
  securityContact,
}: DiscoveryParts): Pages => {
  const catalog = '/.well-known/api-catalog'
  return {
    // RFC 9727: a link set (RFC 9264) with the relations of RFC 8631.
    [catalog]: () => ({
      status: 200,
      type: 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
      headers: headerLines({ Link: `<${links.beside(catalog)}>; rel="api-catalog"` }),
      body: JSON.stringify({ linkset: [apiLinks(links)] }),
    }),
    '/docs.md': storedPage({
      type: 'text/markdown; charset=utf-8',
      body: () => referenceMarkdown(api, environment, links),
    }),
    '/llms.txt': storedPage({
      type: 'text/plain; charset=utf-8',
      body: () => guideForModels(api, environment, links),
    }),
    ...(securityContact !== undefined && {
      '/.well-known/security.txt': () => ({
        status: 200,
        type: 'text/plain; charset=utf-8',
        body: securityText(securityContact, clock()),
      }),
    }),
  }
}

const apiLinks = (links: Links) => ({
  anchor: links.base,
  'service-desc': [{ href: links.beside('/openapi.json'), type: 'application/json' }],
  'service-doc': [
    { href: links.beside('/docs'), type: 'text/html' },
    { href: links.beside('/docs.md'), type: 'text/markdown' },
  ],
  status: [{ href: links.beside('/readyz'), type: 'application/json' }],
})

const securityText = (contact: string, now: number): string =>
  [
    `Contact: ${contact}`,
    `Expires: ${new Date(now + securityTextLife).toISOString()}`,
    'Preferred-Languages: en',
    '',
  ].join('\n')
