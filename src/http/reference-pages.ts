import type { Pages } from './page-router.ts'
import type { Environment } from '../core/environments.ts'
import type { Links } from '../api/links.ts'
import type { ApiDescription } from '../api/resource.ts'
import { headerLines } from '../core/headers.ts'
import { assets, modules } from '../api/reference/assets.ts'
import { referencePage } from '../api/reference/page.ts'
import { slashRedirect } from './slash-redirect.ts'
import { immutable, storedPage } from './stored-page.ts'

/**
 * The page may load its own files and call its own origin, nothing more. The HTML contains no script
 * or style. `data:` is for the pictures inside the library's style sheet.
 */
const pageHeaders = headerLines({
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
})

/** The reference page at `/docs`, and its files below, by path. */
export const referencePages = (
  api: ApiDescription,
  environment: Environment,
  links: Links,
): Pages => {
  return {
    '/docs': storedPage({
      type: 'text/html; charset=utf-8',
      headers: pageHeaders,
      body: () => referencePage(api, environment, links),
    }),
    '/docs/': slashRedirect('docs'),
    ...Object.fromEntries(
      [...Object.values(assets), ...modules].map((asset) => [
        `/docs/${asset.path}`,
        storedPage({ type: asset.type, body: () => asset.bytes, cacheControl: immutable }),
      ]),
    ),
  }
}
