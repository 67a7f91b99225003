// Shows the OpenAPI document with Swagger UI, in the place of the plain list of operations.
// Runs in the browser, as it is: no build step stands between this file and the page.

import { operationAt, readDocument, withoutReferences } from './document.js'
import { exampleOf, languages, sampleOf, sentRequest } from './samples.js'
import { askBeforeProduction, nameCreations, nextPageOf } from './sending.js'

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

/** The names of the client's methods and options, by those of the document. */
const client = JSON.parse(explorer.dataset.client)

/**
 * Shows an operation as code, instead of the library's `curl`, which has the key in it: before it was sent, an example;
 * then what was sent.
 */
const Samples = (system) => {
  const { React, specSelectors } = system
  const element = React.createElement
  const Sample = ({ path, method }) => {
    const [language, choose] = React.useState(languages[0])
    const spec = specSelectors.specJson().toJS()
    const operation = operationAt(spec, path, method)
    const sent = specSelectors.requestFor(path, method)?.toJS()
    const request =
      sent?.url === undefined ? exampleOf(base, path, method, operation) : sentRequest(sent)
    const code = sampleOf(language, { ...request, path, operation, client })
    return element(
      'div',
      { className: 'samples' },
      element(
        'div',
        { className: 'opblock-section-header' },
        element('h4', {}, 'Samples'),
        languages.map((name) =>
          element(
            'button',
            {
              key: name,
              type: 'button',
              'aria-pressed': name === language,
              onClick: () => choose(name),
            },
            name,
          ),
        ),
        navigator.clipboard &&
          element(
            'button',
            { type: 'button', onClick: () => navigator.clipboard.writeText(code) },
            'Copy',
          ),
      ),
      element('pre', { className: 'sample', tabIndex: 0 }, element('code', {}, code)),
    )
  }
  return {
    wrapComponents: {
      curl: () => () => null,
      responses: (Original) => (props) =>
        element(
          React.Fragment,
          {},
          element(Sample, { path: props.path, method: props.method }),
          element(Original, props),
        ),
    },
  }
}

/** Below a page of a list, a button for the next one. */
const NextPages = ({ React, specActions, specSelectors }) => ({
  wrapComponents: {
    liveResponse: (Original) => (props) => {
      const { path, method, response } = props
      // The library splits a value at its commas.
      const { link = '' } = response.get('headers').toJS()
      const next = nextPageOf(String(link))
      const turn = (event) => {
        const cursor = specSelectors
          .specJsonWithResolvedSubtrees()
          .getIn(['paths', path, method, 'parameters'])
          .find((parameter) => parameter.get('name') === 'cursor')
        specActions.changeParamByIdentity([path, method], cursor, next, false)
        event.target.closest('.opblock').querySelector('.btn.execute').click()
      }
      return React.createElement(
        React.Fragment,
        {},
        React.createElement(Original, props),
        next !== undefined &&
          React.createElement(
            'button',
            { type: 'button', className: 'btn next-page', onClick: turn },
            'Next page',
          ),
      )
    },
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

const tellOfNames = () => {
  const field = 'tr[data-param-name="Idempotency-Key"] input'
  for (const input of explorer.querySelectorAll(field)) {
    input.placeholder = 'A new one for each request'
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

/** Goes to what the address names, which the page as it grows has pushed away. */
const returnToAnchor = () => {
  const anchor = decodeURIComponent(location.hash.slice(1))
  if (anchor !== '' && !anchor.startsWith('/')) {
    document.getElementById(anchor)?.scrollIntoView()
  }
}

/** Keeps what the address names in view while the page grows, until somebody moves the page. */
const stayAtAnchor = () => {
  const growth = new ResizeObserver(returnToAnchor)
  growth.observe(explorer)
  for (const type of ['wheel', 'touchstart', 'pointerdown', 'keydown']) {
    addEventListener(type, () => growth.disconnect(), { once: true, passive: true })
  }
}

const start = async () => {
  followColours()
  showBase()
  stayAtAnchor()
  askBeforeProduction()
  new MutationObserver(() => {
    nameFields()
    tellOfNames()
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
    plugins: [ExactAnswers, ErrorRows, QuickReferences, PlainNames, Samples, NextPages, PageLayout],
    requestInterceptor: nameCreations(spec),
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
  const note = document.createElement('p')
  note.textContent = `The operations cannot be shown here (${error.message}); they stand in openapi.json.`
  explorer.append(note)
})
