import { readFileSync } from 'node:fs'

/**
 * The committed `openapi.json`, read from the file that integrators get, without
 * the code that generated it.
 */

/** A schema as the document has it. */
export type Schema = {
  readonly $ref?: string
  readonly type?: 'object' | 'array' | 'integer' | 'string'
  readonly format?: string
  readonly enum?: readonly string[]
  /** Whether null is a value too; `type` and `enum` leave it out once the schema is resolved. */
  readonly isNullable?: true
  /** Exact, whatever its size. */
  readonly minimum?: number | bigint
  readonly maximum?: number | bigint
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly default?: unknown
  /** A default that code generators do not see. */
  readonly 'x-default'?: unknown
  readonly examples?: readonly unknown[]
  readonly items?: Schema
  /** Objects, told apart by their `type`; or known texts and one that is open. */
  readonly anyOf?: readonly Schema[]
  readonly uniqueItems?: boolean
  readonly minItems?: bigint
  readonly maxItems?: bigint
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly minProperties?: number
  readonly maxProperties?: number
  /** The schemas of the names of a map, and of its values. */
  readonly propertyNames?: Schema
  readonly additionalProperties?: boolean | Schema
}

export type Parameter = {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly schema: Schema
}

export type Header = {
  readonly required: boolean
  readonly schema: Schema
  /** If it is not required: the codes with which it comes, and only with these. */
  readonly 'x-error-codes'?: readonly string[]
  /** If it is not required: the methods whose answers have it, and only these. */
  readonly 'x-methods'?: readonly string[]
}

/** The path of an operation with something readable for each parameter. */
export const readablePath = (path: string): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => (name === 'keyId' ? 'key_1' : '1'))

type Reference = { readonly $ref?: string }
type Examples = Readonly<Record<string, { readonly value: unknown }>>
type RawContent = Readonly<
  Record<string, { readonly schema: Schema; readonly examples?: Examples }>
>
type RawHeaders = Readonly<Record<string, Header & Reference>>
type RawResponse = Reference & {
  readonly headers?: RawHeaders
  readonly content?: RawContent
}
type RawOperation = {
  readonly operationId: string
  readonly deprecated?: boolean
  readonly 'x-error-codes': readonly string[]
  readonly security?: ReadonlyArray<Readonly<Record<string, readonly string[]>>>
  readonly parameters?: ReadonlyArray<
    Omit<Parameter, 'required'> & Reference & { readonly required?: boolean }
  >
  readonly requestBody?: { readonly content: RawContent }
  readonly responses: Readonly<Record<string, RawResponse>>
}
type Document = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, RawOperation>>>>
  readonly webhooks: Readonly<Record<string, Reference & { readonly post: RawOperation }>>
  readonly 'x-conventions': {
    readonly answers: { readonly headers: RawHeaders }
    readonly errors: { readonly 'x-error-codes': readonly string[] }
    readonly deprecated: { readonly headers: RawHeaders; readonly except: readonly string[] }
    readonly options: Pick<RawOperation, 'responses' | 'security' | 'x-error-codes'>
  }
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly securitySchemes: { readonly apiKey: { readonly description: string } }
  }
}

/** The document as it is written. */
export const openapiSource = readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8')

/** The document with numbers as doubles, for a validator of JSON Schema. */
export const plainDocument: Document = JSON.parse(openapiSource)

/** With integers beyond the safe ones as bigint. A linter checks that the file has the shape of OpenAPI 3.1. */
const document = JSON.parse(openapiSource, (_name, value, { source = '' }) =>
  Number.isInteger(value) && !Number.isSafeInteger(value) ? BigInt(source) : value,
) as Document

const targetOf = (reference: string): unknown =>
  reference
    .split('/')
    .slice(1)
    .reduce<unknown>((within, name) => (within as Record<string, unknown>)[name], document)

/** An object, merged with the target of its `$ref`, which it may allow beside null. */
export const resolve = <T extends Reference>(object: T): T => {
  const { $ref, anyOf, ...own } = object as T & Schema
  const [of, none] = anyOf ?? []
  const isNull = (none as { type?: unknown } | undefined)?.type === 'null'
  if (isNull) return { ...resolve(of as T), ...own, isNullable: true }
  if ($ref === undefined) return withoutNull(object)
  return { ...resolve(targetOf($ref) as T), ...own }
}

/** A schema of null and another type, as one of the other type. */
const withoutNull = <T extends object>(object: T): T => {
  const { type, enum: choices } = object as { type?: unknown; enum?: readonly unknown[] }
  if (!Array.isArray(type)) return object
  const others = choices?.filter((choice) => choice !== null)
  return { ...object, type: type[0], ...(others && { enum: others }), isNullable: true }
}

/** What the document says once, for all operations. */
const conventions = document['x-conventions']

/** @param codes those of the operation; the response of an error has those of all operations */
const operationOf = (
  path: string,
  method: string,
  raw: RawOperation,
  codes: readonly string[] = [...conventions.errors['x-error-codes'], ...raw['x-error-codes']],
) => {
  const { 'application/json': json, ...others } = raw.requestBody?.content ?? {}
  return {
    operationId: raw.operationId,
    /** In capitals. */
    method: method.toUpperCase(),
    deprecated: raw.deprecated ?? false,
    /** As the document writes it, under the base address. */
    path,
    parameters: (raw.parameters ?? []).map((one): Parameter => ({
      required: false,
      ...resolve(one),
    })),
    body: json?.schema,
    /** The first media type of a body that is no JSON. */
    bytesType: Object.keys(others).find((type) => !type.includes('json')),
    /** The examples of the body, by name. */
    bodyExamples: json?.examples ?? {},
    responses: new Map(
      Object.entries(raw.responses).map(([status, response]) => [
        Number(status),
        responseOf(resolve(response), codes),
      ]),
    ) as ReadonlyMap<number, Response>,
  } as const
}

export type Operation = ReturnType<typeof operationOf>

const responseOf = ({ headers = {}, content }: RawResponse, codes: readonly string[]) => {
  const json = content?.['application/json']
  const examples = Object.fromEntries(
    Object.entries(json?.examples ?? {}).filter(([name]) => codes.includes(name)),
  )
  return {
    /** Those of the response alone; `commonHeaders` and perhaps `deprecatedHeaders` come with them. */
    headers: headersOf(headers),
    /** The schema of the body, and the codes that its examples name; undefined if there is none. */
    body: json && { schema: json.schema, codes: Object.keys(examples), examples },
  } as const
}

export type Response = ReturnType<typeof responseOf>

const headersOf = (headers: RawHeaders): Readonly<Record<string, Header>> =>
  Object.fromEntries(Object.entries(headers).map(([name, header]) => [name, resolve(header)]))

/** The headers of every answer. */
export const commonHeaders = headersOf(conventions.answers.headers)

/** The headers of every answer of a deprecated operation, but for errors with these codes. */
export const deprecatedHeaders = headersOf(conventions.deprecated.headers)
export const notDeprecated: readonly string[] = conventions.deprecated.except

/** Every operation that the document writes out. */
export const operations: readonly Operation[] = Object.entries(document.paths).flatMap(
  ([path, item]) =>
    Object.entries(item).map(([method, operation]) => operationOf(path, method, operation)),
)

/** What the service sends to webhooks, by the type of the message. */
export const messages: Readonly<Record<string, Operation>> = Object.fromEntries(
  Object.entries(document.webhooks).map(([type, item]) => [
    type,
    operationOf(type, 'post', resolve(item).post, []),
  ]),
)

const headOf = (get: Operation): Operation => ({
  ...get,
  operationId: `HEAD for ${get.operationId}`,
  method: 'HEAD',
  responses: new Map(
    [...get.responses]
      // It opens no stream, of which there may be too many.
      .filter(([status]) => status !== 409)
      .map(([status, { headers }]) => [status, { headers, body: undefined }]),
  ),
})

const optionsAt = (path: string): Operation => {
  const { options } = conventions
  const raw = { operationId: `OPTIONS at ${path}`, ...options }
  return operationOf(path, 'OPTIONS', raw, options['x-error-codes'])
}

/** HEAD and OPTIONS, which the document gives every path by one rule each. */
export const impliedOperations: readonly Operation[] = [
  ...operations.filter(({ method }) => method === 'GET').map(headOf),
  ...Object.keys(document.paths).map(optionsAt),
]

/** Every code that an Error can have. */
export const errorCodes: readonly string[] =
  document.components.schemas['KnownErrorCode']?.enum ?? []

/** The path item that a path (with its `/v1`, perhaps with a query) falls under, as the document writes it. */
export const pathItemOf = (target: string): string | undefined => {
  const given = target.split('?', 1)[0]?.split('/') ?? []
  return Object.keys(document.paths).find((template) => {
    const wanted = `/v1${template}`.split('/')
    return (
      wanted.length === given.length &&
      wanted.every((part, at) =>
        part.startsWith('{') ? given[at] !== '' : part === decoded(given[at]),
      )
    )
  })
}

/** A segment with its percent-encoding undone: by RFC 3986 (6.2.2.2) both spellings are one path. */
const decoded = (segment = ''): string => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** The operations of a path of the document, those that a rule gives it too. */
export const operationsAt = (path: string): readonly Operation[] =>
  [...operations, ...impliedOperations].filter((operation) => operation.path === path)

/** The operation that takes a request, if there is one. */
export const operationFor = (method: string, target: string): Operation | undefined =>
  operationsAt(pathItemOf(target) ?? '').find((operation) => operation.method === method)

/** The operation with this id. */
export const operationNamed = (operationId: string): Operation => {
  const found = operations.find((operation) => operation.operationId === operationId)
  if (found === undefined) throw new Error(`The document has no operation ${operationId}.`)
  return found
}
