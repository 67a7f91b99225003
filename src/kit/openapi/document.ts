import type { TObject, TSchema } from 'typebox'
import type { BaseUrls, Environment } from '../../base/environments.ts'
import { withDigits } from '../../base/exact-json.ts'
import { interfaceVersion } from '../../base/version.ts'
import { everyScope, optInScopes, scopeCatalogue } from '../../access/keys/scopes.ts'
import {
  commonErrors,
  errorsOf,
  type Operation,
  requestHeadersOf,
  scopesFor,
} from '../operation.ts'
import { type ApiDescription, operationsOf } from '../resource.ts'
import { conventions } from './conventions.ts'
import { headerComponents } from './headers.ts'
import { extension, messageParts } from './messages.ts'
import { extensionStatuses, responsesOf, sharedResponses } from './responses.ts'
import { type Components, componentsOf, type Json, mapValues, withReferences } from './schemas.ts'

declare global {
  interface JSON {
    /** ES2026; TypeScript's library does not have it yet. */
    rawJSON(text: string): unknown
  }
}

/** The base addresses in the committed document. */
export const defaultBaseUrls: Readonly<Record<Environment, string>> = {
  production: 'http://127.0.0.1:8080/v1',
  staging: 'http://127.0.0.1:8081/v1',
}

const scopeList = everyScope.map((scope) => {
  const named = optInScopes.includes(scope) ? ' It must be named.' : ''
  return `- \`${scope}\`: ${scopeCatalogue[scope]}${named}`
})

/** The OpenAPI 3.1 document, from the schemas that validate and the catalogue that answers. */
export const openapiDocument = (api: ApiDescription, baseUrls: BaseUrls): Json => {
  const operations = operationsOf(api)
  const messages = api.resources.flatMap(({ messages: own = [] }) => own)
  const schemas = componentsOf(operations, messages)
  const given = componentsOf(operations.filter(({ isCore }) => isCore))
  const sent = messageParts(api.resources, schemas)
  const [paths, parameters] = withSharedParameters(pathsOf(api, schemas))
  return {
    openapi: '3.1.1',
    info: {
      title: api.title,
      version: interfaceVersion,
      summary: api.summary,
      description:
        'Every request carries an API key as a bearer token, and every answer the state of its quota. Every failure is answered with an `Error`, whose `code` names it. An `Idempotency-Key` has an effect only where an operation lists it: `PATCH`, `PUT` and `DELETE` are safe to repeat without one. Within `/v1` fields, headers and codes are only added: accept those that you do not know. What is marked `x-extension` goes beyond the interface that was asked for, and so does each status in `x-extension-statuses`. What holds for every operation is said once, in `x-conventions`: how values are written, the headers of every answer, the errors of every operation, `HEAD` and `OPTIONS`.',
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
      ...(!resource.operations.some(({ isCore }) => isCore) && extension),
      description: resource.description,
    })),
    'x-conventions': conventions,
    paths,
    webhooks: sent.entries,
    components: {
      pathItems: sent.pathItems,
      parameters: { ...parameters, ...sent.parameters },
      schemas: mapValues(Object.fromEntries(schemas), (schema, name) => ({
        ...(!given.has(name) && extension),
        // A schema stays an object.
        ...(withReferences(schema, schemas, name) as Json),
      })),
      headers: mapValues(headerComponents(operations), (header, name) => ({
        ...header,
        // Only a replay is marked as one, and only a clock that is ahead.
        required: name !== 'Idempotent-Replayed' && name !== 'X-Lab-Clock',
      })),
      responses: { ...sharedResponses(operations), ...sent.responses },
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'pets_live_… or pets_test_…',
          description: `An API key of the environment, made by its operator. It may be limited to scopes; each operation names the one that it needs.\n\n${scopeList.join('\n')}`,
        },
      },
    },
  }
}

/** Replaces parameters that several operations have by references; returns the paths, and the parameters by name. */
const withSharedParameters = (paths: Paths): readonly [paths: Json, parameters: Json] => {
  const operations = Object.values(paths).flatMap((item) => Object.values(item))
  const all = operations.flatMap(({ parameters, tags }) =>
    parameters.map((parameter) => ({ parameter, tags })),
  )
  const uses = Map.groupBy(all, ({ parameter }) => openapiJson(parameter))
  const shared: Record<string, Json> = {}
  const references = new Map<string, Json>()
  for (const [text, [use, ...others]] of uses) {
    if (use === undefined || others.length === 0) continue
    const plain = String(use.parameter['name'])
    const name = plain in shared ? `${use.tags.join('.')}.${plain}` : plain
    shared[name] = use.parameter
    references.set(text, { $ref: `#/components/parameters/${name}` })
  }
  const withReference = (parameter: Json): Json =>
    references.get(openapiJson(parameter)) ?? parameter
  const replaced = mapValues(paths, (item) =>
    mapValues(item, (operation) => ({
      ...operation,
      parameters: operation.parameters.map(withReference),
    })),
  )
  return [replaced, shared]
}

/**
 * The document as JSON, with every digit of the int64 bounds, and nothing in it that an editor would not show. What fits
 * into a line stands on one; else each member begins one, but texts and numbers beside each other share it.
 */
export const openapiJson = (document: Json): string =>
  `${written(document, '\n', 0).replaceAll(invisible, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)}\n`

const lineWidth = 120

/**
 * @param start the line break and the indentation of the line on which the value begins
 * @param used characters of that line beside the value
 */
const written = (value: unknown, start: string, used: number): string => {
  const line = JSON.stringify(value, withDigits)
  if (!isNested(value) || start.length + used + line.length <= lineWidth) return line
  const within = `${start} `
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  let text = ''
  let room = 0
  for (const [name, member] of members) {
    const before = Array.isArray(value) ? '' : `${JSON.stringify(name)}:`
    const own = `${before}${written(member, within, before.length + 1)},`
    const isPlain = !isNested(member)
    text += isPlain && own.length <= room ? own : within + own
    const rest = text.length - text.lastIndexOf('\n')
    room = isPlain ? lineWidth - rest : 0
  }
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  return open + text.slice(0, -1) + start + close
}

const isNested = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Characters without a shape but the space; all that the document has are of the basic plane. */
const invisible = /(?! )[\p{Z}\p{Cf}]/gu

type Tagged = { readonly operation: Operation; readonly tag: string }

type OperationObject = Json & {
  readonly parameters: readonly Json[]
  readonly tags: readonly string[]
}
type Paths = Readonly<Record<string, Readonly<Record<string, OperationObject>>>>

const pathsOf = ({ resources }: ApiDescription, schemas: Components): Paths => {
  const all = resources.flatMap(({ name, operations }) =>
    operations.map((operation): Tagged => ({ operation, tag: name })),
  )
  const byPath = Map.groupBy(all, ({ operation }) => operation.path)
  return mapValues(Object.fromEntries(byPath), (taking) =>
    Object.fromEntries(
      taking.map((each) => [each.operation.method.toLowerCase(), operationObject(each, schemas)]),
    ),
  )
}

const operationObject = ({ operation, tag }: Tagged, schemas: Components): OperationObject => ({
  operationId: operation.id,
  ...(!operation.isCore && extension),
  tags: [tag],
  summary: operation.summary,
  description: operation.description,
  ...(operation.deprecation && { deprecated: true }),
  security: securityOf(operation),
  parameters: [
    ...parameters(operation.params, 'path', schemas),
    ...parameters(operation.query, 'query', schemas),
    ...parameters(requestHeadersOf(operation), 'header', schemas),
  ],
  ...(operation.body && { requestBody: requestBody(operation.body, schemas) }),
  responses: withReferences(responsesOf(operation), schemas),
  ...(operation.isCore && { 'x-extension-statuses': extensionStatuses(operation) }),
  'x-error-codes': errorsOf(operation).filter((code) => !commonErrors.includes(code)),
})

const requestBody = (
  { description, mediaTypes, schema, examples }: NonNullable<Operation['body']>,
  schemas: Components,
): Json => {
  const content = { schema: withReferences(schema, schemas), examples }
  const byType = Object.fromEntries(mediaTypes.map((type) => [type, content]))
  return { required: true, description, content: byType }
}

/** A scheme that is not OAuth's lists the roles that a caller needs (OpenAPI 3.1.1, section 4.8.30). */
const securityOf = (operation: Operation): readonly Json[] => {
  const scopes = scopesFor(operation)
  return scopes.length === 0 ? [{ apiKey: [] }] : scopes.map((scope) => ({ apiKey: [scope] }))
}

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
      ...(required && { required }),
      description,
      ...(isExtension === true && extension),
      // The reader takes both forms; `explode` can name one of them.
      ...(isList && { style: 'form', explode: false }),
      schema: withReferences(rest, schemas),
    }
  })
