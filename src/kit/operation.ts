import type { Static, TArray, TObject, TSchema } from 'typebox'
import { type BytesSchema, isBytes, Type } from '../base/schema/type.ts'
import type { Awaitable } from '../base/awaitable.ts'
import { type Refusal, refusal } from '../base/errors/api-error.ts'
import { catalogue, type ErrorCode } from '../base/errors/catalogue.ts'
import type { ChangeContext, Precondition } from '../base/data/change.ts'
import type { StoredEvent } from '../base/data/table.ts'
import type { LabClock } from '../base/lab-clock.ts'
import type { Caller } from '../base/wire-request.ts'
import type { Sealer } from '../base/sealing.ts'
import type { Position, ShownRow, Store } from '../base/data/store.ts'
import { idempotencyKey } from '../base/idempotency.ts'
import type { Environment } from '../base/environments.ts'
import type { CallingKey, KeyStore } from '../access/keys/key-store.ts'
import type { Scope } from '../access/keys/scopes.ts'
import type { RequestHistory } from '../access/quotas/history/request-history.ts'
import type { Usage } from '../access/quotas/usage.ts'
import type { Images } from '../base/images.ts'
import type { HeaderName } from './answer-headers.ts'
import { conditionHeaders } from './entity-tags.ts'

/** The methods that an operation may have. HEAD comes with GET, OPTIONS with every path. */
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
type Method = (typeof methods)[number]

/** The statuses of success. 204 and 304 have no body. */
export const successStatuses = [200, 201, 202, 204, 304] as const
type SuccessStatus = (typeof successStatuses)[number]

export type AnswerDescription = {
  /** Of answers that operations share: the name under which the document says it once. */
  readonly title?: string
  readonly description: string
  readonly schema?: TSchema
  /** Headers in addition to those that the kit adds. */
  readonly headers?: readonly HeaderName[]
}

/** The schema of a body: an object, an array of objects, or bytes. */
export type BodySchema = TObject | TArray<TObject> | BytesSchema

/** The body that an operation accepts: JSON, with any media type for it, or bytes. */
export type BodyDescription<Body extends BodySchema = BodySchema> = {
  readonly description: string
  readonly schema: Body
  /** Of JSON `application/json`, or one that ends in `+json`. */
  readonly mediaTypes: readonly string[]
  readonly examples?: Readonly<
    Record<string, { readonly summary?: string; readonly value: unknown }>
  >
}

export const jsonBody = <Body extends BodySchema>(
  description: string,
  schema: Body,
  examples: BodyDescription['examples'] & object,
): BodyDescription<Body> => ({ description, schema, mediaTypes: ['application/json'], examples })

/** When an operation was deprecated and when it will be removed, in milliseconds since the Unix epoch. */
export type Deprecation = {
  readonly since: number
  readonly sunset: number
  /** Path and query of its successor, under the base address, with the parameters of this path: `/books?id={bookId}`. */
  readonly successor: string
  /** An example of a path and query that follow the advice, under the base address. */
  readonly example: string
}

/** The input of one request, read by the operation's schemas. */
export type Input<Query = unknown, Params = unknown, Headers = unknown, Body = unknown> = {
  readonly query: Query
  readonly params: Params
  readonly headers: Headers
  readonly body: Body
  /** The `Content-Type` of the body, as sent. */
  readonly contentType: string
  readonly caller: CallingKey
  /** What the caller has used, as in the headers of the answer; undefined if the operation is charged to the quota. */
  readonly used: Usage | undefined
  /** Milliseconds since the Unix epoch. */
  readonly now: number
  /** The position after which a page begins; undefined for the first page. */
  readonly after: Position | undefined
  /** For the change of the request: the caller, the time, and the token of an `Idempotency-Key`. */
  readonly act: ChangeContext
  /** The precondition from `If-Match` and `If-None-Match`, if the operation is conditional. */
  readonly precondition: Precondition
}

/** The outcome of an operation, which the kit renders with the operation's schemas. */
export type Outcome = {
  readonly status: SuccessStatus
  /** A value of the answer's schema. */
  readonly value?: unknown
  /** The body as JSON, instead of a value. */
  readonly json?: string
  /** The rows of a list, without the undefined ones, instead of a value: their versions make its `ETag`. */
  readonly rows?: ReadonlyArray<ShownRow | undefined>
  /** For a single resource: the version of its row, from which the `ETag` is made. */
  readonly version?: bigint | undefined
  /** Where the new resource is. If that operation is deprecated, `Location` leads to its successor. */
  readonly location?: Place | undefined
  /** For a page: the position of its last row, if others follow. */
  readonly next?: Position | undefined
  /** Whether this repeats an earlier answer to the same `Idempotency-Key`. */
  readonly replayed?: boolean
}

export const stagingOnly = refusal('staging_only', catalogue.staging_only.example)

/** One resource, by the operation that reads it. */
export type Place = {
  readonly of: Definition
  readonly params: Readonly<Record<string, bigint | string>>
}

/** What an operation needs of a key: a scope and quota, or only that it is valid. */
export type Access =
  | {
      readonly scope: Scope
      /** Others with which a key may call it too. The handler then decides by `caller.scopes` which the request needs. */
      readonly alternativeScopes?: readonly Scope[]
      readonly spendsQuota?: true
    }
  | { readonly scope?: never; readonly alternativeScopes?: never; readonly spendsQuota: false }

/** What it takes, answers and does. The router, the OpenAPI document, the reference page, the metrics and the log follow from it. */
export type Definition = Description & Access

/** An operation of a resource, which lists it under its id. */
export type Operation = Definition & { readonly id: string }

type Description = {
  readonly method: Method
  /** The path under the base address, as in OpenAPI: `/a/{b}/c`. */
  readonly path: string
  readonly summary: string
  readonly description: string
  /** Whether the interface document has it. The OpenAPI document marks all others with `x-extension`. */
  readonly isCore?: true
  readonly query?: TObject
  readonly params?: TObject
  /** The error code if a parameter of the path cannot be read, or names nothing; `invalid_parameter` by default. */
  readonly unreadableParams?: ErrorCode
  readonly headers?: TObject
  readonly body?: BodyDescription
  readonly answers: Readonly<Partial<Record<SuccessStatus, AnswerDescription>>>
  /** Its own error codes, in addition to those that follow from the rest of its definition. */
  readonly errors?: readonly ErrorCode[]
  /** Whether it answers with pages. Its query is a `pageQuery`. */
  readonly isPaged?: true
  /** The parameter with the id after which the first page begins, without a cursor. It does not identify the list, so links leave it out. */
  readonly startsAt?: string
  /** The parameter that names rows by their ids, if it is not `id`: without a `limit`, all of them are on one page. */
  readonly namesRows?: string
  /** Whether it takes `If-Match` and `If-None-Match`. The kit evaluates those of a GET, which must answer with an `ETag`; those of others the rule of the change, by the `precondition`. */
  readonly isConditional?: true
  /** Whether its answers have `urls`: objects of paths outside `/v1` in the rows, which become URLs. */
  readonly showsUrls?: true
  /** Whether its change has a line in the audit log. */
  readonly isAudited?: true
  readonly createsOnce?: true
  /** Whether its answers are cached by query until the data changes. */
  readonly isCacheable?: true
  readonly deprecation?: Deprecation
  /** Of a list of events that is a stream too: what only pages take, and whether it has a new event (undefined: ask the store). */
  readonly stream?: {
    readonly refuses: readonly string[]
    readonly filter: (input: Input<never>) => (event: StoredEvent) => boolean | undefined
  }
  /** `defineOperation` checks that its input fits the operation's own schemas. */
  readonly handle: (input: Input<never, never, never, never>, ports: Ports) => Handled
}

export type Ports = {
  readonly store: Store
  readonly history: Pick<RequestHistory, 'entries' | 'deprecatedCalls'>
  readonly images: Images
  readonly keys: Pick<KeyStore, 'ofOwner' | 'decide'>
  /** The network address by which a caller is counted. */
  readonly addressOf: (sender: Caller) => string
  readonly environment: Environment
  /** The clock of staging, if it can be moved. */
  readonly lab: LabClock | undefined
  /** The address of the console; undefined if the service has none. */
  readonly consoleUrl: () => string | undefined
  readonly sealer: Sealer
  /** Why the service may not call a URL, as the rest of a sentence ("must begin with https://"); undefined if it may. Addresses are checked on connecting. */
  readonly outboundFault: (url: URL) => string | undefined
}

type Handled = Awaitable<Outcome | Refusal>

/** An operation whose handler is typed by its schemas. */
type Typed<
  Query extends TObject,
  Params extends TObject,
  Headers extends TObject,
  Body extends BodySchema,
> = Omit<Description, 'query' | 'params' | 'headers' | 'body' | 'handle'> & {
  readonly query?: Query
  readonly params?: Params
  readonly headers?: Headers
  readonly body?: BodyDescription<Body>
  readonly handle: (
    input: Input<Static<Query>, Static<Params>, Static<Headers>, Static<Body>>,
    ports: Ports,
  ) => Handled
} & Access

/** Defines an operation; the types of its handler follow from its schemas. */
export const defineOperation = <
  Query extends TObject = TObject,
  Params extends TObject = TObject,
  Headers extends TObject = TObject,
  Body extends BodySchema = BodySchema,
>(
  operation: Typed<Query, Params, Headers, Body>,
): Definition => operation

/** Errors that the wire answers before the operation is known. */
export const wireErrors: readonly ErrorCode[] = [
  'malformed_request',
  'request_timeout',
  'uri_too_long',
  'header_fields_too_large',
]

export const commonErrors: readonly ErrorCode[] = [
  ...wireErrors,
  'invalid_parameter',
  'missing_api_key',
  'invalid_api_key',
  'wrong_environment',
  'rate_limit_exceeded',
  'internal_error',
  'service_unavailable',
]

/** The scopes of which a key needs one to call an operation; none if it needs no scope. */
export const scopesFor = ({ scope, alternativeScopes = [] }: Operation): readonly Scope[] =>
  scope === undefined ? [] : [scope, ...alternativeScopes]

export const requestHeadersOf = (operation: Operation): TObject | undefined => {
  const all = {
    ...operation.headers?.properties,
    ...(operation.createsOnce && { 'Idempotency-Key': idempotencyKey }),
    ...(operation.isConditional && conditionHeaders),
  }
  return Object.keys(all).length === 0 ? undefined : Type.Object(all)
}

/** Every successful answer, with the headers and the 304 that follow from the rest of the definition. */
export const answersOf = ({ method, answers, isPaged, isConditional }: Operation) => {
  const all: Array<readonly [status: string, answer: AnswerDescription & { isExtension?: true }]> =
    Object.entries(answers).map(([status, answer]) => {
      const headers: HeaderName[] = isPaged ? ['Link'] : []
      if (isConditional && answer.schema !== undefined) headers.push('ETag')
      return [status, { ...answer, headers: [...headers, ...(answer.headers ?? [])] }]
    })
  const [read] = all
  if (isConditional && method === 'GET' && read !== undefined) {
    const description = 'The resource still has the `ETag` that `If-None-Match` names.'
    const title = isPaged ? 'PageNotModified' : 'NotModified'
    all.push(['304', { title, description, headers: read[1].headers ?? [], isExtension: true }])
  }
  return all
}

export const errorsOf = (operation: Operation) => {
  const { method, scope, spendsQuota = true, body, createsOnce } = operation
  const { isConditional, deprecation } = operation
  const codes = [...commonErrors]
  // Operations without a charge are answered under a ban, too.
  if (spendsQuota) codes.push('api_key_banned')
  if (scope !== undefined) codes.push('insufficient_scope')
  if (body) {
    if (!isBytes(body.schema)) codes.push('invalid_json', 'invalid_body')
    codes.push('body_too_large', 'unsupported_media_type')
  }
  // A GET with a body is refused before it reaches an operation.
  else if (method !== 'GET') codes.push('invalid_body')
  if (createsOnce) codes.push('idempotency_key_in_use', 'idempotency_key_reused')
  if (isConditional) codes.push('precondition_failed')
  if (deprecation) codes.push('operation_removed')
  if (scope === 'lab') codes.push('staging_only')
  return [...codes, ...ownErrorsOf(operation)] as const
}

/** Its own error codes, and that of a path that names nothing. */
export const ownErrorsOf = ({ errors = [], unreadableParams }: Operation): readonly ErrorCode[] => [
  ...new Set([...(unreadableParams ? [unreadableParams] : []), ...errors]),
]

/** The value of `Allow` for a path, including HEAD and OPTIONS (RFC 9110, 10.2.1). */
export const allowedMethods = (taking: readonly Operation[]): string => {
  const allowed = methods.filter((method) => taking.some((each) => each.method === method))
  const all = allowed.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : method))
  return [...all, 'OPTIONS'].join(', ')
}
