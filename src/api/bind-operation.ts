import type { IncomingHttpHeaders } from 'node:http'
import type { Operation } from './operation.ts'
import {
  compileBodyReader,
  compileHeaderReader,
  compilePathReader,
  compileQueryReader,
  describeFaults,
  type Reading,
} from './schema-reader.ts'
import { parseQuery } from './query.ts'
import { compileSerializer } from './serializer.ts'
import { ApiError } from '../core/errors/api-error.ts'
import type { ErrorCode } from '../core/errors/catalogue.ts'
import type { Awaitable } from '../core/awaitable.ts'
import type { AnswerCache } from './answer-cache.ts'
import type { HeaderLines } from '../core/headers.ts'

/** What a request asks of an operation, read by the operation's schemas. */
export type Input<Query, Params, Body> = {
  /** The owner of the API key: the first of its rotation chain. */
  readonly ownerId: string
  /** Header fields that the operation names, as it spells them. */
  readonly headers: Readonly<Record<string, unknown>>
  readonly query: Query
  readonly params: Params
  readonly body: Body
}

/** What an operation answers with: a value of its response schema, or one written before, and headers. */
export type Outcome = { readonly headers?: HeaderLines } & (
  | { readonly value: unknown }
  | { readonly json: string }
)

/** An operation and what performs it, with the readers and the writer compiled from its schemas. */
export type BoundOperation = {
  readonly operation: Operation
  readonly readQuery: (query: string) => unknown
  readonly readHeaders: (headers: IncomingHttpHeaders) => Readonly<Record<string, unknown>>
  readonly readParams: ((parameter: string) => unknown) | undefined
  readonly readBody: ((body: Uint8Array | undefined) => unknown) | undefined
  readonly perform: (input: Input<never, never, never>) => Awaitable<Outcome>
  readonly serialize: (value: unknown) => string
  /** Answers at hand, where the operation only reads. */
  readonly answers: AnswerCache | undefined
}

/**
 * Compiles the schemas of an operation, once, at start.
 *
 * @param answers keeps answers by their query string; for an operation without parameters in its path
 */
export const bindOperation = <Query, Params, Body>(
  operation: Operation,
  perform: (input: Input<Query, Params, Body>) => Awaitable<Outcome>,
  answers?: AnswerCache,
): BoundOperation => {
  const query = compileQueryReader(operation.query)
  const params = operation.params && compilePathReader(operation.params)
  const body = operation.body && compileBodyReader(operation.body)
  const fields = operation.headers && compileHeaderReader(operation.headers)
  const unreadable = operation.unreadableParams ?? 'invalid_parameter'
  const [parameter = ''] = Object.keys(operation.params?.properties ?? {})
  return {
    operation,
    readQuery: (text) => valueOf(query(parseQuery(text)), 'invalid_parameter'),
    readHeaders: fields
      ? (headers) => valueOf(fields(headers), 'invalid_parameter')
      : () => noHeaders,
    readParams: params && ((text) => valueOf(params({ [parameter]: text }), unreadable)),
    readBody: body && ((bytes) => valueOf(body(bytes), 'invalid_body')),
    perform,
    answers,
    serialize: compileSerializer(operation.success.schema),
  }
}

const noHeaders = {}

const valueOf = (reading: Reading, code: ErrorCode): Readonly<Record<string, unknown>> => {
  if (reading.ok) return reading.value
  const message = describeFaults(reading.faults)
  throw new ApiError(reading.kind === 'invalid_json' ? 'invalid_json' : code, message)
}
