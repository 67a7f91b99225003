import type { ErrorCode } from '../../base/errors/catalogue.ts'
import { answerHeaders, type HeaderComponent, type HeaderName } from '../answer-headers.ts'
import { deprecationDate, sunsetDate } from '../deprecation.ts'
import type { Operation } from '../operation.ts'
import type { Json } from './schemas.ts'

type Components = Readonly<Record<string, HeaderComponent>>

/** Every header that an answer can carry, as components of the OpenAPI document. */
export const headerComponents = (operations: readonly Operation[]): Components => {
  const deprecations = operations.flatMap(({ deprecation }) => deprecation ?? [])
  const accepted = operations.flatMap(({ body }) => body?.mediaTypes.join(', ') ?? [])
  const paged = operations.find(({ isPaged }) => isPaged)
  const { path, deprecation } = operations.find(({ params }) => params !== undefined) ?? {}
  const single = deprecation?.successor ?? path
  return {
    ...answerHeaders,
    ...(paged && example('Link', `<${host}${paged.path}?limit=20>; rel="first"`)),
    ...(single && example('Location', host + single.replaceAll(/\{\w+\}/g, '13'))),
    ...oneOf(
      'Deprecation',
      'When the operation was deprecated (RFC 9745).',
      deprecations.map(deprecationDate),
    ),
    ...oneOf('Sunset', 'When the operation is removed (RFC 8594).', deprecations.map(sunsetDate)),
    ...oneOf('Accept', 'The media type that the operation takes.', accepted),
  }
}

const host = 'https://api.example.com/v1'

const example = (name: keyof typeof answerHeaders, text: string): Components => ({
  [name]: { ...answerHeaders[name], example: text },
})

/** A header that has one of these values; no component if there are none. */
const oneOf = (name: HeaderName, description: string, values: readonly string[]): Components => {
  const [first, ...others] = new Set(values)
  if (first === undefined) return {}
  const value = others.length === 0 ? { const: first } : { enum: [first, ...others] }
  return { [name]: { description, schema: { type: 'string', ...value }, example: first } }
}

export const commonHeaders: readonly HeaderName[] = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit-Policy',
  'RateLimit',
  'X-Request-Id',
  'X-Lab-Clock',
]

/** On every answer of a deprecated operation, but those that come before the operation is known. */
export const deprecatedHeaders: readonly HeaderName[] = ['Deprecation', 'Sunset', 'Link']

/** On every answer with this status, beside the common ones. */
const headersOfStatus: Readonly<Record<number, readonly HeaderName[]>> = {
  401: ['WWW-Authenticate'],
  405: ['Allow'],
  415: ['Accept', 'Accept-Encoding'],
  429: ['Retry-After'],
  503: ['Retry-After'],
}

const headerOfCode: Partial<Readonly<Record<ErrorCode, keyof typeof answerHeaders>>> = {
  insufficient_scope: 'WWW-Authenticate',
  idempotency_key_in_use: 'Retry-After',
  cursor_expired: 'Link',
  operation_removed: 'Allow',
}

/** The headers of errors, beside the common ones. Of some the document says with which codes or methods they come. */
export const headersOfErrors = (status: number, codes: readonly ErrorCode[]): Json => {
  const some = (name: keyof typeof answerHeaders | undefined, when: object): Json =>
    name === undefined ? {} : { [name]: { ...answerHeaders[name], required: false, ...when } }
  return Object.assign(
    headerReferences(['Vary', ...(headersOfStatus[status] ?? [])]),
    status === 415 && some('Accept-Patch', { 'x-methods': ['PATCH'] }),
    ...codes.map((code) => some(headerOfCode[code], { 'x-error-codes': [code] })),
  )
}

export const headerReferences = (names: readonly HeaderName[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
