import assert from 'node:assert/strict'
import { test } from 'node:test'
import { retention } from '../../src/base/idempotency.ts'
import { rotateKey } from '../../src/access/keys/life-cycle.ts'
import { it, startApp, type TestApp } from '../helpers/app.ts'
import type { Answer, Call } from '../helpers/http.ts'
import { isOnPostgres } from '../helpers/on-postgres.ts'
import { addPets } from '../helpers/orders.ts'
import { png } from '../helpers/pictures.ts'
import { assertRefused } from '../helpers/refusal.ts'
import { addWebhook, answerPing } from '../helpers/webhooks.ts'

const rex = { name: 'Rex', categoryId: 3 }

const create = (app: TestApp, idempotencyKey: string, body: unknown = rex, options: Call = {}) =>
  app.call('/pets', {
    ...options,
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', 'idempotency-key': idempotencyKey },
  })

const petCount = async (app: TestApp): Promise<number> => (await app.json('/pets?limit=100')).length

const replayed = (answer: Answer) => answer.headers['idempotent-replayed']

it('a repeated creation is answered with the first answer, byte for byte, and adds nothing for 24 hours', async (app) => {
  const first = await create(app, 'order-1')
  assert.equal(replayed(first), undefined)
  app.clock.advance(retention - 1)
  const second = await create(app, 'order-1')
  assert.deepEqual([second.status, second.text, replayed(second)], [201, first.text, 'true'])
  for (const name of ['location', 'content-type', 'etag']) {
    assert.equal(second.headers[name], first.headers[name], name)
  }
  for (const name of ['x-request-id', 'x-ratelimit-reset']) {
    assert.notEqual(second.headers[name], first.headers[name], name)
  }
  assert.equal(await petCount(app), 1)
  app.clock.advance(1)
  const later = await create(app, 'order-1', { ...rex, name: 'Bello' })
  assert.deepEqual([later.status, replayed(later)], [201, undefined])
})

test(
  'of 50 repeats at once of a creation that is through, none is told that it is still running',
  { skip: isOnPostgres && 'may be told so on PostgreSQL, where a look-up takes several turns' },
  async (t) => {
    const app = await startApp(t)
    const first = await create(app, 'through')
    const answers = await Promise.all(Array.from({ length: 50 }, () => create(app, 'through')))
    for (const answer of answers) assert.deepEqual([answer.status, answer.text], [201, first.text])
  },
)

const anna = { name: 'Anna', scopes: ['pets:read'] }

for (const [path, body, other] of [
  ['/pets', rex, { ...rex, name: 'Max' }],
  ['/pets/batch', [rex], [rex, rex]],
  ['/store/orders', { petId: 1 }, { petId: 2 }],
  ['/contacts', { name: 'Jo' }, { name: 'Bea' }],
  ['/notes', { petId: 1, text: 'Shy.' }, { petId: 1, text: 'Bold.' }],
  ['/pets/1/photos', png(4, 2), png(2, 4)],
  ['/keys', anna, { ...anna, name: 'Bea' }],
  ['/keys/{keyId}/rotate', undefined, undefined],
  ['/webhooks', { url: 'https://shop.example/' }, { url: 'https://other.example/' }],
  ['/webhooks/1/ping', undefined, undefined],
  ['/webhooks/1/secret', undefined, undefined],
  ['/webhooks/1/recover', { sinceEventId: 0 }, { sinceEventId: 0 }],
  ['/webhooks/1/deliveries/1/redeliver', undefined, undefined],
  ['/lab/clock', { advance: 'PT1H' }, { advance: 'PT2H' }],
] as const) {
  it(`a second POST ${path} gets 409 while the first is running, then its answer, and 422 if it differs`, async (app) => {
    await addPets(app, 2)
    const { id } = JSON.parse((await app.post('/keys', anna)).text)
    for (const webhook of [1n, 2n]) {
      await addWebhook(app)
      await answerPing(app, webhook)
    }
    const { data, keys } = app.storage
    const apply = data.apply.bind(data)
    const decide = keys.decide.bind(keys)
    const started = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    // The embedded store answers at once, so the test makes it slow.
    const later = async () => {
      started.resolve()
      await release.promise
    }
    data.apply = async (change, act) => await later().then(() => apply(change, act))
    keys.decide = async (owner, rule, act) => await later().then(() => decide(owner, rule, act))
    const send = async (sent: unknown = body, keyId: string = id, webhook = '1') =>
      await app.post(path.replace('{keyId}', keyId).replace('1', webhook), sent, {
        headers: {
          'Idempotency-Key': 'slow',
          ...(sent instanceof Uint8Array && { 'Content-Type': 'image/png' }),
        },
      })
    const first = send()
    await started.promise
    const second = await send()
    assertRefused(second, 'idempotency_key_in_use')
    assert.equal(second.headers['retry-after'], '1')
    release.resolve()
    const { status, text } = await first
    assert.ok(status === 201 || status === 202 || path === '/lab/clock')
    const again = await send()
    assert.equal(again.status, status)
    // What is shown once is not in it again.
    const shown = JSON.parse(text)
    for (const name of ['key', 'signInUrl', 'secret']) delete shown[name]
    assert.deepEqual(JSON.parse(again.text), shown)
    assert.equal(again.headers['idempotent-replayed'], 'true')
    assertRefused(await send(other, `${id}x`, '2'), 'idempotency_key_reused', /slow/)
  })
}

it('the same animal in another spelling is the same request', async (app) => {
  const first = await create(app, 'order-1', '{"name":"Rex","categoryId":3}')
  for (const spelling of [
    '{ "name": "Rex",\n "categoryId": 3 }',
    '{"categoryId":3,"name":"Rex"}',
    '{"name":"Rex","categoryId":3,"status":"available"}',
    '{"name":"Rex","categoryId":3.0}',
    String.raw`{"name":"\u0052ex","categoryId":3}`,
  ]) {
    const again = await create(app, 'order-1', spelling)
    assert.deepEqual([again.status, again.text], [201, first.text], spelling)
  }
  assert.equal(await petCount(app), 1)
})

const long = 'k'.repeat(256)

it('a key is 1 to 255 visible characters, quoted or bare, and another is refused by the name of its header', async (app) => {
  const single = ['', '""', 'a b', '"a b"', '"abc', '"abc";v=1', String.raw`"a\b"`, 'Schlüssel']
  for (const key of [...single, long, `"${long}"`, ['"a"', '"b"'], ['a', 'b']]) {
    const headers = { 'idempotency-key': key }
    const answer = await app.post('/pets', rex, { headers })
    assertRefused(answer, 'invalid_parameter', /Idempotency-Key/)
  }
  assert.equal(await petCount(app), 0)
  const every = String.fromCodePoint(...Array.from({ length: 92 }, (_, n) => n + 35))
  const quotes = `"${String.raw`\"`.repeat(255)}"`
  for (const [key, other] of [
    ['k', '"k"'],
    [long.slice(1), `"${long.slice(1)}"`],
    [quotes, quotes],
    [String.raw`a"b\c`, String.raw`"a\"b\\c"`],
    [`!${every}"`, `!${every}"`],
  ] as const) {
    assert.equal(replayed(await create(app, key)), undefined)
    assert.equal(replayed(await create(app, other)), 'true', key)
  }
})

it('two callers may choose the same key, and a rotated API key finds the answers of the one before it', async (app) => {
  const old = await app.addKey('business')
  const mine = await create(app, 'order-1')
  const theirs = await create(app, 'order-1', rex, { key: old.key })
  assert.deepEqual([theirs.status, replayed(theirs)], [201, undefined])
  assert.notEqual(theirs.text, mine.text)
  const { keys } = app.storage
  const { key } = await rotateKey(keys, old.record, 'staging', 1_000, app.clock.time)
  const again = await create(app, 'order-1', rex, { key })
  assert.deepEqual([again.text, replayed(again)], [theirs.text, 'true'])
})

it('after the clock was set back by seconds, hours or years requests are answered and no animal is made twice', async (app) => {
  const hour = 3_600_000
  for (const [at, back] of [30_000, hour, 365 * 24 * hour].entries()) {
    const first = await create(app, `order-${at}`)
    app.clock.advance(-back)
    const again = await create(app, `order-${at}`)
    assert.deepEqual([again.status, again.text, replayed(again)], [201, first.text, 'true'])
    assert.equal(await petCount(app), at + 1)
    const { headers } = await app.call('/pets')
    assert.ok(Number(headers['x-ratelimit-reset']) * 1_000 > app.clock.time)
  }
})

it('old answers are forgotten, the oldest first and few at a time', async (app) => {
  for (const key of ['a', 'b', 'c']) {
    await create(app, key)
    app.clock.advance(1)
  }
  const { idempotency } = app.storage
  const before = app.clock.time
  assert.equal(await idempotency.forget(before, 2), 2)
  assert.equal(replayed(await create(app, 'c')), 'true')
  assert.equal(await idempotency.forget(before, 2), 1)
  assert.equal(await idempotency.forget(before, 2), 0)
})
