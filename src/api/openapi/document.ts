import { isDeepStrictEqual } from 'node:util'
import type { TObject, TSchema } from 'typebox'
import { allowedMethods, type Operation } from '../operation.ts'
import { ErrorBody } from '../../core/errors/error-schema.ts'
import type { BaseUrls, Environment } from '../../core/environments.ts'
import { NewPet, Pet, Pets, PetStatus } from '../../pets/pet.ts'
import { operations } from '../../pets/operations.ts'
import { wireLimits } from '../../core/limits.ts'
import { headerComponents } from './headers.ts'
import { headResponsesOf, optionsResponses, responsesOf, sharedResponses } from './responses.ts'

declare global {
  interface JSON {
    /** ES2026; TypeScript's library does not have it yet. */
    rawJSON(text: string): unknown
  }
}

type Json = Readonly<Record<string, unknown>>

/** The version of the interface; its major number is the `/v1` of every path. */
export const interfaceVersion = '1.0.0'

/** The base addresses in the document that is kept with the code. */
export const defaultBaseUrls: Readonly<Record<Environment, string>> = {
  production: 'http://127.0.0.1:8080/v1',
  staging: 'http://127.0.0.1:8081/v1',
}

/** From the sunset on there is no location that would answer; only a replay is marked as one. */
const optionalHeaders: ReadonlySet<string> = new Set(['Location', 'Idempotent-Replayed'])

const schemas = { Pet, NewPet, PetStatus, Pets, Error: ErrorBody }

/** The OpenAPI 3.1 document, from the schemas that validate and the catalogue that answers. */
export const openapiDocument = (baseUrls: BaseUrls): Json => ({
  openapi: '3.1.1',
  info: {
    title: 'Pet Store Service',
    version: interfaceVersion,
    summary: 'Browse and manage the animals that a store has for adoption.',
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
  tags: [{ name: 'pets', description: 'The animals of the store.' }],
  paths: Object.fromEntries(
    Object.entries(Object.groupBy(operations, ({ path }) => path)).map(([path, taking = []]) => [
      path,
      pathItem(path, taking),
    ]),
  ),
  components: {
    schemas: Object.fromEntries(
      Object.entries(schemas).map(([name, schema]) => [name, withReferences(schema, name)]),
    ),
    headers: Object.fromEntries(
      Object.entries(headerComponents).map(([name, header]) => [
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
        description: 'An API key of the environment, made by its operator.',
      },
    },
  },
})

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

const pathItem = (path: string, taking: readonly Operation[]): Json => {
  const get = taking.find(({ method }) => method === 'GET')
  return {
    ...Object.fromEntries(
      taking.map((operation) => [operation.method.toLowerCase(), operationObject(operation)]),
    ),
    ...(get && { head: headObject(get) }),
    options: {
      operationId: path === '/pets' ? 'optionsPets' : 'optionsPet',
      'x-extension': true,
      tags: ['pets'],
      summary: 'Ask for the methods of the path',
      description: `Answers without an API key that the path takes ${allowedMethods(taking)}.`,
      security: [],
      ...(get?.params && {
        parameters: parameters(get.params, 'path').map((parameter) => ({
          ...parameter,
          description: 'Anything: the methods belong to the path, whatever the identifier.',
          schema: { type: 'string', pattern: '^[^/]+$', maxLength: longestSegment(path) },
        })),
      }),
      responses: optionsResponses(),
    },
  }
}

/** Characters of a parameter that fills a whole request target, with what stands around it. */
const longestSegment = (path: string): number =>
  wireLimits.uriBytes - `/v1${path.replace(/\{[^}]*\}/, '')}`.length

const headObject = (operation: Operation): Json => ({
  operationId: operation.operationId.replace(/^[a-z]+/, 'head'),
  'x-extension': true,
  tags: ['pets'],
  summary: `${operation.summary}: the headers alone`,
  description: `Answers as \`GET ${operation.path}\` does, without the body.`,
  ...(operation.deprecation && { deprecated: true }),
  parameters: operationParameters(operation),
  responses: headResponsesOf(operation),
})

const operationObject = (operation: Operation): Json => ({
  operationId: operation.operationId,
  tags: ['pets'],
  summary: operation.summary,
  description: operation.description,
  ...(operation.deprecation && { deprecated: true }),
  parameters: operationParameters(operation),
  ...(operation.body && {
    requestBody: {
      required: true,
      description: 'The animal to add.',
      content: {
        'application/json': {
          schema: withReferences(operation.body),
          examples: {
            complete: { value: { name: 'Rex', categoryId: 3, status: 'pending' } },
            shortest: { summary: 'Becomes available', value: { name: 'Rex', categoryId: 3 } },
          },
        },
      },
    },
  }),
  responses: withReferences(responsesOf(operation)),
})

const operationParameters = ({ params, query, headers }: Operation): readonly Json[] => [
  ...(params ? parameters(params, 'path') : []),
  ...parameters(query, 'query'),
  ...(headers ? parameters(headers, 'header') : []),
]

const parameters = (schema: TObject, location: 'path' | 'query' | 'header'): readonly Json[] =>
  Object.entries(schema.properties).map(([name, field]) => {
    const { description, 'x-extension': extension, ...rest } = field as TSchema & Json
    return {
      name,
      in: location,
      required: location === 'path',
      description,
      ...(extension === true && { 'x-extension': true }),
      schema: withReferences(rest),
    }
  })

/** Puts a reference wherever a schema has the title of a component, and keeps what differs from it. */
const withReferences = (value: unknown, within?: string): unknown => {
  if (Array.isArray(value)) return value.map((item) => withReferences(item))
  if (value === null || typeof value !== 'object') return value
  const object = value as Json
  const title = object['title']
  const component = Object.entries(schemas).find(([name]) => name === title && name !== within)
  if (component === undefined) {
    const { title: _title, ...rest } = object
    return mapValues(within === undefined || title !== within ? object : rest)
  }
  const [name, schema] = component
  const original: Json = { ...schema }
  const own = Object.entries(object).filter(
    ([key, item]) => key !== 'title' && !isDeepStrictEqual(original[key], item),
  )
  return { $ref: `#/components/schemas/${name}`, ...Object.fromEntries(own) }
}

const mapValues = (object: Json): Json =>
  Object.fromEntries(Object.entries(object).map(([key, item]) => [key, withReferences(item)]))
