import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { maxChanges } from '../../src/store/apply.ts'
import { unconditional } from '../../src/base/data/precondition.ts'
import { petUpdate } from '../../src/resources/pets/changes.ts'
import { pets } from '../../src/resources/pets/table.ts'
import { act } from '../helpers/act.ts'
import { temporaryFolder } from '../helpers/app.ts'
import { addPet, openStorage, petPage } from '../helpers/storage.ts'

const setUp = async (t: TestContext) => {
  const storage = openStorage(join(temporaryFolder(t), 'staging.sqlite'))
  t.after(() => storage.close())
  for (const status of ['available', 'pending', 'sold'] as const) {
    await addPet(storage, { name: 'Rex', categoryId: 1n, status })
  }
  return storage
}

const update = (id: bigint, patch: Parameters<typeof petUpdate>[1]) =>
  petUpdate(id, patch, unconditional)

test('many changes are made together, in their order, each by its rule', async (t) => {
  const storage = await setUp(t)
  const before = storage.data.changes.version
  const applied = await storage.bulk.applyAll(
    [
      update(1n, { status: 'sold' }),
      update(2n, { name: 'Max' }),
      update(1n, { status: 'available', categoryId: 2n }),
      update(3n, { name: 'Rex' }),
    ],
    act,
  )
  assert.ok(applied.outcome === 'done')
  assert.deepEqual(
    applied.results.map((result) => result.outcome === 'updated' && result.version),
    [2n, 2n, 3n, 1n],
  )
  assert.notEqual(storage.data.changes.version, before)
  const { json } = await petPage(storage, { limit: 10 })
  assert.equal(
    json,
    '[{"id":1,"name":"Rex","categoryId":2,"status":"available"},{"id":2,"name":"Max","categoryId":1,"status":"pending"},{"id":3,"name":"Rex","categoryId":1,"status":"sold"}]',
  )
})

test('if a rule refuses one of many changes, all that were refused are told, and nothing is changed', async (t) => {
  const storage = await setUp(t)
  const { json } = await petPage(storage, { limit: 10 })
  const totals = await storage.data.totals(pets)
  const applied = await storage.bulk.applyAll(
    [
      update(1n, { name: 'Max', status: 'sold' }),
      update(99n, { name: 'Max' }),
      update(2n, { name: 'Max' }),
      update(3n, { status: 'pending' }),
    ],
    act,
  )
  assert.ok(applied.outcome === 'refused')
  assert.deepEqual(
    applied.refused.map(({ at, result }) => [at, 'refusal' in result && result.refusal.code]),
    [
      [1, 'pet_not_found'],
      [3, 'transition_not_allowed'],
    ],
  )
  assert.equal((await petPage(storage, { limit: 10 })).json, json)
  assert.deepEqual(await storage.data.totals(pets), totals)
  // What follows counts nothing of it.
  await storage.bulk.applyAll([update(1n, { status: 'sold' })], act)
  assert.equal((await storage.data.totals(pets)).get('sold'), 2n)
})

test('more changes than can be made together are refused before any is made', async (t) => {
  const { bulk, data } = await setUp(t)
  const many = Array.from({ length: maxChanges + 1 }, () => update(1n, { name: 'Max' }))
  await assert.rejects(bulk.applyAll(many, act), RangeError)
  assert.equal((await data.find(pets, 1n))?.version, 1n)
})
