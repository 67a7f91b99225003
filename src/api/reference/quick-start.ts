import type { Environment } from '../../core/environments.ts'
import type { Links } from '../links.ts'
import { type Html, html } from './html.ts'

/**
 * The base address for people to use. If the service knows none that is right for all callers, the page's script
 * puts the address there that the page came from.
 */
export const shownBase = ({ base, shown }: Links): Html =>
  base === shown ? html`${base}` : html`<span data-base>${shown}</span>`

/** The way from a key to a first answer, in commands that can be pasted. */
export const quickStart = (environment: Environment, links: Links): Html => {
  const key = environment === 'staging' ? 'pets_test_…' : 'pets_live_…'
  const other =
    environment === 'staging'
      ? 'Nothing here touches production: data, keys and quotas are its own. A new staging store prints one free key and has a dozen sample animals.'
      : 'This is production: what you send here is real. Try things on staging first, which has keys of its own.'
  return html`<section id="quick-start" class="hero">
    <h1>Browse and manage the animals of the store</h1>
    <p class="lead">
      An HTTP interface in JSON: list animals, add one, page through thousands. ${other}
    </p>
    <dl class="base">
      <dt>Base address</dt>
      <dd><code>${shownBase(links)}</code></dd>
    </dl>
    <ol class="steps">
      <li>
        <h2>Send your key with every request</h2>
        <p>
          The operator of the store makes keys. Keep yours in a variable, and list a few animals:
        </p>
        <pre tabindex="0"><code>export PETSTORE_API_KEY=${key}
curl -i -H "Authorization: Bearer $PETSTORE_API_KEY" "${shownBase(links)}/pets?limit=5"</code></pre>
      </li>
      <li>
        <h2>Add an animal</h2>
        <p>With an <code>Idempotency-Key</code> of its own, a retry never adds a second one:</p>
        <pre tabindex="0"><code>curl -i -X POST "${shownBase(links)}/pets" \\
  -H "Authorization: Bearer $PETSTORE_API_KEY" \\
  -H "Content-Type: application/json" \\
  -H "Idempotency-Key: $(uuidgen)" \\
  -d '{"name": "Rex", "categoryId": 3}'</code></pre>
      </li>
      <li>
        <h2>Take the next page from the answer</h2>
        <p>
          A list answers at most 100 animals. While there are more, its <code>Link</code> header has
          the address of the next page, with a cursor that stays good while animals come and go:
        </p>
        <pre tabindex="0"><code>Link: &lt;${links.base}/pets?limit=5&gt;; rel="first",
      &lt;${links.base}/pets?limit=5&amp;cursor=…&gt;; rel="next"</code></pre>
      </li>
    </ol>
    <p class="note">
      Every answer tells what is left of your <a href="#quotas">quota</a>, and every failure has one
      of the <a href="#errors">error codes</a> below. <code>id</code> and
      <code>categoryId</code> are 64-bit integers, exact to the last digit: read them with a JSON
      parser that keeps them, where yours makes them floating-point numbers.
    </p>
  </section>`
}
