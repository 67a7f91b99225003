import { valueRules } from '../openapi/conventions.ts'
import { http } from '../../base/node-http.ts'
import { catalogue, errorCodes } from '../../base/errors/catalogue.ts'
import type { Environment } from '../../base/environments.ts'
import { everyScope, scopeCatalogue } from '../../access/keys/scopes.ts'
import { fixedPlans } from '../../access/quotas/plans.ts'
import type { Links } from '../links.ts'
import {
  answersOf,
  commonErrors,
  errorsOf,
  type Operation,
  requestHeadersOf,
  scopesFor,
} from '../operation.ts'
import { commonHeaders, deprecatedHeaders, headerComponents } from '../openapi/headers.ts'
import { componentsOf, type JsonSchema } from '../openapi/schemas.ts'
import { type ApiDescription, operationsOf } from '../resource.ts'

/**
 * The whole reference as Markdown (CommonMark with tables), for people at a terminal and for programs that read text:
 * operations, objects, scopes, quotas and errors.
 */
export const referenceMarkdown = (
  api: ApiDescription,
  environment: Environment,
  links: Links,
): string => {
  const operations = operationsOf(api)
  return blocks(
    `# ${api.title}, ${environment}`,
    `${api.lead} The base address is \`${links.shown}\`. Every request carries an API key: \`Authorization: Bearer …\`.`,
    '## Operations',
    `Any operation can answer with these errors: ${commonErrors.map(code).join(', ')}.`,
    valueRules,
    ...operations.map(operationText),
    '## Objects',
    ...[...componentsOf(operations)]
      .filter(([, schema]) => !isField(schema))
      .map(([title, schema]) => objectText(title, schema)),
    ...sectionsOf(operations).flatMap(({ title, text, ...rows }) => [
      `## ${title}`,
      text,
      table(rows),
    ]),
  )
}

/** A section of the reference, whose text may have code between backticks. */
export type Section = {
  readonly title: string
  readonly text: string
  readonly head: readonly string[]
  /** The first cell of a row names it. */
  readonly rows: ReadonlyArray<readonly string[]>
}

/** What holds for all operations: headers, scopes, quotas, errors and deprecations. */
export const sectionsOf = (operations: readonly Operation[]): readonly Section[] => [
  {
    title: 'Headers',
    text: 'Each path that takes GET takes HEAD, and each path takes OPTIONS. Every answer has these headers, beside those of its operation:',
    head: ['Header', 'Meaning', 'Example'],
    rows: headerRows(operations),
  },
  {
    title: 'Scopes',
    text: 'A key may be limited to some of these scopes. An operation whose scope it lacks answers 403 `insufficient_scope`. A key that others can see, in a web page for example, should have scopes to read alone.',
    head: ['Scope', 'Allows', 'Operations'],
    rows: everyScope.map((name) => [
      code(name),
      scopeCatalogue[name],
      operations
        .flatMap((operation) => (scopesFor(operation).includes(name) ? operation.id : []))
        .join(', '),
    ]),
  },
  {
    title: 'Quotas',
    text: 'Every request with a key counts once in two windows of the UTC clock: the minute and the day. A 429 does not count. After a 429 wait for the seconds in `Retry-After`; a client that keeps sending is banned for a while.',
    head: ['Plan', 'Requests a minute', 'Requests a day', 'Orders placed at once'],
    rows: [
      ...Object.entries(fixedPlans).map(([plan, { perMinute, perDay, openOrders }]) => [
        plan,
        ...[perMinute, perDay, openOrders].map((count) => count.toLocaleString('en')),
      ]),
      ['enterprise', 'agreed', 'agreed', 'agreed'],
    ],
  },
  {
    title: 'Errors',
    text: 'Every error is one JSON object with `code`, `message` and `status`. Act on `code`, which never changes its meaning; `message` is for people. New codes may be added: treat one that you do not know by its status. A client whose `Accept` prefers `application/problem+json` to `application/json` gets problem details (RFC 9457) instead.',
    head: ['Code', 'Status', 'When', 'What to do'],
    rows: errorCodes.map((name) => {
      const { status, when, remedy } = catalogue[name]
      return [code(name), `${status} ${http.STATUS_CODES[status] ?? ''}`, when, remedy]
    }),
  },
  {
    title: 'Deprecations',
    text: 'From the day of its removal on, 00:00 UTC, an operation answers 410 `operation_removed`.',
    head: ['Operation', 'Path', 'Deprecated on', 'Removed on', 'Instead'],
    rows: operations.flatMap(({ id, method, path, deprecation }) => {
      if (deprecation === undefined) return []
      const { since, sunset, successor } = deprecation
      return [
        [id, `${method} ${path}`]
          .map(code)
          .concat(day(since), day(sunset), code(`GET ${successor}`)),
      ]
    }),
  },
]

const day = (time: number): string =>
  new Date(time).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** A short guide to the documents of the service, for language models (https://llmstxt.org). */
export const guideForModels = (
  api: ApiDescription,
  environment: Environment,
  links: Links,
  guides: ReadonlyArray<{ readonly path: string; readonly title: string }>,
): string =>
  blocks(
    `# ${api.title}, ${environment}`,
    `> ${api.summary}`,
    `The base address is \`${links.shown}\`. Integers are exact to 64 bits, so read JSON with a parser that keeps them.`,
    '## Reference',
    [
      `- [The whole reference](${links.beside('/docs.md')}): operations, objects, scopes, quotas and errors as Markdown`,
      `- [OpenAPI 3.1](${links.beside('/openapi.json')}): the same for programs`,
      `- [The reference page](${links.beside('/docs')}): the same for people, with requests to try`,
      `- [Errors](${links.beside('/docs.md')}#errors): each code, when it comes and what to do`,
    ].join('\n'),
    '## Guides',
    guides.map(({ path, title }) => `- [${title}](${links.beside(path)})`).join('\n'),
  )

const operationText = (operation: Operation): string => {
  const { id, method, path, summary, description, body } = operation
  const scopeNames = scopesFor(operation).map(code)
  const errors = errorsOf(operation).filter((each) => !commonErrors.includes(each))
  const parameters = [
    ...parameterRows(operation.params?.properties, 'path'),
    ...parameterRows(operation.query?.properties, 'query', operation.query?.required),
    ...parameterRows(requestHeadersOf(operation)?.properties, 'header'),
  ]
  return blocks(
    `### ${summary}`,
    `\`${method} ${path}\` (\`${id}\`${scopeNames.length === 0 ? '' : `, scope ${scopeNames.join(' or ')}`})`,
    description,
    ...(parameters.length === 0
      ? []
      : [table({ head: ['Parameter', 'In', 'Type', 'Description'], rows: parameters })]),
    ...(body === undefined
      ? []
      : [
          `Body: ${typeOf(body.schema)}, as ${body.mediaTypes.map(code).join(' or ')}.${body.examples ? ' For example:' : ''}`,
          ...Object.values(body.examples ?? {}).map(
            ({ value }) => `\`\`\`json\n${JSON.stringify(value)}\n\`\`\``,
          ),
        ]),
    table({
      head: ['Status', 'Body', 'Description'],
      rows: answersOf(operation).map(([status, { schema, description: meaning }]) => [
        status,
        schema === undefined ? 'none' : typeOf(schema),
        meaning,
      ]),
    }),
    errors.length === 0 ? '' : `Its own errors: ${errors.map(code).join(', ')}.`,
  )
}

const parameterRows = (
  properties: object | undefined,
  location: string,
  required: readonly string[] = [],
): string[][] =>
  Object.entries((properties ?? {}) as JsonSchema['properties'] & object).map(([name, schema]) => [
    code(name) + (location === 'path' || required.includes(name) ? ' (required)' : ''),
    location,
    typeOf(schema),
    schema.description ?? '',
  ])

const objectText = (title: string, schema: JsonSchema): string => {
  const { properties, required = [] } = schema
  const rows = Object.entries(properties ?? {}).map(([name, field]) => [
    code(name),
    typeOf(field),
    required.includes(name) ? 'yes' : 'no',
    field.description ?? '',
  ])
  const head = ['Field', 'Type', 'Required', 'Description']
  const text = properties ? table({ head, rows }) : typeOf({ ...schema, title: '' })
  return blocks(`### ${title}`, schema.description ?? '', text)
}

/** Fields stand in their objects; what has choices has a name. */
const isField = ({ type, enum: choices }: JsonSchema): boolean =>
  choices === undefined && /string|integer/.test(String(type))

const typeOf = (of: object): string => {
  const schema = of as JsonSchema
  const { title, type, format, items, enum: choices, anyOf } = schema
  if (title && !isField(schema)) return title
  if (anyOf !== undefined) return anyOf.map(typeOf).join(' or ')
  if (choices !== undefined) return choices.map(code).join(' or ')
  if (items !== undefined) return `array of ${typeOf(items)}${range(schema, 'Items')}`
  if (format === 'int64') return 'int64'
  if (type === 'integer') return `integer${range(schema, 'imum')}`
  return (format ?? type ?? 'any') + range(schema, 'Length', ' characters')
}

/** The bounds of a schema, whose keywords end so. */
const range = (schema: object, end: string, unit = ''): string => {
  const bounds = schema as Readonly<Record<string, number | undefined>>
  const { [`min${end}`]: min = 0, [`max${end}`]: max } = bounds
  return max === undefined ? '' : `, ${min} to ${max}${unit}`
}

/** The headers that the document gives all answers, or all of a deprecated operation. */
const headerRows = (operations: readonly Operation[]): Section['rows'] => {
  const components = headerComponents(operations)
  const rowOf = (name: string, when: string): readonly string[] => {
    const { description = '', example = '' } = components[name] ?? {}
    return [code(name), when + description, code(String(example))]
  }
  return [
    ...commonHeaders.map((name) => rowOf(name, '')),
    ...deprecatedHeaders.map((name) => rowOf(name, 'Of a deprecated operation: ')),
  ]
}

const code = (name: unknown): string => `\`${String(name)}\``

const table = ({ head, rows }: Pick<Section, 'head' | 'rows'>): string =>
  [head, head.map(() => '---'), ...rows].map(row).join('\n')

const row = (cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`

const blocks = (...parts: readonly string[]): string =>
  parts
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join('\n\n') + '\n'
