import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
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

const library = (name: string): string =>
  fileURLToPath(import.meta.resolve(`swagger-ui-dist/${name}`))
const own = (name: string): URL => new URL(`../api/reference/assets/${name}`, import.meta.url)

const script = 'text/javascript; charset=utf-8'
const style = 'text/css; charset=utf-8'

/** A file of the page. Its path has a hash of its content, so the content of a path never changes. */
const readAsset = (file: string | URL, type: string) => {
  const bytes = readFileSync(file)
  const name = String(file).replace(/^.*[/\\]/, '')
  return { path: `${hash('sha256', bytes).slice(0, 16)}/${name}`, type, bytes }
}

/** The reference page at `/docs`, and its files below, by path. */
export const referencePages = (
  api: ApiDescription,
  environment: Environment,
  links: Links,
): Pages => {
  const assets = {
    swaggerUi: readAsset(library('swagger-ui-bundle.js'), script),
    swaggerUiStyle: readAsset(library('swagger-ui.css'), style),
    script: readAsset(own('reference.js'), script),
    style: readAsset(own('reference.css'), style),
    icon: readAsset(own('icon.svg'), 'image/svg+xml'),
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
