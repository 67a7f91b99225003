import type { TObject, TSchema } from 'typebox'
import type { BaseUrls, Environment } from '../../core/environments.ts'
import { wireLimits } from '../../core/limits.ts'
import { interfaceVersion } from '../../core/version.ts'
import { everyScope, scopeCatalogue } from '../../keys/scopes.ts'
import { allowedMethods, type Operation, requestHeadersOf } from '../operation.ts'
import { type ApiDescription, operationsOf } from '../resource.ts'
import { headerComponents } from './headers.ts'
import { messageParameters, messagesOf } from './messages.ts'
import { headResponsesOf, optionsResponses, responsesOf, sharedResponses } from './responses.ts'
import { type Components, componentsOf, withReferences } from './schemas.ts'

declare global {
  interface JSON {
    /** ES2026; TypeScript's library does not have it yet. */
    rawJSON(text: string): unknown
  }
}

type Json = Readonly<Record<string, unknown>>

/** The base addresses in the document that is kept with the code. */
export const defaultBaseUrls: Readonly<Record<Environment, string>> = {
  production: 'http://127.0.0.1:8080/v1',
  staging: 'http://127.0.0.1:8081/v1',
}

/** The scopes and what they allow, as Markdown. */
const scopeList = everyScope.map((scope) => `- \`${scope}\`: ${scopeCatalogue[scope]}`).join('\n')

/** Marks what the interface document does not have. */
const extension = { 'x-extension': true } as const

/** From the sunset on there is no location that would answer; only a replay is marked as one. */
const optionalHeaders: ReadonlySet<string> = new Set(['Idempotent-Replayed'])

/** The OpenAPI 3.1 document, from the schemas that validate and the catalogue that answers. */
export const openapiDocument = (api: ApiDescription, baseUrls: BaseUrls): Json => {
  const operations = operationsOf(api)
  const messages = api.resources.flatMap(({ messages: own = [] }) => own)
  const schemas = componentsOf(operations, messages)
  const given = componentsOf(operations.filter(({ isExtension }) => !isExtension))
  return {
    openapi: '3.1.1',
    info: {
      title: api.title,
      version: interfaceVersion,
      summary: api.summary,
      description:
        'Every request carries an API key as a bearer token, and every answer the state of its quota. Whatever goes wrong is answered with an `Error`, whose `code` is one of a closed catalogue. Within `/v1` changes only add: take fields, headers and codes that you do not know. What is marked `x-extension` goes beyond the interface that was asked for.',
      license: { name: 'MIT', identifier: 'MIT' },
      contact: { name: 'The operator of this store' },
    },
    servers: [
      { url: baseUrls.production, description: 'Production', 'x-internal': false },
      { url: baseUrls.staging, description: 'Staging, to try things', 'x-internal': false },
    ].filter(({ url }) => url !== undefined),
    security: [{ apiKey: [] }],
    tags: api.resources.map((resource) => ({
      name: resource.name,
      ...(resource.operations.every(({ isExtension }) => isExtension) && extension),
      description: resource.description,
    })),
    paths: pathsOf(api, schemas),
    webhooks: Object.assign(
      {},
      ...api.resources.map(({ name, messages: own = [] }) => messagesOf(own, name, schemas)),
    ),
    components: {
      parameters: messageParameters(messages),
      schemas: Object.fromEntries(
        [...schemas].map(([name, schema]) => [
          name,
          // A schema stays an object.
          {
            ...(!given.has(name) && extension),
            ...(withReferences(schema, schemas, name) as Json),
          },
        ]),
      ),
      headers: Object.fromEntries(
        Object.entries(headerComponents(operations)).map(([name, header]) => [
          name,
          { ...header, required: !optionalHeaders.has(name) },
        ]),
      ),
      responses: sharedResponses(),
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'pets_live_… or pets_test_…',
          description: `An API key of the environment, made by its operator. It may be limited to scopes; each operation names the one that it needs.\n\n${scopeList}`,
        },
      },
    },
  }
}

/** The document as JSON: indented, with every digit of the int64 bounds, and nothing in it that an editor would not show. */
export const openapiJson = (document: Json): string => {
  const json = JSON.stringify(
    document,
    (_name, value: unknown) => (typeof value === 'bigint' ? JSON.rawJSON(String(value)) : value),
    2,
  )
  return `${json.replaceAll(invisible, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)}\n`
}

/** Characters without a shape but the space; all that the document has are of the basic plane. */
const invisible = /(?! )[\p{Z}\p{Cf}]/gu

/** An operation and the tag of its resource. */
type Tagged = { readonly operation: Operation; readonly tag: string }

const pathsOf = ({ resources }: ApiDescription, schemas: Components): Json => {
  const all = resources.flatMap(({ name, operations }) =>
    operations.map((operation): Tagged => ({ operation, tag: name })),
  )
  const byPath = Map.groupBy(all, ({ operation }) => operation.path)
  return Object.fromEntries([...byPath].map(([path, taking]) => [path, pathItem(taking, schemas)]))
}

const pathItem = (taking: readonly Tagged[], schemas: Components): Json => {
  const get = taking.find(({ operation }) => operation.method === 'GET')
  return {
    ...Object.fromEntries(
      taking.map((each) => [each.operation.method.toLowerCase(), operationObject(each, schemas)]),
    ),
    ...(get && { head: headObject(get, schemas) }),
    options: optionsObject(taking, schemas),
  }
}

/** The id of what comes along with an operation: `headOrders` beside `listOrders`. */
const besideId = (method: string, { id }: Operation): string => id.replace(/^[a-z]+/, method)

/** A path without a GET may be about the same noun as another path: `optionsCreateOrders`. */
const optionsId = (taking: readonly Operation[]): string => {
  const [first] = taking
  if (first === undefined) return ''
  const isRead = taking.some(({ method }) => method === 'GET')
  return isRead
    ? besideId('options', first)
    : `options${first.id.slice(0, 1).toUpperCase()}${first.id.slice(1)}`
}

const optionsObject = (taking: readonly Tagged[], schemas: Components): Json => {
  const [first] = taking
  if (first === undefined) return {}
  const { operation, tag } = first
  return {
    operationId: optionsId(taking.map((each) => each.operation)),
    ...extension,
    tags: [tag],
    summary: 'Ask for the methods of the path',
    description: `Answers without an API key that the path takes ${allowedMethods(taking.map((each) => each.operation))}.`,
    security: [],
    ...(operation.params && {
      parameters: parameters(operation.params, 'path', schemas).map((parameter) => ({
        ...parameter,
        description: 'Anything: the methods belong to the path, whatever the identifier.',
        schema: {
          type: 'string',
          pattern: '^[^\\/]+$',
          maxLength: maxSegmentLength(operation.path),
        },
      })),
    }),
    responses: optionsResponses(taking.some((each) => each.operation.method === 'PATCH')),
  }
}

/** Characters of a parameter that fills a whole request target, with what stands around it; others have one at least. */
const maxSegmentLength = (path: string): number =>
  wireLimits.uriBytes - `/v1${path.replaceAll(/\{[^}]*\}/g, '1')}`.length + 1

const headObject = ({ operation, tag }: Tagged, schemas: Components): Json => ({
  operationId: besideId('head', operation),
  ...extension,
  tags: [tag],
  summary: `${operation.summary}: the headers alone`,
  description: `Answers as \`GET ${operation.path}\` does, without the body.`,
  ...(operation.deprecation && { deprecated: true }),
  security: securityOf(operation),
  parameters: operationParameters(operation, schemas),
  responses: headResponsesOf(operation),
})

const operationObject = ({ operation, tag }: Tagged, schemas: Components): Json => ({
  operationId: operation.id,
  ...(operation.isExtension && extension),
  tags: [tag],
  summary: operation.summary,
  description: operation.description,
  ...(operation.deprecation && { deprecated: true }),
  security: securityOf(operation),
  parameters: operationParameters(operation, schemas),
  ...(operation.body && {
    requestBody: {
      required: true,
      description: operation.body.description,
      content: contentOf(operation.body, schemas),
    },
  }),
  responses: withReferences(responsesOf(operation), schemas),
})

/** A scheme that is not OAuth's lists the roles that a caller needs (OpenAPI 3.1.1, section 4.8.30). */
const securityOf = ({ scope }: Operation): readonly Json[] => [
  { apiKey: scope === undefined ? [] : [scope] },
]

const contentOf = (
  { mediaTypes, schema, examples }: NonNullable<Operation['body']>,
  schemas: Components,
): Json =>
  Object.fromEntries(
    mediaTypes.map((type) => [type, { schema: withReferences(schema, schemas), examples }]),
  )

const operationParameters = (operation: Operation, schemas: Components): readonly Json[] => [
  ...parameters(operation.params, 'path', schemas),
  ...parameters(operation.query, 'query', schemas),
  ...parameters(requestHeadersOf(operation), 'header', schemas),
]

const parameters = (
  schema: TObject | undefined,
  location: 'path' | 'query' | 'header',
  schemas: Components,
): readonly Json[] =>
  Object.entries(schema?.properties ?? {}).map(([name, field]) => {
    const { description, 'x-extension': isExtension, ...rest } = field as TSchema & Json
    const isList = rest['type'] === 'array'
    const required = location === 'path' || schema?.required?.includes(name) === true
    return {
      name,
      in: location,
      required,
      description: isList ? `${String(description)} ${severalValues(name)}` : description,
      ...(isExtension === true && extension),
      // The reader takes both forms; `explode` can name one of them.
      ...(isList && { style: 'form', explode: false }),
      schema: withReferences(rest, schemas),
    }
  })

const severalValues = (name: string): string =>
  `Several values stand with commas between them (\`${name}=a,b\`), or the parameter is repeated (\`${name}=a&${name}=b\`); both mean the same.`
