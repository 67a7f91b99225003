import assert from 'node:assert/strict'
import { StorageUnavailable } from '../../src/base/errors/storage-errors.ts'
import { petCreate } from '../../src/resources/pets/changes.ts'
import { pets } from '../../src/resources/pets/table.ts'
import { contents } from '../../src/resources/index.ts'
import { openPostgresStorage } from '../../src/store/postgres/storage.ts'
import { act } from '../helpers/act.ts'
import { testWith } from '../helpers/needs.ts'
import { noPostgres } from '../helpers/postgres.ts'
import { sharedPostgres } from './postgres-server.ts'

const it = testWith(noPostgres() || (process.platform !== 'linux' && 'needs /proc'))
const rex = { name: 'Rex', categoryId: 1n, status: 'available' } as const

const open = async () => {
  const server = await sharedPostgres()
  return await openPostgresStorage({
    address: server.address(await server.newDatabase()),
    environment: 'staging',
    contents,
    patience: { read: 3_000, lock: 3_000, write: 3_000 },
  })
}

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
    const server = await sharedPostgres()
    const storage = await open()
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
