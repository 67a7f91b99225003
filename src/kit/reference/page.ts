import { valueRules } from '../openapi/conventions.ts'
import type { Environment } from '../../base/environments.ts'
import type { Links } from '../links.ts'
import { type ApiDescription, operationsOf } from '../resource.ts'
import { type Html, html } from '../html.ts'
import { type Section, sectionsOf } from './markdown.ts'

/**
 * The reference page, to which the links of answers lead. Without scripts it lists the operations, and describes what
 * holds for all of them. With scripts, Swagger UI shows the OpenAPI document in place of the list, and sends real
 * requests. All addresses are relative, so the page works behind a proxy.
 * @param files the folder of the files that the page loads
 */
export const referencePage = (
  api: ApiDescription,
  environment: Environment,
  links: Links,
  files: string,
): string => {
  const operations = operationsOf(api)
  const keyBegins = environment === 'staging' ? 'pets_test_…' : 'pets_live_…'
  const list = operations.find(({ isPaged }) => isPaged)
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${api.title}, ${environment}</title>
        <link rel="alternate" href="docs.md" type="text/markdown" />
        <link rel="icon" href="${files}/icon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="${files}/swagger-ui.css" />
        <link rel="stylesheet" href="${files}/reference.css" />
        <script src="${files}/swagger-ui-bundle.js" defer></script>
        <script src="${files}/reference.js" type="module"></script>
      </head>
      <body data-environment="${environment}">
        <nav aria-label="Contents">
          <p class="badge">${environment}</p>
          ${['Operations', 'Headers', 'Scopes', 'Quotas', 'Errors', 'Deprecations'].map(
            (name) => html`<a href="#${name.toLowerCase()}">${name}</a> `,
          )}
          <a href="openapi.json">openapi.json</a>
          ${api.resources.map(
            ({ name, operations: own }) =>
              html`<h2>${name}</h2>
                ${own.map(({ id, summary }) => html`<a href="#operations-${name}-${id}">${summary}</a> `)}`,
          )}
        </nav>
        <main>
          <section id="quick-start">
            <h1>${api.headline}</h1>
            <p>
              ${api.lead}
              ${
                environment === 'staging'
                  ? `Nothing here touches production. A new staging store prints one free key and has ${api.samples}.`
                  : 'This is production: what you send here is real. Try things on staging first.'
              }
              The operator of the store makes keys. Keep yours in a variable, and list a few
              ${api.things}:
            </p>
            <pre tabindex="0"><code>export PETSTORE_API_KEY=${keyBegins}
curl -i -H "Authorization: Bearer $PETSTORE_API_KEY" "${shownBase(links)}${list?.path ?? ''}?limit=5"</code></pre>
            <p>
              <a href="docs.md">The same reference as Markdown</a> suits terminals and language
              models. Integers are exact to 64 bits; read them with a JSON parser that keeps them.
            </p>
          </section>
          <section id="operations">
            <h2>Operations</h2>
            <form id="key-form" hidden>
              <label for="api-key">Your ${environment} API key</label>
              <input
                id="api-key"
                type="password"
                autocomplete="off"
                spellcheck="false"
                placeholder="${keyBegins}"
                aria-describedby="key-note"
              />
              <p id="key-note">
                Stays in this page and is gone when you leave it. Open an operation and press
                <b>Execute</b>: it sends a real request to ${environment}.
              </p>
            </form>
            <div id="explorer">
              <ul>
                ${operations.map(
                  ({ method, path, summary }) =>
                    html`<li><code>${method} ${path}</code> ${summary}</li> `,
                )}
              </ul>
              <noscript
                ><p><a href="openapi.json">openapi.json</a> has every field.</p></noscript
              >
            </div>
            <p>${withCode(valueRules)}</p>
          </section>
          ${sectionsOf(operations).map(rendered)}
        </main>
      </body>
    </html> `.text
}

/** The base address; if the service knows none that all callers can use, the page's script inserts its own. */
const shownBase = ({ base, shown }: Links): Html =>
  base === shown ? html`${base}` : html`<span data-base>${shown}</span>`

/** Each row can be linked: `#error-invalid_json` is a row of the errors. A keyboard scrolls what is wide. */
const rendered = ({ title, text, head, rows }: Section): Html => {
  const id = title.toLowerCase()
  return html`<section id="${id}">
    <h2>${title}</h2>
    <p>${withCode(text)}</p>
    <div class="scroll" tabindex="0" role="region" aria-label="${title}">
      <table>
        <thead>
          <tr>
            ${head.map((name) => html`<th scope="col">${name}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            ([name = '', ...cells]) =>
              html`<tr id="${id.slice(0, -1)}-${name.replaceAll('`', '').toLowerCase()}">
                <th scope="row">${withCode(name)}</th>
                ${cells.map((cell) => html`<td>${withCode(cell)}</td>`)}
              </tr> `,
          )}
        </tbody>
      </table>
    </div>
  </section>`
}

/** Text whose code stands between backticks, as in Markdown. */
const withCode = (text: string): readonly Html[] =>
  text.split('`').map((part, at) => (at % 2 === 0 ? html`${part}` : html`<code>${part}</code>`))
