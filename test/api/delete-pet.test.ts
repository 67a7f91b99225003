import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp, temporaryFolder } from '../helpers/app.ts'
import { assertRefused } from '../helpers/refusal.ts'
import { addPet } from '../helpers/storage.ts'

const rex = { name: 'Rex', categoryId: 3n, status: 'available' } as const
const method = 'DELETE'

test('an animal that is deleted is gone, and 404 the second time', async (t) => {
  const app = await startApp(t)
  await addPet(app.storage, rex)
  await addPet(app.storage, rex)
  const answer = await app.call('/pets/1', { method })
  assert.equal(answer.status, 204)
  assert.equal(answer.text, '')
  assert.deepEqual(
    JSON.parse((await app.call('/pets')).text).map(({ id }: { id: number }) => id),
    [2],
  )
  for (const id of ['1', '3', 'rex', '-9223372036854775808']) {
    assertRefused(await app.call(`/pets/${id}`, { method }), 'pet_not_found')
  }
  assertRefused(await app.call('/pets/1'), 'pet_not_found')
})

test('no animal gets the id of one that was deleted, after a restart neither', async (t) => {
  const dataDir = temporaryFolder(t)
  for (let id = 1; id <= 3; id += 1) {
    const app = await startApp(t, { dataDir })
    const body = { name: 'Rex', categoryId: 3 }
    const created = await app.call('/pets', { method: 'POST', body })
    assert.equal(JSON.parse(created.text).id, id)
    assert.equal((await app.call(`/pets/${id}`, { method })).status, 204)
    await app.close()
  }
})
