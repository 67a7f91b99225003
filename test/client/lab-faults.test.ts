import assert from 'node:assert/strict'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { test, type TestContext } from 'node:test'
import { ApiError, BarePetStore, ConnectionError, PermissionError } from '../../client/src/index.ts'
import { catalogue, type ErrorCode, errorCodes } from '../../src/base/errors/catalogue.ts'
import { startApp } from '../helpers/app.ts'

/** The options of a call that asks for a fault. */
const asking = (fault: string) => ({ headers: { 'X-Lab-Fault': fault } })

const start = async (t: TestContext, environment: 'staging' | 'production' = 'staging') => {
  const app = await startApp(t, { environment })
  return { app, store: new BarePetStore({ apiKey: app.key, baseUrl: app.baseUrl }) }
}

/** What a client must find beside the code, because it acts by it. */
const headers: Partial<Record<ErrorCode, Readonly<Record<string, RegExp>>>> = {
  missing_api_key: { 'www-authenticate': /^Bearer realm="petstore"$/ },
  invalid_api_key: { 'www-authenticate': /error="invalid_token"/ },
  wrong_environment: { 'www-authenticate': /error="invalid_token"/ },
  insufficient_scope: { 'www-authenticate': /scope="pets:write"$/ },
  method_not_allowed: { allow: /^GET, HEAD, POST/ },
  operation_removed: { allow: /^GET, HEAD, POST/ },
  idempotency_key_in_use: { 'retry-after': /^1$/ },
  service_unavailable: { 'retry-after': /^5$/ },
  rate_limit_exceeded: {
    'retry-after': /^30$/,
    'x-ratelimit-remaining': /^0$/,
    'x-ratelimit-reset': /^1795176060$/,
    ratelimit: /^"minute";r=0;t=30, "day";r=[1-9]/,
  },
  api_key_banned: {
    'retry-after': /^300$/,
    'x-ratelimit-remaining': /^0$/,
    ratelimit: /^"minute";r=0;t=300, "day";r=0;t=300$/,
  },
  cursor_expired: { link: /pets\?limit=20>; rel="first"$/ },
  unsupported_media_type: { accept: /json/, 'accept-encoding': /identity/ },
}

test('each code of the catalogue comes when asked for, with its status and headers, and nothing is done', async (t) => {
  const { app } = await start(t)
  for (const code of errorCodes) {
    let seen: Headers | undefined
    const store = new BarePetStore({
      apiKey: app.key,
      baseUrl: app.baseUrl,
      fetch: async (...request) => {
        const response = await fetch(...request)
        seen = response.headers
        return response
      },
    })
    const created = store.pets.create({ name: 'Ada', categoryId: 1 }, asking(code))
    const error = await created.then(undefined, (thrown: unknown) => thrown)
    assert.ok(error instanceof ApiError, code)
    assert.deepEqual([error.code, error.status], [code, catalogue[code].status])
    assert.ok(error.rateLimit !== undefined && error.requestId !== undefined)
    if (error instanceof PermissionError && code === 'insufficient_scope')
      assert.equal(error.missingScope, 'pets:write')
    for (const [name, value] of Object.entries(headers[code] ?? {}))
      assert.match(seen?.get(name) ?? '', value, `${code}: ${name}`)
  }
  assert.equal((await app.call('/pets')).text, '[]')
})

test('a request that asks for its refusal costs what it costs elsewhere, and needs a key; the figures tell it apart', async (t) => {
  const { app, store } = await start(t)
  const left = async () => (await store.pets.list().withResponse()).rateLimit?.remaining ?? 0
  const before = await left()
  await assert.rejects(store.pets.list(asking('internal_error')), { code: 'internal_error' })
  assert.equal(before - (await left()), 2)
  const stranger = new BarePetStore({ apiKey: 'pets_test_none', baseUrl: app.baseUrl })
  await assert.rejects(stranger.pets.list(asking('internal_error')), { code: 'invalid_api_key' })
  const failed = app.requests().filter(({ status }) => status === 500)
  assert.equal(failed.map(({ operation }) => operation).join(), 'lab')
})

test('a fault that does not exist is refused, and so is too long a wait', async (t) => {
  const { store } = await start(t)
  const message = /X-Lab-Fault.*cut-before.*slow=PT5S.*pet_not_found/
  const refused = { code: 'invalid_parameter', message }
  const faults = ['', 'teapot', 'slow', 'slow=5', 'slow=PT31S', 'slow=P1D', 'trickle, trickle']
  for (const fault of faults) await assert.rejects(store.pets.list(asking(fault)), refused, fault)
})

test('cut before, nothing was done; cut after, one animal was made, which the same key finds again', async (t) => {
  const { store } = await start(t)
  const create = async (fault?: string) =>
    await store.pets.create(
      { name: 'Ada', categoryId: 1 },
      { idempotencyKey: 'shelf-7', ...(fault !== undefined && asking(fault)) },
    )
  const names = async () => (await store.pets.list()).items.map(({ name }) => name)
  await assert.rejects(create('cut-before'), ConnectionError)
  assert.deepEqual(await names(), [])
  await assert.rejects(create('cut-after'), ConnectionError)
  assert.deepEqual(await names(), ['Ada'])
  await assert.rejects(create('cut-after'), ConnectionError)
  assert.equal((await create()).name, 'Ada')
  assert.deepEqual(await names(), ['Ada'])
})

test('slow, an answer comes whole after its time; trickling, in pieces; neither before', async (t) => {
  const { app, store } = await start(t)
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] })
  for (const [fault, almost] of [
    ['slow=PT10S', 9_999],
    ['trickle', 4_999],
  ] as const) {
    const seen = app.requests().length
    let isAnswered = false
    const listed = store.pets.list(asking(fault)).then((page) => {
      isAnswered = true
      return page.items
    })
    while (app.requests().length === seen) await nextTurn()
    t.mock.timers.tick(almost)
    for (let turn = 0; turn < 20; turn += 1) await nextTurn()
    assert.ok(!isAnswered, fault)
    t.mock.timers.tick(1)
    assert.deepEqual(await listed, [])
  }
  assert.ok(app.requests().every(({ aborted }) => !aborted))
})

test('in production the header has no effect, whatever it says', async (t) => {
  const { app } = await start(t, 'production')
  const plain = await app.call('/pets')
  const faults = ['teapot', 'cut-before', 'cut-after', 'trickle', 'slow=PT30S', ...errorCodes]
  for (const fault of faults) {
    const { status, text } = await app.call('/pets', asking(fault))
    assert.deepEqual([status, text], [plain.status, plain.text], fault)
  }
})
