import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../helpers/app.ts'
import { judgeAnswer } from '../helpers/contract.ts'
import type { Answer } from '../helpers/http.ts'

/** Tests the judge of all answers: each answer below is a real one with a fault. */
type Spoil = (answer: Answer) => Answer

const withHeader =
  (name: string, value: string | undefined): Spoil =>
  (answer) => ({ ...answer, headers: { ...answer.headers, [name]: value } })
const withText =
  (change: (text: string) => string): Spoil =>
  (answer) => {
    const text = change(answer.text)
    const length = String(Buffer.byteLength(text))
    return { ...answer, text, headers: { ...answer.headers, 'content-length': length } }
  }
const withStatus =
  (status: number): Spoil =>
  (answer) => ({ ...answer, status })
const withTarget =
  (target: string): Spoil =>
  (answer) => ({ ...answer, target })

const cases: ReadonlyArray<
  readonly [what: string, of: 'list' | 'create' | 'get' | 'refused', spoil: Spoil, told: RegExp]
> = [
  ['a status that the operation has not', 'list', withStatus(202), /no such status/],
  [
    'a media type with a charset',
    'list',
    withHeader('content-type', 'application/json; charset=utf-8'),
    /Content-Type/,
  ],
  ['no header of the trio', 'list', withHeader('x-ratelimit-reset', undefined), /Reset is missing/],
  [
    'a trio that RateLimit contradicts',
    'list',
    withHeader('x-ratelimit-remaining', '7'),
    /neither window/,
  ],
  [
    'a window that ends off the clock',
    'list',
    withHeader('x-ratelimit-reset', '1795176061'),
    /UTC clock/,
  ],
  ['a limit in words', 'list', withHeader('x-ratelimit-limit', 'many'), /no whole number/],
  ['a malformed policy', 'list', withHeader('ratelimit-policy', 'q=1'), /pattern/],
  ['no request id', 'list', withHeader('x-request-id', undefined), /X-Request-Id/],
  ['a header that no one knows', 'list', withHeader('x-surprise', '1'), /not documented/],
  ['a name of the server', 'list', withHeader('server', 'any'), /inside/],
  ['a Link without its first page', 'list', withHeader('link', undefined), /Link is missing/],
  ['a Link with another limit', 'list', withTarget('/v1/pets?limit=5'), /another limit/],
  ['a Link without quotes', 'list', withHeader('link', '<http://a/>; rel=first'), /Link/],
  [
    'a field that no schema has',
    'list',
    withText((text) => text.replace('{', '{"age":1,')),
    /in no schema/,
  ],
  ['a field left out', 'get', withText((text) => text.replace('"name":"A",', '')), /required/],
  [
    'an int64 one too large',
    'get',
    withText((text) => text.replace('9223372036854775807', '9223372036854775808')),
    /bounds/,
  ],
  [
    'an integer with a fraction',
    'get',
    withText((text) => text.replace('"id":1', '"id":1.0')),
    /plain digits/,
  ],
  [
    'a status of no animal',
    'get',
    withText((text) => text.replace('available', 'lost')),
    /allowed values/,
  ],
  ['bytes that are no JSON', 'get', withText((text) => text.slice(1)), /not JSON/],
  ['a body shorter than it says', 'get', withHeader('content-length', '1'), /Content-Length/],
  [
    'no notice of a deprecation',
    'get',
    withHeader('deprecation', undefined),
    /Deprecation is missing/,
  ],
  [
    'a notice without a successor',
    'get',
    withHeader('link', '<http://a/docs>; rel="deprecation"'),
    /successor/,
  ],
  [
    'a sunset that is no date',
    'get',
    withHeader('sunset', 'Thu, 31 Feb 2030 00:00:00 GMT'),
    /HTTP date/,
  ],
  [
    'another animal at the Location',
    'create',
    withHeader('location', 'http://a/v1/pets/2'),
    /Location/,
  ],
  [
    'a code of another status',
    'refused',
    withText((text) => text.replace('missing_api_key', 'rate_limit_exceeded')),
    /not documented for 401/,
  ],
  [
    'a code of no catalogue',
    'refused',
    withText((text) => text.replace('missing_api_key', 'oops')),
    /known values/,
  ],
  [
    'another status in the body',
    'refused',
    withText((text) => text.replace('401', '403')),
    /says status 403/,
  ],
  [
    'no challenge',
    'refused',
    withHeader('www-authenticate', undefined),
    /WWW-Authenticate is missing/,
  ],
  [
    'a challenge with an error for no key',
    'refused',
    withHeader(
      'www-authenticate',
      'Bearer realm="petstore", error="invalid_token", error_description="x"',
    ),
    /without a key/,
  ],
  ['an operation that is not there', 'list', withTarget('/v1/animals'), /refused with 404/],
  [
    'a method that is not there',
    'list',
    (answer) => ({ ...answer, method: 'PUT' }),
    /refused with 405/,
  ],
  ['a body for HEAD', 'list', (answer) => ({ ...answer, method: 'HEAD' }), /has none/],
]

test('the judge of answers finds every way in which one can break the contract', async (t) => {
  const app = await startApp(t)
  const body = '{"name":"A","categoryId":9223372036854775807}'
  const headers = { 'Content-Type': 'application/json' }
  const given = {
    create: await app.call('/pets', { method: 'POST', body, headers }),
    list: await app.call('/pets'),
    get: await app.call('/pets/1'),
    refused: await app.call('/pets', { key: undefined }),
  }
  for (const [what, of, spoil, told] of cases) {
    assert.throws(() => judgeAnswer(spoil(given[of])), told, what)
  }
})
