import { http } from '../../core/node-http.ts'
import { catalogue, type ErrorCode, errorCodes } from '../../core/errors/catalogue.ts'
import { errorAnchor } from '../../core/errors/problem.ts'
import type { Environment } from '../../core/environments.ts'
import { deprecationAnchor } from '../deprecation.ts'
import type { Links } from '../links.ts'
import type { Operation } from '../operation.ts'
import { type ApiDescription, operationsOf } from '../resource.ts'
import { everyScope, type Scope, scopeCatalogue } from '../../keys/scopes.ts'
import { fixedPlans } from '../../quotas/plans.ts'
import { assets, modules } from './assets.ts'
import { type Html, html } from './html.ts'
import { quickStart, shownBase } from './quick-start.ts'

/**
 * The reference page, to which the links of answers lead. Without scripts it describes everything except the fields of
 * the operations. With scripts, Swagger UI shows the OpenAPI document instead of the list of operations, and sends real
 * requests. All its addresses are relative, so that it works behind a proxy.
 */
export const referencePage = (
  api: ApiDescription,
  environment: Environment,
  links: Links,
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
        <link rel="icon" href="docs/${assets.icon.path}" type="image/svg+xml" />
        <link rel="stylesheet" href="docs/${assets.swaggerStyle.path}" />
        <link rel="stylesheet" href="docs/${assets.pageStyle.path}" />
        <script src="docs/${assets.swaggerScript.path}" defer></script>
        ${modules.map(({ path }, at) =>
          at === 0
            ? html`<script type="module" src="docs/${path}"></script> `
            : html`<link rel="modulepreload" href="docs/${path}" /> `,
        )}
      </head>
      <body data-environment="${environment}">
        <a class="skip" href="#quick-start">Skip to the content</a>
        <header class="top">
          <p class="brand">
            <img src="docs/${assets.icon.path}" alt="" width="28" height="28" /> ${api.title}
            <span class="badge">${environment}</span>
          </p>
          <nav aria-label="Sections">
            <a href="#quick-start">Quick start</a>
            <a href="#operations">Operations</a>
            <a href="#scopes">Scopes</a>
            <a href="#quotas">Quotas</a>
            <a href="#errors">Errors</a>
            <a href="#deprecations">Deprecations</a>
            <a href="openapi.json">openapi.json</a>
          </nav>
        </header>
        <main>
          ${quickStart(api, environment, links)} ${operationsSection(api, environment)}
          ${scopesSection(operations)} ${quotasSection()} ${errorsSection()}
          ${deprecationsSection(operations, links)}
        </main>
        ${environment === 'production' ? question : html``}
      </body>
    </html> `.text
}

/** Asked before a request of the page changes production. */
const question = html`<dialog id="ask" aria-labelledby="ask-title">
  <h2 id="ask-title">Send this to production?</h2>
  <p><code id="ask-what"></code> changes what is real.</p>
  <p class="buttons">
    <button type="button" id="ask-no" autofocus>Cancel</button>
    <button type="button" id="ask-yes">Send</button>
  </p>
</dialog>`

const operationsSection = (api: ApiDescription, environment: Environment): Html =>
  html`<section id="operations">
    <h2>Operations</h2>
    <form id="key-form" class="key" hidden>
      <label for="api-key">Your ${environment} API key</label>
      <input
        id="api-key"
        name="key"
        type="password"
        autocomplete="off"
        spellcheck="false"
        placeholder="${environment === 'staging' ? 'pets_test_…' : 'pets_live_…'}"
        aria-describedby="key-note"
      />
      <p id="key-note">
        Stays in this page and is gone when you leave it. Open an operation and press
        <b>Execute</b>: it sends a real request to ${environment}.
      </p>
    </form>
    <h3 class="unseen">Methods and paths</h3>
    <div id="explorer" data-client="${JSON.stringify(api.client)}">
      <ul class="operations">
        ${operationsOf(api).map(
          ({ method, path, summary, deprecation }) =>
            html`<li>
              <code class="method ${method.toLowerCase()}">${method}</code>
              <code>${deprecation === undefined ? path : html`<s>${path}</s>`}</code>
              <span>${summary}</span>
            </li> `,
        )}
      </ul>
      <noscript
        ><p>
          Every field stands in <a href="openapi.json">openapi.json</a>; with scripts allowed, this
          page shows it here and sends requests.
        </p></noscript
      >
    </div>
  </section>`

const scopesSection = (operations: readonly Operation[]): Html =>
  html`<section id="scopes">
    <h2>Scopes</h2>
    <p>
      A key may be limited to some of these scopes. An operation whose scope it lacks answers 403
      <a href="#error-insufficient_scope"><code>insufficient_scope</code></a
      >. A key that others can see, in a web page for example, should have scopes to read alone.
    </p>
    <div class="scroll" tabindex="0" role="region" aria-label="Scopes">
      <table>
        <thead>
          <tr>
            <th scope="col">Scope</th>
            <th scope="col">Allows</th>
            <th scope="col">Operations</th>
          </tr>
        </thead>
        <tbody>
          ${everyScope.map(
            (name) =>
              html`<tr>
                <th scope="row"><code>${name}</code></th>
                <td>${scopeCatalogue[name]}</td>
                <td>${operationsWith(name, operations)}</td>
              </tr> `,
          )}
        </tbody>
      </table>
    </div>
  </section>`

const operationsWith = (name: Scope, operations: readonly Operation[]): string =>
  operations
    .flatMap(({ scope, furtherScope, id }) => (scope === name || furtherScope === name ? id : []))
    .join(', ')

const quotasSection = (): Html =>
  html`<section id="quotas">
    <h2>Quotas</h2>
    <p>
      Every request with a key counts, once, in two windows of the UTC clock: the minute and the
      day. Only an answer 429 does not count.
    </p>
    <div class="scroll" tabindex="0" role="region" aria-label="Quotas by plan">
      <table>
        <thead>
          <tr>
            <th scope="col">Plan</th>
            <th scope="col">Requests a minute</th>
            <th scope="col">Requests a day</th>
            <th scope="col">Orders placed at once</th>
          </tr>
        </thead>
        <tbody>
          ${Object.entries(fixedPlans).map(
            ([plan, { perMinute, perDay, openOrders }]) =>
              html`<tr>
                <th scope="row">${plan[0]?.toUpperCase() ?? ''}${plan.slice(1)}</th>
                <td>${perMinute.toLocaleString('en')}</td>
                <td>${perDay.toLocaleString('en')}</td>
                <td>${openOrders.toLocaleString('en')}</td>
              </tr> `,
          )}
          <tr>
            <th scope="row">Enterprise</th>
            <td>agreed</td>
            <td>agreed</td>
            <td>agreed</td>
          </tr>
        </tbody>
      </table>
    </div>
    <p>
      Every answer tells the state: <code>X-RateLimit-Limit</code>,
      <code>X-RateLimit-Remaining</code> and <code>X-RateLimit-Reset</code> of the window with the
      fewest requests remaining, and both windows in <code>RateLimit</code>. After a 429 wait for
      the seconds in <code>Retry-After</code>; who goes on sending is
      <a href="#error-api_key_banned">banned for a while</a>.
    </p>
  </section>`

const errorsSection = (): Html =>
  html`<section id="errors">
    <h2>Errors</h2>
    <p>
      Whatever goes wrong is answered with one JSON object of three fields. Act on
      <code>code</code>, which never changes its meaning; <code>message</code> is for people. New
      codes may be added, so take those that you do not know by their status. A client whose
      <code>Accept</code> prefers <code>application/problem+json</code> to
      <code>application/json</code> gets problem details (RFC 9457) instead, whose
      <code>type</code> leads to the code on this page.
    </p>
    <pre tabindex="0"><code>${errorExample('invalid_parameter')}</code></pre>
    ${errorCodes.map(errorEntry)}
  </section>`

const errorExample = (code: ErrorCode): string =>
  JSON.stringify(
    { code, message: catalogue[code].example, status: catalogue[code].status },
    null,
    2,
  )

const errorEntry = (code: ErrorCode): Html => {
  const { status, when, remedy } = catalogue[code]
  const anchor = errorAnchor(code)
  return html`<article class="error" id="${anchor}" aria-labelledby="${anchor}-name">
    <h3 id="${anchor}-name">
      <a href="#${anchor}"><code>${code}</code></a>
      <span class="status s${Math.floor(status / 100)}"
        >${status} ${http.STATUS_CODES[status] ?? ''}</span
      >
    </h3>
    <p>${when}</p>
    <p class="remedy">${remedy}</p>
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
  const anchor = deprecationAnchor(operation)
  return html`<article class="notice" id="${anchor}" aria-labelledby="${anchor}-name">
    <h3 id="${anchor}-name"><code>${method} ${path}</code></h3>
    <p>
      Deprecated on ${day(since)}, removed on
      <strong>${day(sunset)}</strong> at 00:00 UTC. From then on it answers 410
      <a href="#error-operation_removed"><code>operation_removed</code></a
      >.
    </p>
    <p>Use <code>GET ${successor}</code> instead:</p>
    <pre
      tabindex="0"
    ><code>curl -H "Authorization: Bearer $PETSTORE_API_KEY" "${shownBase(links)}${example}"</code></pre>
    <p>
      Until then every answer of the operation carries <code>Deprecation</code> (RFC 9745),
      <code>Sunset</code> (RFC 8594) and a <code>Link</code> to this notice.
    </p>
  </article>`
}
