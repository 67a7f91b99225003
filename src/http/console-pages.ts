import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { builtFolder as folder, builtPageHeaders } from '../api/built-pages.ts'
import { html } from '../api/reference/html.ts'
import type { Environment } from '../core/environments.ts'
import { headerLines } from '../core/headers.ts'
import type { PublicPage } from './page-router.ts'
import { slashRedirect } from './slash-redirect.ts'
import { immutable, storedPage } from './stored-page.ts'

const pageHeaders = headerLines(builtPageHeaders)

const types: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
}

/** The console at `/console`, and its files below, by path. */
export const consolePages = (environment: Environment): Readonly<Record<string, PublicPage>> => {
  // The page of health is at the address of the metrics.
  const names = readdirSync(folder)
    .filter((name) => name !== 'health.js')
    .toSorted()
  const files = names.map((name) => ({
    name,
    type: types[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
    bytes: readFileSync(new URL(name, folder)),
  }))
  // One hash for all, because the files name each other.
  const version = hash('sha256', Buffer.concat(files.map(({ bytes }) => bytes))).slice(0, 16)
  return {
    '/console': storedPage({
      type: 'text/html; charset=utf-8',
      headers: pageHeaders,
      body: () => consolePage(environment, `console/${version}`),
    }),
    '/console/': slashRedirect('console'),
    ...Object.fromEntries(
      files.map(({ name, type, bytes }) => [
        `/console/${version}/${name}`,
        storedPage({ type, body: () => bytes, cacheControl: immutable }),
      ]),
    ),
  }
}

/** The page that loads the console. All its addresses are relative, so that it works behind a proxy. */
const consolePage = (environment: Environment, files: string): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>${environment === 'staging' ? '[Staging] ' : ''}Pet Store</title>
        <link rel="icon" href="${files}/icon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="${files}/console.css" />
        <script type="module" src="${files}/main.js"></script>
      </head>
      <body data-environment="${environment}">
        <div id="console"></div>
        <noscript><p>The console needs scripts. Allow them for this page.</p></noscript>
      </body>
    </html> `.text
