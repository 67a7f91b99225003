import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { html } from '../api/reference/html.ts'
import type { MetricsPage } from './metrics-server.ts'
import { pageHeaders } from './page-headers.ts'
import { renderMarkdown } from './markdown.ts'

const folder = new URL('../../docs/', import.meta.url)

/** The names of the documents, without their ending. An installation may lack them. */
const names: readonly string[] = existsSync(folder)
  ? readdirSync(folder)
      .filter((name) => name.endsWith('.md'))
      .map((name) => name.slice(0, -'.md'.length))
  : []

/**
 * The documents of `docs/` as pages at the address of the metrics, by path, so that the help is there if nothing else
 * is. They are read when somebody asks.
 */
export const helpPages: Readonly<Record<string, MetricsPage>> = Object.fromEntries(
  names.map((name) => [
    `/help/${name}`,
    {
      type: 'text/html; charset=utf-8',
      headers: pageHeaders,
      make: () => Promise.resolve(helpPage(readFileSync(new URL(`${name}.md`, folder), 'utf8'))),
    },
  ]),
)

/** Where a link of a document leads; undefined if what it names is not served here. */
const hrefOf = (target: string): string | undefined => {
  if (/^(?:#|https?:)/.test(target)) return target
  const [, name = '', anchor = ''] = /^([\w-]+)\.md(#.*)?$/.exec(target) ?? []
  return names.includes(name) ? name + anchor : undefined
}

const helpPage = (markdown: string): string => {
  const { title, body } = renderMarkdown(markdown, hrefOf)
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>${title} · Pet Store</title>
        <link rel="icon" href="../icon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="../console.css" />
      </head>
      <body>
        <main class="help-page">
          <p><a href="../">Health</a></p>
          ${body}
        </main>
      </body>
    </html> `.text
}
