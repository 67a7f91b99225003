import assert from 'node:assert/strict'
import { it } from '../helpers/app.ts'
import { judgeAnswer } from '../helpers/contract.ts'
import type { Answer } from '../helpers/http.ts'

/** Tests the judge of all answers: each answer below is a real one with a fault. */
type Spoil = (answer: Answer) => Answer

const header =
  (name: string, value?: string): Spoil =>
  (answer) => ({ ...answer, headers: { ...answer.headers, [name]: value } })
const text =
  (from: string, to: string): Spoil =>
  (answer) => {
    const spoiled = answer.text.replace(from, to)
    const length = String(Buffer.byteLength(spoiled))
    return { ...answer, text: spoiled, headers: { ...answer.headers, 'content-length': length } }
  }
const other =
  (change: Partial<Answer>): Spoil =>
  (answer) => ({ ...answer, ...change })

const cases: ReadonlyArray<
  readonly [of: 'list' | 'create' | 'get' | 'refused', spoil: Spoil, told: RegExp]
> = [
  ['list', other({ status: 202 }), /no such status/],
  ['list', header('content-type', 'application/json; charset=utf-8'), /Content-Type/],
  ['list', header('x-ratelimit-reset'), /Reset is missing/],
  ['list', header('x-ratelimit-remaining', '7'), /neither window/],
  ['list', header('x-ratelimit-reset', '1795176061'), /UTC clock/],
  ['list', header('x-ratelimit-limit', 'many'), /no whole number/],
  ['list', header('ratelimit-policy', 'q=1'), /pattern/],
  ['list', header('x-request-id'), /X-Request-Id/],
  ['list', header('x-surprise', '1'), /not documented/],
  ['list', header('server', 'any'), /inside/],
  ['list', header('x-content-type-options'), /nosniff/],
  ['list', header('link'), /Link is missing/],
  ['list', other({ target: '/v1/pets?limit=5' }), /another limit/],
  ['list', header('link', '<http://a/>; rel=first'), /Link/],
  ['list', text('{', '{"age":1,'), /in no schema/],
  ['get', text('"name":"A",', ''), /required/],
  ['get', text('9223372036854775807', '9223372036854775808'), /bounds/],
  ['get', text('"id":1', '"id":1.0'), /plain digits/],
  ['get', text('available', 'lost'), /allowed values/],
  ['get', text('{', ''), /not JSON/],
  ['get', header('content-length', '1'), /Content-Length/],
  ['get', header('deprecation'), /Deprecation is missing/],
  ['get', header('link', '<http://a/docs>; rel="deprecation"'), /successor/],
  ['get', header('sunset', 'Thu, 31 Feb 2030 00:00:00 GMT'), /HTTP date/],
  ['create', header('location', 'http://a/v1/pets/2'), /Location/],
  ['refused', text('missing_api_key', 'rate_limit_exceeded'), /not documented for 401/],
  ['refused', text('missing_api_key', 'oops'), /known values/],
  ['refused', text('401', '403'), /says status 403/],
  ['refused', header('www-authenticate'), /WWW-Authenticate is missing/],
  [
    'refused',
    header(
      'www-authenticate',
      'Bearer realm="petstore", error="invalid_token", error_description="x"',
    ),
    /without a key/,
  ],
  ['list', other({ target: '/v1/animals' }), /refused with 404/],
  ['list', other({ method: 'PUT' }), /refused with 405/],
  ['list', other({ method: 'HEAD' }), /has none/],
]

it('the judge of answers finds every way in which one can break the contract', async (app) => {
  const body = '{"name":"A","categoryId":9223372036854775807}'
  const headers = { 'Content-Type': 'application/json' }
  const given = {
    create: await app.call('/pets', { method: 'POST', body, headers }),
    list: await app.call('/pets'),
    get: await app.call('/pets/1'),
    refused: await app.call('/pets', { key: undefined }),
  }
  for (const [of, spoil, told] of cases) {
    assert.throws(() => judgeAnswer(spoil(given[of])), told)
  }
})
