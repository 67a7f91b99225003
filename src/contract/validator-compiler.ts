import type { FastifySchemaCompiler } from 'fastify'
import type { TObject } from 'typebox'
import { ApiError } from '../errors/api-error.ts'
import type { ErrorCode } from '../errors/catalogue.ts'
import type { QueryPair } from './query.ts'
import {
  compileBodyReader,
  compilePathReader,
  compileQueryReader,
  describeFaults,
  type Reading,
} from './schema-reader.ts'

/** What a validator makes of one part of a request: its value, or the error that it deserves. */
type Validated = { readonly value: unknown } | { readonly error: ApiError }

/**
 * Compiles the schemas of a route into validators, once, at start. What Fastify hands over is raw: the
 * bytes of the body, the pairs of the query string, the decoded path segments.
 */
export const validatorCompiler: FastifySchemaCompiler<TObject> = ({ schema, httpPart }) => {
  switch (httpPart) {
    case 'body': {
      const read = compileBodyReader(schema)
      return (body: Uint8Array | undefined) => validated(read(body), 'invalid_body')
    }
    case 'querystring': {
      const read = compileQueryReader(schema)
      return (pairs: readonly QueryPair[]) => validated(read(pairs), 'invalid_parameter')
    }
    case 'params': {
      const read = compilePathReader(schema)
      // A path that names nothing is a path to nothing (decisions, section 3).
      return (params: Readonly<Record<string, string>>) => validated(read(params), 'pet_not_found')
    }
    default:
      throw new Error(`Nothing here validates ${httpPart}.`)
  }
}

const validated = (reading: Reading, code: ErrorCode): Validated => {
  if (reading.ok) return { value: reading.value }
  const message = describeFaults(reading.faults)
  return { error: new ApiError(reading.kind === 'invalid_json' ? 'invalid_json' : code, message) }
}
