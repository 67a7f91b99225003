import type { Environment } from '../../core/environments.ts'
import type { Links } from '../links.ts'
import { componentsOf } from '../openapi/schemas.ts'
import type { Operation } from '../operation.ts'
import { type ApiDescription, operationsOf } from '../resource.ts'
import { type Html, html } from './html.ts'

/**
 * The base address for people. If the service knows none that is right for all callers, the page's script inserts its
 * own address.
 */
export const shownBase = ({ base, shown }: Links): Html =>
  base === shown ? html`${base}` : html`<span data-base>${shown}</span>`

/** The steps from a key to a first answer, as commands to paste. */
export const quickStart = (api: ApiDescription, environment: Environment, links: Links): Html => {
  const operations = operationsOf(api)
  const key = environment === 'staging' ? 'pets_test_…' : 'pets_live_…'
  const other =
    environment === 'staging'
      ? `Nothing here touches production: data, keys and quotas are its own. A new staging store prints one free key and has ${api.samples}.`
      : 'This is production: what you send here is real. Try things on staging first, which has keys of its own.'
  return html`<section id="quick-start" class="hero">
    <h1>${api.headline}</h1>
    <p class="lead">${api.lead} ${other}</p>
    <dl class="base">
      <dt>Base address</dt>
      <dd><code>${shownBase(links)}</code></dd>
    </dl>
    <ol class="steps">
      ${listStep(api, key, links)} ${createStep(operations, links)} ${pageStep(api, links)}
    </ol>
    <p>
      The TypeScript client <code>${api.client.name}</code>, in <code>client/</code> of the
      service’s repository, does all this by itself: it keeps 64-bit integers exact, retries safely
      and follows the pages. Every operation below has samples in <code>curl</code>, TypeScript and
      Python.
    </p>
    <p class="note">
      Every answer tells what is left of your <a href="#quotas">quota</a>, and every failure has one
      of the <a href="#errors">error codes</a> below. ${int64Fields(operations)} are 64-bit
      integers, exact to the last digit: read them with a JSON parser that keeps them, where yours
      makes them floating-point numbers.
    </p>
  </section>`
}

/** The path and the query of the first page of a list. */
const firstPage = (api: ApiDescription): string => {
  const list = operationsOf(api).find(({ isPaged }) => isPaged)
  return `${list?.path ?? ''}?limit=5`
}

const listStep = (api: ApiDescription, key: string, links: Links): Html =>
  html`<li>
    <h2>Send your key with every request</h2>
    <p>
      The operator of the store makes keys. Keep yours in a variable, and list a few ${api.things}:
    </p>
    <pre tabindex="0"><code>export PETSTORE_API_KEY=${key}
curl -i -H "Authorization: Bearer $PETSTORE_API_KEY" "${shownBase(links)}${firstPage(api)}"</code></pre>
  </li>`

const createStep = (operations: readonly Operation[], links: Links): Html => {
  const create = operations.find(({ createsOnce }) => createsOnce)
  if (create?.body === undefined) return html``
  const [example] = Object.values(create.body.examples).toReversed()
  return html`<li>
    <h2>${create.summary}</h2>
    <p>With an <code>Idempotency-Key</code> of its own, a retry never adds a second one:</p>
    <pre tabindex="0"><code>curl -i -X ${create.method} "${shownBase(links)}${create.path}" \\
  -H "Authorization: Bearer $PETSTORE_API_KEY" \\
  -H "Content-Type: ${create.body.mediaTypes[0] ?? ''}" \\
  -H "Idempotency-Key: $(uuidgen)" \\
  -d '${spaced(example?.value)}'</code></pre>
  </li>`
}

/** A value as JSON on one line, with a space after each colon and comma. */
const spaced = (value: unknown): string =>
  JSON.stringify(value, null, 1)
    .replaceAll(/,\n\s*/g, ', ')
    .replaceAll(/\n\s*/g, '')

const pageStep = (api: ApiDescription, links: Links): Html => {
  const first = links.base + firstPage(api)
  return html`<li>
    <h2>Take the next page from the answer</h2>
    <p>
      A list answers at most 100 ${api.things}. While there are more, its <code>Link</code> header
      has the address of the next page, with a cursor that stays good while ${api.things} come and
      go:
    </p>
    <pre tabindex="0"><code>Link: &lt;${first}&gt;; rel="first",
      &lt;${first}&amp;cursor=…&gt;; rel="next"</code></pre>
  </li>`
}

/** The fields that need a parser of 64-bit integers. */
const int64Fields = (operations: readonly Operation[]): readonly Html[] => {
  const fields = [...componentsOf(operations).values()].flatMap(({ properties }) =>
    Object.entries(Object(properties) as Record<string, { readonly format?: string }>).flatMap(
      ([name, { format }]) => (format === 'int64' ? name : []),
    ),
  )
  return [...new Set(fields)].map((name, at) =>
    at === 0 ? html`<code>${name}</code>` : html` and <code>${name}</code>`,
  )
}
