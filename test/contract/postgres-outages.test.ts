import assert from 'node:assert/strict'
import { StorageUnavailable } from '../../src/base/errors/storage-errors.ts'
import { petCreate } from '../../src/resources/pets/changes.ts'
import { pets } from '../../src/resources/pets/table.ts'
import { contents } from '../../src/resources/index.ts'
import { openPostgresStorage } from '../../src/store/postgres/storage.ts'
import { act } from '../helpers/act.ts'
import { testWith } from '../helpers/needs.ts'
import { poll } from '../helpers/poll.ts'
import { noPostgres, type PostgresServer, startPostgres } from '../helpers/postgres.ts'
import { sharedPostgres } from './postgres-server.ts'

const rex = { name: 'Rex', categoryId: 1n, status: 'available' } as const

/** Opens a store that waits for its server for three seconds. */
const openAt = async (address: ReturnType<PostgresServer['address']>) =>
  await openPostgresStorage({
    address,
    environment: 'staging',
    contents,
    patience: { read: 3_000, lock: 3_000, write: 3_000 },
  })

type Opened = Awaited<ReturnType<typeof openAt>>

const it = testWith(noPostgres())
const itStops = testWith(noPostgres() || (process.platform !== 'linux' && 'needs /proc'))

for (const [what, begin] of [
  [
    'an import',
    async (storage: Opened) => {
      const filling = await storage.bulk.beginImport(pets)
      return async () => {
        await assert.rejects(async () => await filling.add([rex]), StorageUnavailable)
        await filling.end()
      }
    },
  ],
  [
    'an export',
    async (storage: Opened) => {
      const batches = storage.bulk.all(pets)[Symbol.asyncIterator]()
      // Fewer rows would come in one batch.
      await storage.bulk.applyAll(
        Array.from({ length: 1_500 }, () => petCreate(rex)),
        act,
      )
      await batches.next()
      return async () => {
        const readOn = async (): Promise<void> => {
          // What was read ahead comes still.
          for (let is = await batches.next(); is.done !== true;) is = await batches.next()
        }
        await assert.rejects(readOn, StorageUnavailable)
      }
    },
  ],
] as const) {
  itStops(`${what} ends, and the store closes, while the server hangs`, async () => {
    const server = await sharedPostgres()
    const storage = await openAt(server.address(await server.newDatabase()))
    const hang = await begin(storage)
    server.pause()
    try {
      await hang()
      await storage.close()
    } finally {
      server.resume()
    }
  })
}

it('a node that reads from a primary which was replaced without knowing it goes over to the new one', async (t) => {
  const old = await startPostgres()
  t.after(async () => await old.close())
  const database = await old.newDatabase()
  const first = await openAt(old.address(database))
  await first.data.apply(petCreate(rex), act)
  await first.close()

  const next = await old.standby()
  t.after(async () => await next.close())
  const hosts = [old, next].flatMap((server) => server.address(database).hosts)
  const node = await openAt({ ...old.address(database), hosts })
  t.after(async () => await node.close())
  assert.equal((await node.data.find(pets, 1n))?.row.name, 'Rex')
  await next.promote()
  const other = await openAt(next.address(database))
  t.after(async () => await other.close())
  await other.data.apply(petCreate({ ...rex, name: 'Bella' }), act)
  await poll(async () => {
    const found = await Promise.resolve(node.data.find(pets, 2n)).catch(() => undefined)
    return found?.row.name === 'Bella' || undefined
  })
  await node.data.apply(petCreate({ ...rex, name: 'Luna' }), act)
  assert.equal((await other.data.find(pets, 3n))?.row.name, 'Luna')
})
