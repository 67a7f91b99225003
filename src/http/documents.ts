import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { builtFolder, builtPage, builtPageHeaders, fileType } from '../kit/built-pages.ts'
import type { Links } from '../kit/links.ts'
import { openapiDocument, openapiJson } from '../kit/openapi/document.ts'
import { html } from '../kit/html.ts'
import { guideForModels, referenceMarkdown } from '../kit/reference/markdown.ts'
import { referencePage } from '../kit/reference/page.ts'
import type { ApiDescription } from '../kit/resource.ts'
import type { Clock } from '../base/clock.ts'
import type { BaseUrls, Environment } from '../base/environments.ts'
import { jsonMediaType } from '../base/errors/error-schema.ts'
import { type HeaderLines, headerLines, immutable } from '../base/headers.ts'
import type { Pages, PublicPage } from './pages.ts'
import { storedPage } from './stored-page.ts'

type DocumentParts = {
  readonly api: ApiDescription
  readonly environment: Environment
  readonly links: Links
  readonly clock: Clock
  /** Where to report vulnerabilities; if undefined, there is no `security.txt`. */
  readonly securityContact: string | undefined
  readonly baseUrls: () => BaseUrls
  readonly console: boolean
}

const catalog = '/.well-known/api-catalog'

/** The documents of the interface and the console, by path. With their files they take 2 MB. */
export const documentPages = (parts: DocumentParts): Pages => {
  const { api, environment, links, clock, baseUrls, securityContact } = parts
  return {
    '/openapi.json': stored(jsonMediaType, () => openapiJson(openapiDocument(api, baseUrls()))),
    '/docs.md': stored(markdown, () => referenceMarkdown(api, environment, links)),
    '/llms.txt': stored(plainText, () => guideForModels(api, environment, links, guides)),
    ...guidePages,
    // RFC 9727: a link set (RFC 9264) with the relations of RFC 8631.
    [catalog]: () => ({
      status: 200,
      type: 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
      headers: headerLines({ Link: `<${links.beside(catalog)}>; rel="api-catalog"` }),
      body: JSON.stringify({ linkset: [apiLinks(links)] }),
    }),
    ...(securityContact !== undefined && {
      '/.well-known/security.txt': () => ({
        status: 200,
        type: plainText,
        body: `Contact: ${securityContact}\nExpires: ${new Date(clock() + securityTextLife).toISOString()}\nPreferred-Languages: en\n`,
      }),
    }),
    ...referencePages(api, environment, links),
    ...(parts.console && consolePages(environment, baseUrls)),
  }
}

const stored = (type: string, body: () => string): PublicPage => storedPage({ type, body })

const plainText = 'text/plain; charset=utf-8'
const markdown = 'text/markdown; charset=utf-8'
const hypertext = 'text/html; charset=utf-8'

/** The guides for integrators: paths, files and headings. */
const guideFolder = new URL('../../docs/guides/', import.meta.url)
export const guides = readdirSync(guideFolder)
  .toSorted()
  .map((name) => {
    const text = readFileSync(new URL(name, guideFolder), 'utf8')
    return { path: `/docs/guides/${name}`, text, title: text.slice(2, text.indexOf('\n')) }
  })

const guidePages: Pages = Object.fromEntries(
  guides.map(({ path, text }) => [path, stored(markdown, () => text)]),
)

const apiLinks = (links: Links) => ({
  anchor: links.base,
  'service-desc': [{ href: links.beside('/openapi.json'), type: jsonMediaType }],
  'service-doc': [
    { href: links.beside('/docs'), type: 'text/html' },
    { href: links.beside('/docs.md'), type: 'text/markdown' },
  ],
  status: [{ href: links.beside('/readyz'), type: jsonMediaType }],
})

/** Milliseconds for which a `security.txt` is valid. RFC 9116 (2.5.5) advises less than a year. */
const securityTextLife = 90 * 24 * 60 * 60 * 1_000

/** The console may also be installed, and start the one worker that keeps its files. */
const consoleHeaders = headerLines({
  ...builtPageHeaders,
  'Content-Security-Policy': `${builtPageHeaders['Content-Security-Policy'].replace(
    "trusted-types 'none'",
    'trusted-types console-worker',
  )}; manifest-src 'self'; worker-src 'self'`,
})

/** The library of the reference page creates markup from text and has images in its style sheet. */
const referenceHeaders = headerLines({
  ...builtPageHeaders,
  'Content-Security-Policy': builtPageHeaders['Content-Security-Policy']
    .replace("img-src 'self'", "img-src 'self' data:")
    .replace(/; require-trusted-types-for.*$/, ''),
})

const ownFile = (name: string): URL => new URL(`../../console/reference/${name}`, import.meta.url)

/** The reference page at `/docs`, and its files below, by path. */
const referencePages = (api: ApiDescription, environment: Environment, links: Links): Pages => {
  const library = (name: string): URL => new URL(import.meta.resolve(`swagger-ui-dist/${name}`))
  const files = [
    ...['swagger-ui-bundle.js', 'swagger-ui.css'].map(library),
    ...['reference.js', 'reference.css', 'icon.svg'].map(ownFile),
  ]
  return pageWithFiles('docs', referenceHeaders, files, (below) =>
    referencePage(api, environment, links, below),
  )
}

/** The console at `/console`, its files below it, and its service worker beside it: a worker's scope begins at its own path. */
const consolePages = (environment: Environment, baseUrls: () => BaseUrls): Pages => {
  const other = environment === 'staging' ? 'production' : 'staging'
  // The health page is served at the address of the metrics.
  const names = readdirSync(builtFolder).filter((name) => !/^(?:health|worker)\./.test(name))
  const files = names.toSorted().map((name) => new URL(name, builtFolder))
  const all = [...files, ownFile('touch-icon.png')]
  const pages = pageWithFiles('console', consoleHeaders, all, (below) =>
    builtPage(
      `${environment === 'staging' ? '[Staging] ' : ''}Pet Store`,
      'console',
      `${below}/`,
      'main.js',
      'The console needs scripts. Allow them for this page.',
      html` data-environment="${environment}" data-other="${baseUrls()[other] ?? ''}"`,
      html`<link
          rel="manifest"
          href="${below}/${environment}.webmanifest"
          crossorigin="use-credentials"
        /><link rel="apple-touch-icon" href="${below}/touch-icon.png" />`,
    ),
  )
  const kept = Object.keys(pages).flatMap((path) => /^\/(console\/.+)/.exec(path)?.[1] ?? [])
  const worker = readFileSync(new URL('worker.js', builtFolder), 'utf8')
  const body = (): string => `const files=${JSON.stringify(kept)};${worker}`
  const type = fileType('.js')
  return { ...pages, '/console-worker.js': storedPage({ type, headers: consoleHeaders, body }) }
}

/**
 * A page, and its files. Their paths have one hash of all their contents, because files name each other: the content of a
 * path never changes.
 */
const pageWithFiles = (
  page: string,
  headers: HeaderLines,
  files: readonly URL[],
  body: (below: string) => string,
): Pages => {
  const contents = files.map((file) => readFileSync(file))
  const below = `${page}/${hash('sha256', Buffer.concat(contents)).slice(0, 16)}`
  const pages = files.map(({ pathname }, index): [string, PublicPage] => {
    const name = pathname.replace(/^.*\//, '')
    const file = { type: fileType(name), body: () => contents[index] ?? '' }
    return [`/${below}/${name}`, storedPage({ ...file, cacheControl: immutable })]
  })
  // Relative, so that it also works behind a proxy that adds a path.
  const location = headerLines({ Location: `../${page}` })
  const advice = `The page is at /${page}, without a slash at the end.\n`
  return {
    [`/${page}`]: storedPage({ type: hypertext, headers, body: () => body(below) }),
    [`/${page}/`]: () => ({ status: 308, type: plainText, headers: location, body: advice }),
    ...Object.fromEntries(pages),
  }
}
