import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Links } from '../api/links.ts'
import { referencePage } from '../api/reference/page.ts'
import type { ApiDescription } from '../api/resource.ts'
import type { Environment } from '../core/environments.ts'
import { headerLines } from '../core/headers.ts'
import type { Pages } from './page-router.ts'
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

const folder = new URL('../api/reference/', import.meta.url)

const script = 'text/javascript; charset=utf-8'
const style = 'text/css; charset=utf-8'

/** A file of the page. Its path has a hash of its content, so the content of a path never changes. */
const readAsset = (file: string, type: string) => {
  const bytes = readFileSync(new URL(file, folder))
  const name = file.replace(/^.*\//, '')
  return { path: `${hash('sha256', bytes).slice(0, 16)}/${name}`, type, bytes }
}

/** The reference page at `/docs`, and its files below, by path. */
export const referencePages = (
  api: ApiDescription,
  environment: Environment,
  links: Links,
): Pages => {
  const assets = {
    library: readAsset('built/swagger-ui-bundle.js', script),
    libraryStyle: readAsset('built/swagger-ui.css', style),
    script: readAsset('assets/reference.js', script),
    style: readAsset('assets/reference.css', style),
    icon: readAsset('assets/icon.svg', 'image/svg+xml'),
  }
  return {
    '/docs': storedPage({
      type: 'text/html; charset=utf-8',
      headers: pageHeaders,
      body: () => referencePage(api, environment, links, assets),
    }),
    '/docs/': slashRedirect('docs'),
    ...Object.fromEntries(
      Object.values(assets).map(({ path, type, bytes }) => [
        `/docs/${path}`,
        storedPage({ type, body: () => bytes, cacheControl: immutable }),
      ]),
    ),
  }
}
