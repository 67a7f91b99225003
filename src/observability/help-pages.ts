import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { type Html, html } from '../api/reference/html.ts'
import type { MetricsPage } from './metrics-server.ts'
import { pageHeaders as headers } from './page-headers.ts'

const folder = new URL('../../docs/', import.meta.url)

/** The names of the documents, without their ending. An installation may lack them. */
const names: readonly string[] = existsSync(folder)
  ? readdirSync(folder)
      .filter((name) => name.endsWith('.md'))
      .map((name) => name.slice(0, -'.md'.length))
      .toSorted()
  : []

/**
 * The documents of `docs/` as pages at the address of the metrics, by path. So the help is there if nothing else is.
 * They, and what renders them, are read when somebody asks.
 */
export const helpPages: Readonly<Record<string, MetricsPage>> = {
  '/help': helpPage(async () => listOfDocuments('help/'), './'),
  '/help/': helpPage(async () => listOfDocuments(''), '../'),
  ...Object.fromEntries(
    names.map((name) => [
      `/help/${name}`,
      helpPage(async () => {
        const { renderMarkdown } = await import('./markdown.ts')
        return renderMarkdown(readFileSync(new URL(`${name}.md`, folder), 'utf8'), hrefOf)
      }, '../'),
    ]),
  ),
}

/** What a page of help shows. */
type Shown = { readonly title: string; readonly body: Html }

/** @param place where the documents are, seen from the page */
const listOfDocuments = (place: string): Shown => ({
  title: 'Help',
  body: html`<h1>Help</h1>
    <ul>
      ${names.map((name) => html`<li><a href="${place}${name}">${name}</a></li>`)}
    </ul>`,
})

/** Where a link of a document leads; undefined if what it names is not served here. */
const hrefOf = (target: string): string | undefined => {
  if (/^(?:#|https?:)/.test(target)) return target
  const [, name = '', anchor = ''] = /^([\w-]+)\.md(#.*)?$/.exec(target) ?? []
  return names.includes(name) ? name + anchor : undefined
}

/** @param root where the page of health is, seen from the page */
function helpPage(show: () => Promise<Shown>, root: './' | '../'): MetricsPage {
  return {
    type: 'text/html; charset=utf-8',
    headers,
    make: async () => {
      const { title, body } = await show()
      return html`<!doctype html>
        <html lang="en">
          <head>
            <meta charset="utf-8" />
            <meta name="viewport" content="width=device-width, initial-scale=1" />
            <meta name="color-scheme" content="light dark" />
            <meta name="robots" content="noindex" />
            <title>${title} · Pet Store</title>
            <link rel="icon" href="${root}icon.svg" type="image/svg+xml" />
            <link rel="stylesheet" href="${root}console.css" />
          </head>
          <body>
            <main class="help-page">
              <p><a href="${root}">Health</a></p>
              ${body}
            </main>
          </body>
        </html> `.text
    },
  }
}
