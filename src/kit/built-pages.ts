import { type Html, html } from './html.ts'
import { jsonMediaType } from '../base/errors/error-schema.ts'

/** What `npm run generate` bundles from `console/src`: the console and the health page. */
export const builtFolder = new URL('../../console/built/', import.meta.url)

const types: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  json: jsonMediaType,
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  webmanifest: 'application/manifest+json',
}

/** The media type of a file that a page loads, by the ending of its name. */
export const fileType = (name: string): string =>
  types[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream'

/**
 * These pages may load their own files and call their own origin, nothing more. With Trusted Types no script can turn
 * text into markup or code.
 */
export const builtPageHeaders = {
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; '),
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
} as const

/**
 * A page that loads what was bundled, by relative addresses, so that it works behind a proxy.
 * @param id of the element that its script fills, @param files what the addresses of its files begin with
 */
export const builtPage = (
  title: string,
  id: string,
  files: string,
  script: string,
  withoutScripts: string,
  attributes: Html = html``,
  links: Html = html``,
): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        ${links}
        <link rel="icon" href="${files}icon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="${files}console.css" />
        <script type="module" src="${files}${script}"></script>
      </head>
      <body${attributes}>
        <div id="${id}"></div>
        <noscript><p>${withoutScripts}</p></noscript>
      </body>
    </html> `.text
