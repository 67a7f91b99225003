// Shows the OpenAPI document with Swagger UI, in the place of the plain list of operations.
// Runs in the browser, as it is: no build step stands between this file and the page.

const explorer = document.getElementById('explorer')
const keyForm = document.getElementById('key-form')
const keyField = document.getElementById('api-key')

/** JSON with every digit, where the browser gives the source of a number (ES2026), indented. */
const exactJson = (text) => {
  if (typeof JSON.rawJSON !== 'function') return text
  const value = JSON.parse(text, (_name, item, context) =>
    typeof item === 'number' && context?.source !== undefined ? JSON.rawJSON(context.source) : item,
  )
  return JSON.stringify(value, null, 2)
}

/** Said once for all answers, in the section on quotas, and so not again with each. */
const onEveryAnswer = /^(X-RateLimit-.*|RateLimit.*|X-Request-Id)$/

/**
 * Reads the document for showing. A bound that a double cannot hold is left out, rather than shown
 * wrong: the descriptions of those fields say it in words. So are HEAD and OPTIONS, and the headers
 * of every answer, of which the page says that they are everywhere.
 */
const readDocument = (text) => {
  const spec = JSON.parse(text, (name, item) => {
    if (Number.isInteger(item) && !Number.isSafeInteger(item)) return undefined
    if (name !== 'headers') return item
    return Object.fromEntries(
      Object.entries(item).filter(([header]) => !onEveryAnswer.test(header)),
    )
  })
  for (const path of Object.values(spec.paths)) {
    delete path.head
    delete path.options
    // Swagger UI has no field for an item with a format, and complains of it; the description names the format.
    for (const { parameters = [] } of Object.values(path)) {
      for (const { schema } of parameters) delete schema.items?.format
    }
  }
  return spec
}

/** Swagger UI reads the body of an answer into doubles; this one keeps an int64 exact. */
const ExactAnswers = () => ({
  wrapComponents: {
    responseBody: (Original, system) => (props) => {
      const isJson = /\bjson\b/.test(props.contentType ?? '') && typeof props.content === 'string'
      if (!isJson) return system.React.createElement(Original, props)
      let content = props.content
      try {
        content = exactJson(content)
      } catch {
        // Not JSON after all: shown as it came.
      }
      return system.React.createElement(Original, { ...props, content, contentType: 'text/plain' })
    },
  },
})

/** Shows an error answer as a row that leads to its codes, instead of an example of each every time. */
const ErrorRows = ({ React }) => ({
  wrapComponents: {
    response: (Original) => (props) => {
      if (Number(props.code) < 400) return React.createElement(Original, props)
      const text = props.response.get('description') ?? ''
      const codes = [...text.matchAll(/`([a-z_]+)`: ([^`]*)/g)]
      return React.createElement(
        'tr',
        { className: 'response', 'data-code': props.code },
        React.createElement('td', { className: 'response-col_status' }, props.code),
        React.createElement(
          'td',
          { className: 'response-col_description' },
          codes.map(([, code, when]) =>
            React.createElement(
              'p',
              { key: code },
              React.createElement(
                'a',
                { href: `#error-${code}` },
                React.createElement('code', {}, code),
              ),
              ` ${when}`,
            ),
          ),
        ),
      )
    },
  },
})

/** What a reference within the document names, as in `#/components/schemas/Pet` (RFC 6901). */
const named = (spec, reference) =>
  reference
    .slice(2)
    .split('/')
    .reduce((item, name) => item[name.replaceAll('~1', '/').replaceAll('~0', '~')], spec)

/** The value with what its references name in their places; a reference within itself stays. */
const withoutReferences = (spec, value, within = []) => {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => withoutReferences(spec, item, within))
  const reference = value.$ref
  if (typeof reference !== 'string') {
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [name, withoutReferences(spec, item, within)]),
    )
  }
  if (within.includes(reference)) return value
  return withoutReferences(spec, named(spec, reference), [...within, reference])
}

/**
 * Follows the references of an operation as it is opened. The library reads the whole document anew for each one, which
 * takes seconds of a processor.
 */
const QuickReferences = () => ({
  fn: {
    resolveSubtree: async (spec, path) => ({
      errors: [],
      spec: withoutReferences(
        spec,
        path.reduce((item, name) => item?.[name], spec),
      ),
    }),
  },
})

/** Only what the page lacks: the layout of the library brings a title and a second `main` along. */
const PageLayout = ({ React }) => ({
  components: {
    PageLayout: ({ getComponent }) =>
      React.createElement(
        'div',
        { className: 'swagger-ui' },
        ['SvgAssets', 'errors', 'operations', 'Models'].map((name) =>
          React.createElement(getComponent(name, name !== 'SvgAssets'), { key: name }),
        ),
      ),
  },
})

/** The name of an operation as text: it stands in a button, where a link has no place. */
const PlainNames = ({ React }) => ({
  wrapComponents: {
    DeepLink: () => (props) => React.createElement('span', {}, props.text),
  },
})

/** Names for the fields that the library leaves without one, as a screen reader needs them. */
const names = {
  'textarea.body-param__text': () => 'Request body',
  '.examples-select-element': () => 'Example',
  'tr[data-param-name] select': (field) => field.closest('tr').dataset.paramName,
  '.responses-table': (table) => `Responses: ${table.id.replaceAll('_', ' ')}`,
}

const nameFields = () => {
  for (const [selector, nameOf] of Object.entries(names)) {
    for (const field of explorer.querySelectorAll(`${selector}:not([aria-label])`)) {
      field.setAttribute('aria-label', nameOf(field))
    }
  }
}

/** Lets a keyboard reach the examples and answers: the long ones scroll. */
const reachExamples = () => {
  for (const example of explorer.querySelectorAll('.highlight-code > pre:not([tabindex])')) {
    example.setAttribute('tabindex', '0')
  }
}

/** The base address, as the browser knows the service. */
const base = new URL('v1', location.href.split('#', 1)[0]).href

const showBase = () => {
  for (const place of document.querySelectorAll('[data-base]')) place.textContent = base
}

const followColours = () => {
  const dark = matchMedia('(prefers-color-scheme: dark)')
  const apply = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
  dark.addEventListener('change', apply)
  apply()
}

/** Goes back to what the address names, which the rendered document has pushed away. */
const returnToAnchor = () => {
  const anchor = decodeURIComponent(location.hash.slice(1))
  if (anchor !== '' && !anchor.startsWith('/')) {
    document.getElementById(anchor)?.scrollIntoView()
  }
}

const start = async () => {
  followColours()
  showBase()
  new MutationObserver(() => {
    nameFields()
    reachExamples()
  }).observe(explorer, { childList: true, subtree: true })
  const answer = await fetch('openapi.json')
  if (!answer.ok) throw new Error(`openapi.json was answered ${answer.status}`)
  const spec = readDocument(await answer.text())
  // Real requests go to where this page came from, whatever name the browser knows it by.
  spec.servers = [{ url: base }]
  const ui = window.SwaggerUIBundle({
    spec,
    domNode: explorer,
    deepLinking: true,
    docExpansion: 'list',
    defaultModelsExpandDepth: 0,
    defaultModelExpandDepth: 3,
    displayRequestDuration: true,
    tryItOutEnabled: true,
    validatorUrl: null,
    layout: 'PageLayout',
    plugins: [ExactAnswers, ErrorRows, QuickReferences, PlainNames, PageLayout],
    onComplete: () => {
      keyForm.hidden = false
      returnToAnchor()
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
  const note = document.createElement('p')
  note.textContent = `The operations cannot be shown here (${error.message}); they stand in openapi.json.`
  explorer.append(note)
})
