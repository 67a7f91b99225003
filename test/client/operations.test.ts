import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inspect } from 'node:util'
import { ApiError, NotFoundError, PetStore } from '../../client/src/index.ts'
import { startApp, type TestApp } from '../helpers/app.ts'
import { addPet } from '../helpers/storage.ts'

const clientOf = ({ baseUrl, key }: TestApp): PetStore =>
  new PetStore({ baseUrl, apiKey: key, onWarning: () => {} })

test('the last state of the quota can be read, and every answer reports it', async (t) => {
  const app = await startApp(t)
  const { key } = await app.addKey('free')
  const told: number[] = []
  const store = new PetStore({
    baseUrl: app.baseUrl,
    apiKey: key,
    onRateLimit: ({ remaining }) => told.push(remaining),
  })
  assert.equal(store.rateLimit, undefined)
  await store.pets.list()
  await store.pets.list()
  assert.deepEqual(told, [59, 58])
  assert.deepEqual(store.rateLimit, {
    limit: 60,
    remaining: 58,
    reset: new Date('2026-11-20T12:01:00Z'),
    windows: [
      { name: 'minute', remaining: 58, resetAfter: 30 },
      { name: 'day', remaining: 998, resetAfter: 43_170 },
    ],
  })
})

test('a deprecated operation warns once for each client, with its end', async (t) => {
  const app = await startApp(t)
  const { id } = await addPet(app.storage, { name: 'Rex', categoryId: 1n, status: 'sold' })
  const warnings: string[] = []
  const onWarning = (message: string): void => void warnings.push(message)
  const store = new PetStore({ baseUrl: app.baseUrl, apiKey: app.key, onWarning })
  await store.pets.get(id)
  await store.pets.get(id)
  await store.pets.list()
  assert.equal(warnings.length, 1)
  assert.match(
    warnings[0] ?? '',
    /^GET \/pets\/\{petId\} is deprecated since 2026-11-20 and will be removed on 2030-12-05; see http/,
  )
  app.clock.advance(Date.parse('2030-12-05T00:00:00Z') - app.clock.time)
  const removed = await failure(store.pets.get(id))
  assert.ok(removed instanceof NotFoundError)
  assert.equal(removed.code, 'operation_removed')
})

test('the API key is in nothing that the client shows', async (t) => {
  const app = await startApp(t)
  const store = clientOf(app)
  const refused = new PetStore({
    baseUrl: 'http://127.0.0.1:1/v1',
    apiKey: app.key,
    retries: 0,
  })
  const shown = [
    inspect(store, { depth: null, showHidden: true, getters: true }),
    inspect(store.pets, { depth: null, showHidden: true }),
    JSON.stringify(store),
    inspect(await failure(store.pets.get(404)), { depth: null, showHidden: true }),
    inspect(await failure(refused.pets.list()), { depth: null, showHidden: true }),
    JSON.stringify(await failure(store.pets.get(404))),
  ]
  for (const wrong of [`${app.key}\n`, ` ${app.key}`, `${app.key}é`]) {
    try {
      shown.push(inspect(new PetStore({ baseUrl: app.baseUrl, apiKey: wrong })))
      assert.fail('The key should have been refused.')
    } catch (error) {
      shown.push(inspect(error))
    }
  }
  for (const text of shown) assert.ok(!text.includes(app.key), text)
})

/** What a call is refused with. */
const failure = async (call: PromiseLike<unknown>): Promise<Error> => {
  try {
    await call
  } catch (error) {
    assert.ok(error instanceof Error)
    if (error instanceof ApiError) assert.equal(typeof error.message, 'string')
    return error
  }
  assert.fail('The call should have failed.')
}
