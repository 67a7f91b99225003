import type { PublicPage } from './page-router.ts'
import type { Environment } from '../core/environments.ts'
import type { Links } from '../api/links.ts'
import type { ApiDescription } from '../api/resource.ts'
import { headerLines } from '../core/headers.ts'
import { type Asset, assets } from '../api/reference/assets.ts'
import { referencePage } from '../api/reference/page.ts'
import { keptBody } from './kept-body.ts'

/**
 * What a browser lets the page do: load its own files and ask its own origin, nothing more. The HTML contains no script
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
): Readonly<Record<string, PublicPage>> => {
  const page = keptBody(() => referencePage(api, environment, links))
  return {
    '/docs': () => ({
      status: 200,
      type: 'text/html; charset=utf-8',
      headers: pageHeaders,
      body: page(),
    }),
    ...Object.fromEntries(
      Object.values(assets).map((asset) => [`/docs/${asset.path}`, assetPage(asset)]),
    ),
  }
}

const assetPage =
  (asset: Asset): PublicPage =>
  async ({ request }) => {
    const answer = { status: 200, type: asset.type, keep: 'public, max-age=31536000, immutable' }
    if (!acceptsGzip(request.headers['accept-encoding'])) {
      return { ...answer, headers: headerLines({ Vary: 'Accept-Encoding' }), body: asset.bytes }
    }
    const headers = headerLines({ Vary: 'Accept-Encoding', 'Content-Encoding': 'gzip' })
    return { ...answer, headers, body: await asset.gzipped() }
  }

/** Whether an `Accept-Encoding` names gzip, and not with a weight of 0 (RFC 9110 section 12.5.3). */
const acceptsGzip = (header: string | string[] | undefined): boolean =>
  String(header ?? '')
    .split(',')
    .some((coding) => /^\s*(x-)?gzip\s*(;\s*q=(?!0(\.0*)?\s*$).*)?$/i.test(coding))
