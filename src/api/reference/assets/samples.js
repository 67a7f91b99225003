// An operation as code for elsewhere. The key is in none of it: the samples read it from a variable.

/** The languages of the samples; the first is shown first. */
export const languages = ['curl', 'TypeScript', 'Python']

const exampleValue = ({ example, schema }) => example ?? schema?.examples?.[0] ?? 1

/** The request of an operation that was not sent yet: what it needs, by the examples of the document. */
export const exampleOf = (base, path, method, { parameters = [], requestBody }) => {
  const needed = parameters.filter(({ required }) => required)
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) =>
    exampleValue(needed.find((parameter) => parameter.name === name) ?? {}),
  )
  const [[mediaType, { examples }] = ['', {}]] = Object.entries(requestBody?.content ?? {})
  const [example] = Object.values(examples ?? {})
  const headers = mediaType === '' ? {} : { 'Content-Type': mediaType }
  if (parameters.some(({ name }) => name === once)) headers[once] = undefined
  return {
    method: method.toUpperCase(),
    url: base + filled,
    headers,
    body: example && JSON.stringify(example.value, null, 2),
  }
}

const once = 'Idempotency-Key'

/** What the page sent, without the key, and without what a browser adds by itself. */
export const sentRequest = ({ method, url, headers, body }) => {
  const kept = Object.entries(headers).filter(([name]) => !/^(?:authorization|accept)$/i.test(name))
  if (method === 'POST' && !(once in headers)) kept.push([once, undefined])
  return { method, url, headers: Object.fromEntries(kept), body }
}

/** Text as one word of a POSIX shell. */
const shellWord = (text) => `'${text.replaceAll("'", String.raw`'\''`)}'`

const curl = ({ method, url, headers, body }) =>
  [
    `curl${method === 'GET' ? '' : ` -X ${method}`} ${shellWord(url)}`,
    '-H "Authorization: Bearer $PETSTORE_API_KEY"',
    ...Object.entries(headers).map(([name, value]) =>
      value === undefined ? `-H "${name}: $(uuidgen)"` : `-H ${shellWord(`${name}: ${value}`)}`,
    ),
    ...(body === undefined ? [] : [`-d ${shellWord(body)}`]),
  ].join(' \\\n  ')

/** The texts of JSON, and what stands between them. */
const outsideTexts = (json, change) =>
  json.replaceAll(/("(?:[^"\\]|\\.)*")|([^"]+)/g, (_, text, rest) => text ?? change(rest))

const asPython = (json) =>
  outsideTexts(json, (rest) =>
    rest.replaceAll(/\b(?:true|false|null)\b/g, (word) =>
      word === 'null' ? 'None' : word[0].toUpperCase() + word.slice(1),
    ),
  )

/** An int64 beyond the exact integers of JavaScript gets its `n`. */
const asTypeScript = (json) =>
  outsideTexts(json, (rest) =>
    rest.replaceAll(/-?\d+(?![\d.eE])/g, (digits) =>
      Number.isSafeInteger(Number(digits)) ? digits : `${digits}n`,
    ),
  )

const python = ({ method, url, headers, body }) => {
  const named = Object.values(headers).includes(undefined)
  return [
    `import ${['json', 'os', 'urllib.request', ...(named ? ['uuid'] : [])].join(', ')}`,
    '',
    'request = urllib.request.Request(',
    `    ${JSON.stringify(url)},`,
    `    method=${JSON.stringify(method)},`,
    '    headers={',
    '        "Authorization": "Bearer " + os.environ["PETSTORE_API_KEY"],',
    ...Object.entries(headers).map(
      ([name, value]) =>
        `        ${JSON.stringify(name)}: ${value === undefined ? 'str(uuid.uuid4())' : JSON.stringify(value)},`,
    ),
    '    },',
    ...(body === undefined
      ? []
      : [`    data=json.dumps(${asPython(body).replaceAll('\n', '\n    ')}).encode(),`]),
    ')',
    'with urllib.request.urlopen(request) as answer:',
    '    text = answer.read()',
    '    print(answer.status, json.loads(text) if text else "")',
  ].join('\n')
}

/** The options of the client's methods that stand for headers. */
const headerOptions = {
  'If-Match': 'ifMatch',
  'If-None-Match': 'ifNoneMatch',
  [once]: 'idempotencyKey',
}

const queryValue = (text, schema = {}) => {
  const values = schema.type === 'array' ? text.split(',') : [text]
  const type = schema.type === 'array' ? schema.items?.type : schema.type
  const literals = values.map((value) =>
    type === 'integer' && /^-?\d+$/.test(value) ? asTypeScript(value) : JSON.stringify(value),
  )
  return literals.length === 1 ? literals[0] : `[${literals.join(', ')}]`
}

const typescript = ({ url, headers, body, path, operation, client }) => {
  const { pathname, searchParams, href } = new URL(url)
  const depth = path.split('/').length - 1
  const names = path.split('/').slice(1)
  const values = pathname.split('/').slice(-depth)
  const ids = names.flatMap((name, at) => (name.startsWith('{') ? asTypeScript(values[at]) : []))
  const schemaOf = (name) => operation.parameters?.find((one) => one.name === name)?.schema
  const options = [
    ...[...searchParams].map(
      ([name, value]) => `${client.options[name] ?? name}: ${queryValue(value, schemaOf(name))}`,
    ),
    ...Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || headerOptions[name] === undefined
        ? []
        : `${headerOptions[name]}: ${JSON.stringify(value)}`,
    ),
  ]
  const given = [
    ...ids,
    ...(body === undefined ? [] : [asTypeScript(body)]),
    ...(options.length === 0 ? [] : [`{ ${options.join(', ')} }`]),
  ]
  const beginning = href.slice(0, href.indexOf(pathname) + pathname.length)
  const base = beginning.split('/').slice(0, -depth).join('/')
  return [
    `import { PetStore } from '${client.name}'`,
    '',
    `const store = new PetStore({ baseUrl: ${JSON.stringify(base)} })`,
    `console.log(await store.${client.methods[operation.operationId]}(${given.join(', ')}))`,
  ].join('\n')
}

/** A request as code in one of the languages. */
export const sampleOf = (language, request) =>
  ({ curl, TypeScript: typescript, Python: python })[language](request)
