import type { TObject, TSchema } from 'typebox'
import type { ErrorCode } from '../core/errors/catalogue.ts'
import type { HeaderName } from './openapi/headers.ts'

/** One operation: what its route enforces and what the OpenAPI document says, in one place. */
export type Operation = {
  readonly operationId: string
  readonly method: 'GET' | 'POST'
  /** Under the base address, as OpenAPI writes it. */
  readonly path: string
  readonly summary: string
  readonly description: string
  readonly query: TObject
  readonly params?: TObject
  /** The code where a parameter of the path cannot be read; `invalid_parameter` where it is left out. */
  readonly unreadableParams?: ErrorCode
  readonly headers?: TObject
  readonly body?: TObject
  readonly success: {
    readonly status: 200 | 201
    readonly description: string
    readonly schema: TSchema
    /** Headers of its own, by name; their descriptions stand in the OpenAPI document's components. */
    readonly headers: readonly HeaderName[]
  }
  /** The codes that only this operation answers with, beside those that every operation can. */
  readonly errors: readonly ErrorCode[]
  readonly deprecation?: Deprecation
}

/** When an operation was deprecated and when it goes, in milliseconds since the Unix epoch. */
export type Deprecation = {
  readonly since: number
  readonly sunset: number
  /** The fragment of the notice on the reference page. */
  readonly anchor: string
  /** The path of what takes its place, under the base address. */
  readonly successor: string
}

/** The codes that any operation can answer with. */
export const commonErrors: readonly ErrorCode[] = [
  'malformed_request',
  'invalid_parameter',
  'missing_api_key',
  'invalid_api_key',
  'wrong_environment',
  'request_timeout',
  'uri_too_long',
  'rate_limit_exceeded',
  'api_key_banned',
  'header_fields_too_large',
  'internal_error',
  'service_unavailable',
]

/** The methods that a path takes, those that come with others included (RFC 9110, 10.2.1). */
export const allowedMethods = (taking: readonly Operation[]): string => {
  const methods = taking.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
  return [...methods, 'OPTIONS'].join(', ')
}
