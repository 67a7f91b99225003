import { getPetDeprecation } from '../pets/deprecation.ts'

type Header = {
  readonly description: string
  readonly schema: Readonly<Record<string, unknown>>
  readonly example: string | number
}

const text = (description: string, example: string, pattern?: string): Header => ({
  description,
  schema: pattern === undefined ? { type: 'string' } : { type: 'string', pattern },
  example,
})

const whole = (description: string, example: number, minimum: number): Header => ({
  description,
  schema: { type: 'integer', format: 'int64', minimum },
  example,
})

/** Every header that an answer can carry, as a component of the OpenAPI document. */
export const headerComponents = {
  'X-RateLimit-Limit': whole(
    'The limit that applies to the caller: that of the window with the fewest requests remaining, or of the one that stops the caller.',
    60,
    1,
  ),
  'X-RateLimit-Remaining': whole('Requests remaining in that window.', 59, 0),
  'X-RateLimit-Reset': whole(
    'Unix timestamp, in seconds, at which that window (or a ban) ends.',
    1_795_132_860,
    0,
  ),
  'RateLimit-Policy': text(
    'Both windows of the plan: `q` requests in `w` seconds (IETF draft ratelimit-headers).',
    '"minute";q=60;w=60, "day";q=1000;w=86400',
    '^"minute";q=\\d+;w=60, "day";q=\\d+;w=86400$',
  ),
  RateLimit: text(
    'What remains (`r`) of both windows and the seconds to their ends (`t`).',
    '"minute";r=59;t=42, "day";r=998;t=51234',
    '^"minute";r=\\d+;t=\\d+, "day";r=\\d+;t=\\d+$',
  ),
  'X-Request-Id': text(
    "Identifies the request in the operator's log: the client's own `X-Request-Id` where it sent a plain one, else a new one.",
    '3e0f9a3c-7d0b-4e0e-9d3a-2f0c5f6b1a77',
    '^[\\w.:=+/-]{1,128}$',
  ),
  'Retry-After': whole('Whole seconds after which to retry.', 42, 1),
  'WWW-Authenticate': text(
    'The challenge of RFC 6750: with `error` and `error_description` where a key was sent.',
    'Bearer realm="petstore"',
    '^Bearer realm="petstore"(, error="invalid_token", error_description="[^"]+")?$',
  ),
  Allow: text('The methods that the path takes.', 'GET, HEAD, POST, OPTIONS', '^[A-Z, ]+$'),
  Link: text(
    'RFC 8288: on a list the `first` page and, where there is one, the `next`; on a deprecated operation its `successor-version` and the `deprecation` notice.',
    '<https://api.example.com/v1/pets?limit=20>; rel="first"',
    '^<[^>]+>; rel="[a-z-]+"',
  ),
  Location: text(
    'The URL of the animal added.',
    'https://api.example.com/v1/pets/13',
    '^https?://',
  ),
  'Idempotent-Replayed': text(
    'Only where the answer is that of an earlier request with the same `Idempotency-Key`.',
    'true',
    '^true$',
  ),
  Deprecation: text(
    'When the operation was deprecated (RFC 9745).',
    `@${getPetDeprecation.since / 1_000}`,
    '^@\\d+$',
  ),
  Sunset: text(
    'When the operation is removed (RFC 8594).',
    new Date(getPetDeprecation.sunset).toUTCString(),
    'GMT$',
  ),
  Accept: text('The media type that the operation takes.', 'application/json'),
  'Accept-Encoding': text('The content codings that the operation takes.', 'identity'),
} as const satisfies Record<string, Header>

export type HeaderName = keyof typeof headerComponents

/** On every answer of the interface. */
export const commonHeaders: readonly HeaderName[] = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit-Policy',
  'RateLimit',
  'X-Request-Id',
]

/** On every answer of a deprecated operation. */
export const deprecatedHeaders: readonly HeaderName[] = ['Deprecation', 'Sunset', 'Link']

/** On every answer with this status, beside the common ones. */
export const headersOfStatus: Readonly<Record<number, readonly HeaderName[]>> = {
  401: ['WWW-Authenticate'],
  405: ['Allow'],
  409: ['Retry-After'],
  415: ['Accept', 'Accept-Encoding'],
  429: ['Retry-After'],
  503: ['Retry-After'],
}
