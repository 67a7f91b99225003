import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { maxChanges } from '../../src/store/apply.ts'
import { unconditional } from '../../src/base/data/precondition.ts'
import { petUpdate } from '../../src/resources/pets/changes.ts'
import { pets } from '../../src/resources/pets/table.ts'
import { act } from '../helpers/act.ts'
import { temporaryFolder } from '../helpers/app.ts'
import { addPet, openStorage } from '../helpers/storage.ts'

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

test('more changes than can be made together are refused before any is made', async (t) => {
  const { bulk, data } = await setUp(t)
  const many = Array.from({ length: maxChanges + 1 }, () => update(1n, { name: 'Max' }))
  await assert.rejects(bulk.applyAll(many, act), RangeError)
  assert.equal((await data.find(pets, 1n))?.version, 1n)
})
