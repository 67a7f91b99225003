import { http } from '../../core/node-http.ts'
import { catalogue, type ErrorCode, errorCodes } from '../../core/errors/catalogue.ts'
import { errorAnchor } from '../../core/errors/problem.ts'
import type { Environment } from '../../core/environments.ts'
import { deprecationAnchor } from '../deprecation.ts'
import type { Links } from '../links.ts'
import type { Operation } from '../operation.ts'
import { type ApiDescription, operationsOf } from '../resource.ts'
import { type Html, html } from './html.ts'
import { headers, plans, scopes, type Table } from './markdown.ts'

/** The files that the page loads, with their paths below `/docs/`. */
export type PageFiles = Readonly<
  Record<'swaggerUi' | 'swaggerUiStyle' | 'script' | 'style' | 'icon', { readonly path: string }>
>

/**
 * The reference page, to which the links of answers lead. Without scripts it describes everything except the fields of
 * the operations. With scripts, Swagger UI shows the OpenAPI document in place of the list of operations, and sends real
 * requests. All addresses are relative, so the page works behind a proxy.
 */
export const referencePage = (
  api: ApiDescription,
  environment: Environment,
  links: Links,
  files: PageFiles,
): string => {
  const operations = operationsOf(api)
  const title = `${api.title}, ${environment}`
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <link rel="alternate" href="docs.md" type="text/markdown" />
        <link rel="icon" href="docs/${files.icon.path}" type="image/svg+xml" />
        <link rel="stylesheet" href="docs/${files.swaggerUiStyle.path}" />
        <link rel="stylesheet" href="docs/${files.style.path}" />
        <script src="docs/${files.swaggerUi.path}" defer></script>
        <script src="docs/${files.script.path}" type="module"></script>
      </head>
      <body data-environment="${environment}">
        <nav aria-label="Contents">
          <p class="badge">${environment}</p>
          ${['Quick start', 'Operations', 'Scopes', 'Quotas', 'Errors', 'Deprecations'].map(
            (name) => html`<a href="#${name.toLowerCase().replace(' ', '-')}">${name}</a> `,
          )}
          <a href="openapi.json">openapi.json</a>
          ${api.resources.map(
            ({ name, operations: own }) =>
              html`<h2>${name}</h2>
                ${own.map(({ id, summary }) => html`<a href="#operations-${name}-${id}">${summary}</a> `)}`,
          )}
        </nav>
        <main>
          ${quickStart(api, environment, links)} ${operationsSection(api, environment)}
          ${scopesSection(operations)} ${quotasSection()} ${errorsSection()}
          ${deprecationsSection(operations, links)}
        </main>
      </body>
    </html> `.text
}

/** The base address; if the service knows none that all callers can use, the page's script inserts its own. */
const shownBase = ({ base, shown }: Links): Html =>
  base === shown ? html`${base}` : html`<span data-base>${shown}</span>`

const quickStart = (api: ApiDescription, environment: Environment, links: Links): Html => {
  const list = operationsOf(api).find(({ isPaged }) => isPaged)
  return html`<section id="quick-start">
    <h1>${api.headline}</h1>
    <p>
      ${api.lead}
      ${
        environment === 'staging'
          ? `Nothing here touches production. A new staging store prints one free key and has ${api.samples}.`
          : 'This is production: what you send here is real. Try things on staging first.'
      }
      The operator of the store makes keys. Keep yours in a variable, and list a few ${api.things}:
    </p>
    <pre tabindex="0"><code>export PETSTORE_API_KEY=${placeholder(environment)}
curl -i -H "Authorization: Bearer $PETSTORE_API_KEY" "${shownBase(links)}${list?.path ?? ''}?limit=5"</code></pre>
    <p>
      <a href="docs.md">The same reference as Markdown</a> suits terminals and language models.
      Integers are exact to 64 bits; read them with a JSON parser that keeps them.
    </p>
  </section>`
}

const placeholder = (environment: Environment): string =>
  environment === 'staging' ? 'pets_test_…' : 'pets_live_…'

const operationsSection = (api: ApiDescription, environment: Environment): Html =>
  html`<section id="operations">
    <h2>Operations</h2>
    <form id="key-form" hidden>
      <label for="api-key">Your ${environment} API key</label>
      <input
        id="api-key"
        type="password"
        autocomplete="off"
        spellcheck="false"
        placeholder="${placeholder(environment)}"
        aria-describedby="key-note"
      />
      <p id="key-note">
        Stays in this page and is gone when you leave it. Open an operation and press
        <b>Execute</b>: it sends a real request to ${environment}.
      </p>
    </form>
    <div id="explorer">
      <ul>
        ${api.resources.flatMap(({ name, operations }) =>
          operations.map(
            ({ id, method, path, summary }) =>
              html`<li id="operations-${name}-${id}">
                <code>${method} ${path}</code> ${summary}
              </li> `,
          ),
        )}
      </ul>
      <noscript
        ><p><a href="openapi.json">openapi.json</a> has every field.</p></noscript
      >
    </div>
    <h3>Every answer</h3>
    <p>
      Each path that takes GET takes HEAD, and each path takes OPTIONS. Beside the headers of its
      operation, every answer has these:
    </p>
    ${table('Headers of every answer', headers(operationsOf(api)))}
  </section>`

/** A table that a keyboard can scroll. The first cell of a row is its heading. */
const table = (label: string, { head, rows }: Table): Html =>
  html`<div class="scroll" tabindex="0" role="region" aria-label="${label}">
    <table>
      <thead>
        <tr>
          ${head.map((name) => html`<th scope="col">${name}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          ([first = '', ...others]) =>
            html`<tr>
              <th scope="row">${withCode(first)}</th>
              ${others.map((cell) => html`<td>${withCode(cell)}</td>`)}
            </tr> `,
        )}
      </tbody>
    </table>
  </div>`

/** Text whose code stands between backticks, as in Markdown. */
const withCode = (text: string): readonly Html[] =>
  text.split('`').map((part, at) => (at % 2 === 0 ? html`${part}` : html`<code>${part}</code>`))

const scopesSection = (operations: readonly Operation[]): Html =>
  html`<section id="scopes">
    <h2>Scopes</h2>
    <p>
      A key may be limited to some of these scopes. An operation whose scope it lacks answers 403
      <a href="#error-insufficient_scope"><code>insufficient_scope</code></a
      >. A key that others can see, in a web page for example, should have scopes to read alone.
    </p>
    ${table('Scopes', scopes(operations))}
  </section>`

const quotasSection = (): Html =>
  html`<section id="quotas">
    <h2>Quotas</h2>
    <p>
      Every request with a key counts, once, in two windows of the UTC clock: the minute and the
      day. Only an answer 429 does not count. After a 429 wait for the seconds in
      <code>Retry-After</code>; who goes on sending is
      <a href="#error-api_key_banned">banned for a while</a>.
    </p>
    ${table('Quotas by plan', plans)}
  </section>`

const errorsSection = (): Html =>
  html`<section id="errors">
    <h2>Errors</h2>
    <p>
      Whatever goes wrong is answered with one JSON object of three fields. Act on
      <code>code</code>, which never changes its meaning; <code>message</code> is for people. New
      codes may be added, so take those that you do not know by their status. A client whose
      <code>Accept</code> prefers <code>application/problem+json</code> gets problem details (RFC
      9457), whose <code>type</code> leads to the code on this page.
    </p>
    ${errorCodes.map(errorEntry)}
  </section>`

const errorEntry = (name: ErrorCode): Html => {
  const { status, when, remedy, example } = catalogue[name]
  return html`<article id="${errorAnchor(name)}">
    <h3><code>${name}</code> ${status} ${http.STATUS_CODES[status] ?? ''}</h3>
    <p>${when} ${remedy}</p>
    <pre tabindex="0"><code>${JSON.stringify({ code: name, message: example, status })}</code></pre>
  </article> `
}

const day = (time: number): string =>
  new Date(time).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

const deprecationsSection = (operations: readonly Operation[], links: Links): Html =>
  html`<section id="deprecations">
    <h2>Deprecations</h2>
    ${operations.map((operation) => deprecationNotice(operation, links))}
  </section>`

const deprecationNotice = (operation: Operation, links: Links): Html => {
  const { deprecation, method, path } = operation
  if (deprecation === undefined) return html``
  const { since, sunset, successor, example } = deprecation
  return html`<article id="${deprecationAnchor(operation)}">
    <h3><code>${method} ${path}</code></h3>
    <p>
      Deprecated on ${day(since)}, removed on <strong>${day(sunset)}</strong> at 00:00 UTC. From
      then on it answers 410 <a href="#error-operation_removed"><code>operation_removed</code></a
      >. Use <code>GET ${successor}</code> instead:
    </p>
    <pre
      tabindex="0"
    ><code>curl -H "Authorization: Bearer $PETSTORE_API_KEY" "${shownBase(links)}${example}"</code></pre>
  </article>`
}
