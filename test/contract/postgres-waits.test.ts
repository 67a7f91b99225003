import assert from 'node:assert/strict'
import { after } from 'node:test'
import { StorageUnavailable } from '../../src/base/errors/storage-errors.ts'
import { petCreate } from '../../src/resources/pets/changes.ts'
import { pets } from '../../src/resources/pets/table.ts'
import { contents } from '../../src/resources/index.ts'
import { Changes } from '../../src/store/changes.ts'
import { openPostgresStorage } from '../../src/store/postgres/storage.ts'
import { act } from '../helpers/act.ts'
import { testWith } from '../helpers/needs.ts'
import { noPostgres, type PostgresServer, startPostgres } from '../helpers/postgres.ts'

const it = testWith(noPostgres() || (process.platform !== 'linux' && 'needs /proc'))
const rex = { name: 'Rex', categoryId: 1n, status: 'available' } as const

let started: Promise<PostgresServer> | undefined
const shared = async (): Promise<PostgresServer> => await (started ??= startPostgres())
after(async () => await (await started)?.close())

const open = async (database: string, wait = 30_000, changes = new Changes()) =>
  await openPostgresStorage({
    address: (await shared()).address(database),
    environment: 'staging',
    contents,
    patience: { read: wait, lock: wait, write: wait },
    changes,
  })

for (const [what, begin] of [
  [
    'an import',
    async (storage: Awaited<ReturnType<typeof open>>) => {
      const filling = await storage.bulk.beginImport(pets)
      return async () => {
        await assert.rejects(async () => await filling.add([rex]), StorageUnavailable)
        await filling.end()
      }
    },
  ],
  [
    'an export',
    async (storage: Awaited<ReturnType<typeof open>>) => {
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
  it(`${what} ends, and the store closes, while the server hangs`, async () => {
    const server = await shared()
    const storage = await open(await server.newDatabase(), 3_000)
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

it('what another node wrote is noticed, although this node wrote something else after it', async () => {
  const database = await (await shared()).newDatabase()
  const changes = new Changes()
  const storage = await open(database, undefined, changes)
  const other = await open(database)
  await storage.poll()
  const before = changes.version
  await other.data.apply(petCreate(rex), act)
  // The touch of a key changes no row that clients see, so alone it would not move the version.
  await storage.keys.touch(new Map([['key', 1]]))
  await storage.poll()
  assert.notEqual(changes.version, before)

  const noticed = changes.version
  await storage.keys.touch(new Map([['key', 2]]))
  await storage.poll()
  assert.equal(changes.version, noticed)
  await other.close()
  await storage.close()
})
