// Shows the OpenAPI document with Swagger UI, in place of the plain list of operations. Runs in the browser as it is.
// Ours are exact 64-bit integers, the key, what errors an operation has, and names for screen readers.

const explorer = document.getElementById('explorer')
const keyForm = document.getElementById('key-form')
const keyField = document.getElementById('api-key')

/** The base address, as the browser knows the service. */
const base = new URL('v1', location.href.split('#', 1)[0]).href

/** JSON with every digit, if the browser gives the source of a number (ES2026), indented. */
const exactJson = (text) => {
  if (typeof JSON.rawJSON !== 'function') return text
  const value = JSON.parse(text, (_name, item, context) =>
    typeof item === 'number' && context?.source !== undefined ? JSON.rawJSON(context.source) : item,
  )
  return JSON.stringify(value, null, 2)
}

/** Swagger UI reads the body of an answer into doubles, and shows the key as part of a command. */
const ExactAnswers = ({ React }) => ({
  wrapComponents: {
    curl: (Original) => (props) => {
      const request = props.request.setIn(['headers', 'Authorization'], 'Bearer <API_KEY>')
      return React.createElement(Original, { ...props, request })
    },
    responseBody: (Original) => (props) => {
      const isJson = /\bjson\b/.test(props.contentType ?? '') && typeof props.content === 'string'
      const exact = isJson && { content: exactJson(props.content), contentType: 'text/plain' }
      return React.createElement(Original, { ...props, ...exact })
    },
  },
})

/**
 * Reads the document. What Swagger UI cannot show is left out, since the descriptions say it in words: a bound that a
 * double cannot hold, and the format of an item.
 */
const readDocument = (text) =>
  JSON.parse(text, (name, item) => {
    if (name === 'items' && item.format) return { ...item, format: undefined }
    return Number.isInteger(item) && !Number.isSafeInteger(item) ? undefined : item
  })

/** What a reference within the document names, as in `#/components/schemas/Pet` (RFC 6901). */
const named = (spec, reference) =>
  reference
    .slice(2)
    .split('/')
    .reduce((item, name) => item[name.replaceAll('~1', '/').replaceAll('~0', '~')], spec)

/**
 * A value with the targets of its references in their places; a reference within itself stays. What may be null shows as one
 * type, where Swagger UI shows a choice of two.
 */
const withoutReferences = (spec, value, within = []) => {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => withoutReferences(spec, item, within))
  const [of, none] = value.anyOf ?? []
  if (none?.type === 'null') {
    const target = withoutReferences(spec, of, within)
    return { ...target, ...value, anyOf: undefined, type: [target.type, 'null'] }
  }
  const { $ref: reference, ...own } = value
  if (typeof reference === 'string' && !within.includes(reference)) {
    const target = withoutReferences(spec, named(spec, reference), [...within, reference])
    return { ...target, ...own }
  }
  const members = Object.entries(value)
  return Object.fromEntries(
    members.map(([name, item]) => [name, withoutReferences(spec, item, within)]),
  )
}

/** Follows the references of an operation as it is opened. Swagger UI reads the whole document for each, which takes seconds. */
const QuickReferences = () => ({
  fn: {
    resolveSubtree: async (spec, path) => {
      const subtree = path.reduce((item, name) => item?.[name], spec)
      return { errors: [], spec: withoutReferences(spec, subtree) }
    },
  },
})

/** Shows of an error the codes that the operation has, which lead to their causes, and its headers. */
const ErrorRows = ({ React: { createElement: element }, specSelectors }) => {
  const link = (code) =>
    element(
      'span',
      { key: code },
      element('a', { href: `#error-${code}` }, element('code', {}, code)),
      ' ',
    )
  return {
    wrapComponents: {
      response: (Original) => (props) => {
        if (Number(props.code) < 400) return element(Original, props)
        const spec = specSelectors.specJson().toJS()
        const operation = spec.paths[props.path][props.method]
        const codes = [
          ...spec['x-conventions'].errors['x-error-codes'],
          ...operation['x-error-codes'],
        ]
        const { headers, content } = props.response.toJS()
        const examples = content['application/json'].examples
        return element(
          'tr',
          { className: 'response', 'data-code': props.code },
          element('td', { className: 'response-col_status' }, props.code),
          element(
            'td',
            { className: 'response-col_description', colSpan: 2 },
            codes.filter((code) => code in examples).map(link),
            element('div', {}, `Headers: ${Object.keys(headers).join(', ')}`),
          ),
        )
      },
    },
  }
}

/** The parts of Swagger UI that the page lacks: its own layouts bring a title and a second `main`. */
const PageLayout = ({ React: { createElement: element } }) => ({
  components: {
    PageLayout: ({ getComponent }) =>
      element(
        'div',
        { className: 'swagger-ui' },
        element(getComponent('SvgAssets')),
        ['FilterContainer', 'errors', 'operations', 'Models'].map((name) =>
          element(getComponent(name, true), { key: name }),
        ),
      ),
  },
  // The name of an operation is text: it stands in a button, where a link has no place.
  wrapComponents: { DeepLink: () => (props) => element('span', {}, props.text) },
  // Finds operations by their words, where Swagger UI finds tags alone.
  fn: {
    opsFilter: (tags, phrase) => {
      const has = (operation) =>
        ['path', 'method', ['operation', 'summary'], ['operation', 'operationId']].some((place) =>
          String(operation.getIn([place].flat()))
            .toLowerCase()
            .includes(phrase.toLowerCase()),
        )
      return tags
        .map((tag) => tag.update('operations', (operations) => operations.filter(has)))
        .filter((tag) => tag.get('operations').size > 0)
    },
  },
})

/** Names for the fields that Swagger UI leaves without one, as a screen reader needs them. */
const names = {
  'textarea.body-param__text': () => 'Request body',
  '.examples-select-element': () => 'Example',
  '.operation-filter-input': () => 'Find an operation',
  'tr[data-param-name] select': (field) => field.closest('tr').dataset.paramName,
  '.responses-table': (table) => `Responses: ${table.id.replaceAll('_', ' ')}`,
}

const mendNames = () => {
  for (const [selector, nameOf] of Object.entries(names)) {
    for (const field of explorer.querySelectorAll(`${selector}:not([aria-label])`)) {
      field.setAttribute('aria-label', nameOf(field))
    }
  }
  // A keyboard reaches what scrolls.
  for (const example of explorer.querySelectorAll('pre:not([tabindex])')) example.tabIndex = 0
}

/** Follows the colours of the system. */
const followColours = () => {
  const dark = matchMedia('(prefers-color-scheme: dark)')
  const apply = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
  dark.addEventListener('change', apply)
  apply()
}

/** Keeps what the address names in view while the page grows, until somebody moves the page. */
const stayAtAnchor = () => {
  const growth = new ResizeObserver(() => {
    document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView()
  })
  growth.observe(explorer)
  for (const type of ['wheel', 'touchstart', 'pointerdown', 'keydown']) {
    addEventListener(type, () => growth.disconnect(), { once: true, passive: true })
  }
}

/** Asks before a request changes production, ahead of Swagger UI, which shows a click as work that goes on. */
const askBeforeProduction = () => {
  const changing = ['post', 'put', 'patch', 'delete'].map((name) => `.opblock-${name} .execute`)
  const ask = (event) => {
    if (!event.target.closest(changing.join())) return
    if (!confirm('Send this request to production? It changes real data.')) event.stopPropagation()
  }
  document.addEventListener('click', ask, { capture: true })
}

const start = async () => {
  followColours()
  for (const place of document.querySelectorAll('[data-base]')) place.textContent = base
  stayAtAnchor()
  if (document.body.dataset.environment === 'production') askBeforeProduction()
  new MutationObserver(mendNames).observe(explorer, { childList: true, subtree: true })
  const answer = await fetch('openapi.json')
  if (!answer.ok) throw new Error(`openapi.json was answered ${answer.status}`)
  const ui = window.SwaggerUIBundle({
    spec: { ...readDocument(await answer.text()), servers: [{ url: base }] },
    domNode: explorer,
    docExpansion: 'list',
    filter: true,
    defaultModelsExpandDepth: 0,
    defaultModelExpandDepth: 3,
    displayRequestDuration: true,
    tryItOutEnabled: true,
    validatorUrl: null,
    layout: 'PageLayout',
    plugins: [ExactAnswers, ErrorRows, QuickReferences, PageLayout],
    onComplete: () => {
      keyForm.hidden = false
    },
  })
  keyForm.addEventListener('submit', (event) => event.preventDefault())
  keyField.addEventListener('input', () => {
    const key = keyField.value.trim()
    if (key === '') ui.authActions.logout(['apiKey'])
    else ui.preauthorizeApiKey('apiKey', key)
  })
}

start().catch((error) => {
  explorer.append(
    `The operations cannot be shown here (${error.message}). They are listed in openapi.json.`,
  )
})
