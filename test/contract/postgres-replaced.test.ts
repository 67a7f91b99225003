import assert from 'node:assert/strict'
import { petCreate } from '../../src/resources/pets/changes.ts'
import { pets } from '../../src/resources/pets/table.ts'
import { contents } from '../../src/resources/index.ts'
import { Changes } from '../../src/store/changes.ts'
import { openPostgresStorage } from '../../src/store/postgres/storage.ts'
import { act } from '../helpers/act.ts'
import { testWith } from '../helpers/needs.ts'
import { poll } from '../helpers/poll.ts'
import { noPostgres, startPostgres } from '../helpers/postgres.ts'

const it = testWith(noPostgres())
const patience = { read: 5_000, lock: 5_000, write: 5_000 } as const

it('a node that reads from a primary which was replaced without knowing it goes over to the new one', async (t) => {
  const old = await startPostgres()
  t.after(async () => await old.close())
  const database = await old.newDatabase()
  const open = async (address: ReturnType<typeof old.address>) =>
    await openPostgresStorage({
      address,
      environment: 'staging',
      contents,
      patience,
      changes: new Changes(),
    })
  const first = await open(old.address(database))
  const rex = { name: 'Rex', categoryId: 1n, status: 'available' } as const
  await first.data.apply(petCreate(rex), act)
  await first.close()

  const next = await old.standby()
  t.after(async () => await next.close())
  const hosts = [old, next].flatMap((server) => server.address(database).hosts)
  const node = await open({ ...old.address(database), hosts })
  t.after(async () => await node.close())
  assert.equal((await node.data.find(pets, 1n))?.row.name, 'Rex')
  await next.promote()
  const other = await open(next.address(database))
  t.after(async () => await other.close())
  await other.data.apply(petCreate({ ...rex, name: 'Bella' }), act)
  await poll(async () => {
    const found = await Promise.resolve(node.data.find(pets, 2n)).catch(() => undefined)
    return found?.row.name === 'Bella' || undefined
  })
  await node.data.apply(petCreate({ ...rex, name: 'Luna' }), act)
  assert.equal((await other.data.find(pets, 3n))?.row.name, 'Luna')
})
