import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { act } from '../helpers/act.ts'
import { temporaryFolder } from '../helpers/app.ts'
import { openStorage } from '../helpers/storage.ts'
import { sweepByAge, type SweptStore } from '../../src/base/data/sweep.ts'
import { pets } from '../../src/resources/pets/table.ts'
import { petCreate } from '../../src/resources/pets/changes.ts'

const pet = { name: 'Rex', categoryId: 1n, status: 'available' } as const

test('while the clock of a service that just began is not trusted, no row is old', async (t) => {
  const storage = openStorage(join(temporaryFolder(t), 'staging.sqlite'))
  t.after(() => storage.close())
  await storage.data.apply(petCreate(pet), act)
  const asked: number[] = []
  const sweep = sweepByAge(pets, (_, before) => {
    asked.push(before)
    return { kind: 'pet.create' }
  })
  const store: SweptStore = {
    ...storage.data,
    // It would remove the rows.
    apply: () => Promise.reject(new Error('asked')),
  }
  const run = sweep.start(store)
  assert.equal(await run({ before: -Infinity, contactsBefore: 0, now: -Infinity }), false)
  assert.deepEqual(asked, [])
  await assert.rejects(async () => await run({ before: 1, contactsBefore: 0, now: 2 }), /asked/)
  assert.deepEqual(asked, [1])
})
