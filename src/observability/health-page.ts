import { readFileSync } from 'node:fs'
import { builtFolder as folder } from '../api/built-pages.ts'
import { html } from '../api/reference/html.ts'
import { helpPages } from './help-pages.ts'
import type { MetricsPage } from './metrics-server.ts'
import { pageHeaders as headers } from './page-headers.ts'

const types: Readonly<Record<string, string>> = {
  'health.js': 'text/javascript; charset=utf-8',
  'console.css': 'text/css; charset=utf-8',
  'icon.svg': 'image/svg+xml',
}

/**
 * The page for operators at the address of the metrics, its files, and the documents that help, by path. It needs no key, and no database. The
 * files are read when somebody asks, so that a service which nobody looks at holds none of them.
 */
export const healthPages: Readonly<Record<string, MetricsPage>> = {
  '/': { type: 'text/html; charset=utf-8', headers, make: () => Promise.resolve(page) },
  ...Object.fromEntries(
    Object.entries(types).map(([name, type]) => [
      `/${name}`,
      { type, headers, make: () => Promise.resolve(readFileSync(new URL(name, folder), 'utf8')) },
    ]),
  ),
  ...helpPages,
}

const page = html`<!doctype html>
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <meta name="robots" content="noindex" />
      <title>Health · Pet Store</title>
      <link rel="icon" href="icon.svg" type="image/svg+xml" />
      <link rel="stylesheet" href="console.css" />
      <script type="module" src="health.js"></script>
    </head>
    <body>
      <div id="health"></div>
      <noscript><p>The page needs scripts. health.json has the same figures.</p></noscript>
    </body>
  </html> `.text
