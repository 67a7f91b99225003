import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after } from 'node:test'
import { issueKey } from '../../src/access/keys/life-cycle.ts'
import type { KeyStore } from '../../src/access/keys/key-store.ts'
import { fixedPlans } from '../../src/access/quotas/plans.ts'
import type { Storage } from '../../src/store/port.ts'
import { StorageUnavailable } from '../../src/base/errors/storage-errors.ts'
import { it, startApp, type TestApp } from '../helpers/app.ts'
import { type Answer, call, type Call, errorOf, judgeBytes } from '../helpers/http.ts'
import { png } from '../helpers/pictures.ts'
import {
  impliedOperations,
  type Operation,
  operations,
  resolve,
  readablePath,
} from '../helpers/openapi.ts'

/**
 * Every error that the document gives every operation, provoked on every operation, and on HEAD and OPTIONS of some
 * path. The judge of all answers checks each against the document.
 */

/** A valid request of the operation, except for the parts that a test spoils. */
const requestOf = (
  operation: Operation,
  query = '',
): { readonly path: string; readonly call: Call } => ({
  path: `/v1${readablePath(operation.path)}${query}`,
  call: {
    method: operation.method,
    ...(operation.body && { body: Object.values(operation.bodyExamples)[0]?.value }),
    ...(operation.bytesType && { body: png(4, 2), headers: { 'Content-Type': 'image/png' } }),
  },
})

/** Asserts status and code; a HEAD has no body to have a code in. */
const assertError = (answer: Answer, status: number, code: string): void => {
  assert.equal(answer.status, status, answer.text)
  if (answer.method !== 'HEAD') assert.equal(errorOf(answer).code, code)
}

/** @param app that the provocations of an operation share; what changes more than a request needs another */
type Provoke = (operation: Operation, app: TestApp) => Promise<Answer>

const withCall =
  (spoil: Call, query = ''): Provoke =>
  async (operation, app) => {
    const request = requestOf(operation, query)
    return await call(app.origin + request.path, { key: app.key, ...request.call, ...spoil })
  }

/** Whether an operation spends no quota; then each key may use it so often in a minute. */
const isFree = ({ path, method }: Operation): boolean =>
  path.startsWith('/usage') && method !== 'OPTIONS'
const freeLimit = 60

/** The n-th answer to a key that has one request a minute. What it may ask for nothing is used up before. */
const nthAnswer =
  (n: number): Provoke =>
  async (operation, app) => {
    const { key } = await app.addKey('enterprise', { perMinute: 1, perDay: 100 })
    const request = requestOf(operation)
    const before = isFree(operation) ? n + freeLimit - 2 : n - 1
    for (let count = 1; count <= before; count += 1) {
      await call(app.origin + request.path, { key, ...request.call })
    }
    return await call(app.origin + request.path, { key, ...request.call })
  }

const withFailingKeys = (failure: Error): Provoke => {
  // The tests of all operations share it.
  const failing = startApp(
    { after },
    {
      wrapStorage: (storage: Storage): Storage => ({
        ...storage,
        keys: {
          ...storage.keys,
          findByHash: () => {
            throw failure
          },
        } satisfies KeyStore,
      }),
    },
  )
  return async (operation) => {
    const app = await failing
    const request = requestOf(operation)
    return await call(app.origin + request.path, { key: app.key, ...request.call })
  }
}

const ofOtherEnvironment = issueKey({
  environment: 'production',
  name: 'Elsewhere',
  plan: 'free',
  limits: fixedPlans.free,
  now: 0,
  expiresAt: undefined,
})

/** The answer to an incomplete request; empty if the connection was closed without one. */
const waitForAnswer = async (port: number, sent: string): Promise<string> =>
  await new Promise<string>((settle) => {
    let text = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(sent))
    socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')))
    socket.on('error', () => settle(text))
    socket.on('close', () => settle(text))
  })

const hasty = startApp({ after }, { wireTimes: { headersTimeout: 400, checkInterval: 100 } })

/** A request whose headers never end. */
const unfinished: Provoke = async (operation) => {
  const app = await hasty
  const { path } = requestOf(operation)
  const sent = `${operation.method} ${path} HTTP/1.1\r\nHost: a\r\n`
  let received = ''
  // On a busy machine the time can end before the first byte arrives; then there is no answer.
  for (let attempt = 1; received === '' && attempt <= 5; attempt += 1) {
    received = await waitForAnswer(app.port, sent)
  }
  judgeBytes(sent, received)
  const status = Number(/^HTTP\/1\.1 (\d+)/.exec(received)?.[1])
  const text = received.slice(received.indexOf('\r\n\r\n') + 4)
  return { method: operation.method, target: path, status, headers: {}, text }
}

const provocations: Readonly<Record<string, readonly [status: number, provoke: Provoke]>> = {
  malformed_request: [400, withCall({}, '?a=%zz')],
  invalid_parameter: [400, withCall({}, '?nonesuch=1')],
  missing_api_key: [401, withCall({ key: undefined })],
  invalid_api_key: [401, withCall({ key: 'pets_test_nonesuch' })],
  wrong_environment: [401, withCall({ key: ofOtherEnvironment.key })],
  request_timeout: [408, unfinished],
  uri_too_long: [414, withCall({}, `?a=${'a'.repeat(8_200)}`)],
  rate_limit_exceeded: [429, nthAnswer(2)],
  api_key_banned: [429, nthAnswer(3)],
  header_fields_too_large: [431, withCall({ headers: { 'X-Large': 'a'.repeat(16_400) } })],
  internal_error: [500, withFailingKeys(new Error('A fault of the inside.'))],
  service_unavailable: [
    503,
    withFailingKeys(new StorageUnavailable('locked', new Error('locked'))),
  ],
}

const [head, options] = ['HEAD', 'OPTIONS'].map((wanted) =>
  impliedOperations.find(({ method }) => method === wanted),
)
assert.ok(head && options, 'The document lacks the rules of HEAD and OPTIONS.')

for (const operation of [...operations, head, options]) {
  it(`${operation.operationId} answers every common error as documented`, async (app) => {
    await Promise.all(
      Object.entries(provocations)
        .filter(([, [status]]) => operation.responses.has(status))
        .filter(([code]) => operation.method !== 'OPTIONS' || code !== 'invalid_parameter')
        .filter(([code]) => !isFree(operation) || code !== 'api_key_banned')
        .map(async ([code, [status, provoke]]) => {
          assertError(await provoke(operation, app), status, code)
        }),
    )
  })
}

const json = { 'Content-Type': 'application/json' }

/** Texts that are no int64 in the one form that a path takes. */
const noInt64 = ['9223372036854775808', '1.0', '1e0', '01', '+1', '-0', '%201', 'rex', '1%2F1']

for (const operation of operations) {
  it(`${operation.operationId} does nothing if its body or its path is wrong, and says what is`, async (app) => {
    const { method } = operation
    const { path, call: right } = requestOf(operation)
    const send = async (spoil: Call, target = path): Promise<Answer> =>
      await call(app.origin + target, { key: app.key, ...right, ...spoil })
    if (operation.bytesType !== undefined) {
      assertError(await send({ body: Buffer.alloc(11_000_000) }), 413, 'body_too_large')
      const other = await send({ headers: { 'Content-Type': 'text/plain' } })
      assertError(other, 415, 'unsupported_media_type')
    } else if (operation.body !== undefined) {
      const isArray = resolve(operation.body).type === 'array'
      for (const body of ['', '{']) {
        assertError(await send({ body, headers: json }), 400, 'invalid_json')
      }
      assertError(await send({ body: isArray ? {} : [] }), 400, 'invalid_body')
      const large = `"${'a'.repeat(70_000)}"`
      assertError(await send({ body: large, headers: json }), 413, 'body_too_large')
      const other = await send({ body: 'a=b', headers: { 'Content-Type': 'text/plain' } })
      assertError(other, 415, 'unsupported_media_type')
      assert.equal(
        other.headers['accept-patch'],
        method === 'PATCH' ? 'application/merge-patch+json, application/json' : undefined,
      )
    } else if (method !== 'GET') {
      const answer = await send({ body: {} })
      assertError(answer, 400, 'invalid_body')
      assert.match(errorOf(answer).message, /takes no body/)
    }
    for (const [whole, name = ''] of operation.path.matchAll(/\{(\w+)\}/g)) {
      for (const text of noInt64) {
        const target = `/v1${readablePath(operation.path.replace(whole, text))}`
        const answer = await send({}, target)
        assert.equal(answer.status, method === 'PUT' ? 400 : 404, answer.text)
        const what = name === 'keyId' ? 'have the form key_' : 'be an integer from -922'
        assert.match(errorOf(answer).message, new RegExp(`^${name} must ${what}`))
      }
    }
    assert.equal((await app.call('/events')).text, '[]')
  })
}
