import { maxLimit } from '../access/quotas/plans.ts'

/** A header that an answer can carry, as a component of the OpenAPI document. */
export type HeaderComponent = {
  readonly description: string
  readonly schema: Readonly<Record<string, unknown>>
  readonly example: string | number
}

const text = (description: string, example: string, limits: object): HeaderComponent => ({
  description,
  schema: { type: 'string', ...limits },
  example,
})

const whole = (description: string, example: number, minimum: number, maximum: number) => ({
  description,
  schema: { type: 'integer', format: 'int64', minimum, maximum },
  example,
})

const constant = (description: string, value: string) => text(description, value, { const: value })

/** The last second that an HTTP date can express: the end of the year 9999. */
const lastSecond = 253_402_300_799
/** The longest wait, in seconds: a day's quota, or the longest ban. */
const maxRetryAfter = 86_400

/** Every header that an answer can carry, except those that depend on the deprecated operations. */
export const answerHeaders = {
  'X-RateLimit-Limit': whole(
    'The limit that applies to the caller: that of the window with the fewest requests remaining, or of the one that stops the caller.',
    60,
    1,
    maxLimit,
  ),
  'X-RateLimit-Remaining': whole('Requests remaining in that window.', 59, 0, maxLimit),
  'X-RateLimit-Reset': whole(
    'Unix timestamp, in seconds, at which that window (or a ban) ends.',
    1_795_132_860,
    0,
    lastSecond,
  ),
  'RateLimit-Policy': text(
    'Both windows of the plan: `q` requests in `w` seconds (draft-ietf-httpapi-ratelimit-headers-11).',
    '"minute";q=60;w=60, "day";q=1000;w=86400',
    { pattern: '^["]minute["];q=[0-9]+;w=60, ["]day["];q=[0-9]+;w=86400$', maxLength: 64 },
  ),
  RateLimit: text(
    'The requests remaining in both windows (`r`) and the seconds until they end (`t`).',
    '"minute";r=59;t=42, "day";r=998;t=51234',
    { pattern: '^["]minute["];r=[0-9]+;t=[0-9]+, ["]day["];r=[0-9]+;t=[0-9]+$', maxLength: 64 },
  ),
  'X-Request-Id': text(
    "Identifies the request in the operator's log: the client's own `X-Request-Id` where it sent a plain one, else a new one.",
    '3e0f9a3c-7d0b-4e0e-9d3a-2f0c5f6b1a77',
    { pattern: '^[A-Za-z0-9_.:=+\\/\\-]{1,128}$', maxLength: 128 },
  ),
  'X-Lab-Clock': text(
    'In staging, while its clock is ahead: what it says.',
    '2030-12-05T00:00:00Z',
    { pattern: '^[0-9]{4}(-[0-9]{2}){2}T[0-9:]{8}Z$', maxLength: 32 },
  ),
  'Retry-After': whole('Whole seconds after which to retry.', 42, 1, maxRetryAfter),
  'WWW-Authenticate': text(
    'The challenge of RFC 6750: with `error` and `error_description` where a key was sent, or with the `scope` that a valid key lacks.',
    'Bearer realm="petstore"',
    {
      pattern:
        '^Bearer (realm=["]petstore["](, error=["]invalid_token["], error_description=["][ !#-~]+["])?|error=["]insufficient_scope["], scope=["][a-z:]+["])$',
      maxLength: 256,
    },
  ),
  Allow: text('The methods that the path takes.', 'GET, HEAD, POST, OPTIONS', {
    pattern: '^[A-Z]+(, [A-Z]+)*$',
    maxLength: 64,
  }),
  Link: text(
    'RFC 8288: on a list the `first` page and, where there is one, the `next`; on a deprecated operation its `successor-version` and the `deprecation` notice. A target may be relative to the URL of the request.',
    '<https://api.example.com/docs>; rel="deprecation"',
    { pattern: '^[<][!-;=?-~]+[>]; rel=["][a-z\\-]+["][ -~]*$', maxLength: 20_000 },
  ),
  Location: text(
    'The URL of the new resource, or a reference relative to the URL of the request (RFC 9110, 10.2.2).',
    'https://api.example.com/v1/…',
    { format: 'uri-reference', pattern: '^(https?:[\\/])?[\\/]', maxLength: 2_048 },
  ),
  ETag: text(
    'The version of the representation, for `If-Match` and `If-None-Match` (RFC 9110, 8.8.3). Treat it as opaque.',
    '"3fa2c1-7"',
    { pattern: '^["][!#-~]+["]$', maxLength: 64 },
  ),
  'Idempotent-Replayed': constant(
    'Present if the answer repeats that of an earlier request with the same `Idempotency-Key`.',
    'true',
  ),
  Vary: text(
    'On every error, because its form depends on `Accept`. Includes `Origin` if the operator allows web pages of other origins.',
    'Accept',
    { pattern: '^(Origin, )?Accept$', maxLength: 64 },
  ),
  Accept: text('The media types that the operation takes.', 'application/json', { maxLength: 256 }),
  'Accept-Patch': text(
    'The media types of a patch that the operation takes (RFC 5789, 3.1).',
    'application/merge-patch+json, application/json',
    { pattern: '^[a-z+\\/\\-]+(, [a-z+\\/\\-]+)*$', maxLength: 256 },
  ),
  'Accept-Encoding': constant('The content codings that the operation takes.', 'identity'),
} as const satisfies Record<string, HeaderComponent>

export type HeaderName = keyof typeof answerHeaders | 'Deprecation' | 'Sunset'
