import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test, type TestContext } from 'node:test'
import type { Page, Position } from '../../src/base/data/store.ts'
import { pets } from '../../src/resources/pets/table.ts'
import type { Storage } from '../../src/store/port.ts'
import { temporaryFolder } from '../helpers/app.ts'
import { exactPets } from '../helpers/exact-json.ts'
import { addPet, openStorage, petPage } from '../helpers/storage.ts'

const setUp = (t: TestContext) => {
  const path = join(temporaryFolder(t), 'staging.sqlite')
  const storage = openStorage(path)
  t.after(() => storage.close())
  const other = new DatabaseSync(path)
  t.after(() => other.close())
  return { path, storage, other }
}

const pet = { name: 'Rex', categoryId: 1n, status: 'available' } as const

const countOf = async (storage: Storage): Promise<number> =>
  exactPets((await petPage(storage, { limit: 100 })).json).length

test('pages go on before and behind what an import hides', async (t) => {
  const { storage, other } = setUp(t)
  other.exec(`
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 30)
    INSERT INTO pets (id, name, name_folded, category_id, status)
      SELECT i, 'Pet', 'pet', 1, CASE WHEN i % 2 = 0 THEN 'sold' ELSE 'available' END FROM n;
    INSERT INTO import_under_way VALUES (1, 11, 20, 'pets');
  `)
  const expected = Array.from({ length: 30 }, (_, n) => BigInt(n + 1)).filter(
    (id) => id < 11n || id > 20n,
  )
  const isOf = (status: string | readonly string[], id: bigint): boolean =>
    [status].flat().includes(id % 2n === 0n ? 'sold' : 'available')
  for (const status of ['sold', 'available', ['available', 'sold'], undefined] as const) {
    const all = expected.filter((id) => status === undefined || isOf(status, id))
    for (const order of ['ascending', 'descending'] as const) {
      for (let after = 0n; after <= 31n; after += 1n) {
        for (const limit of [1, 3, 10, 100]) {
          const page = await storage.data.page(pets, { where: { status }, order, after, limit })
          const rest =
            order === 'ascending'
              ? all.filter((id) => id > after)
              : all.filter((id) => id < after).toReversed()
          const ids = exactPets(page.json).map(({ id }) => id)
          assert.deepEqual(ids, rest.slice(0, limit))
          assert.equal(page.next, rest.length > limit ? rest[limit - 1] : undefined)
        }
      }
    }
  }
  const ids = [1n, 10n, 11n, 15n, 20n, 21n, 40n]
  const some = await storage.data.page(pets, { where: {}, ids, after: undefined, limit: 10 })
  assert.deepEqual(
    exactPets(some.json).map(({ id }) => id),
    [1n, 10n, 21n],
  )
})

test('pages by name leave out what an import hides, and have it once it is in', async (t) => {
  const { storage, other } = setUp(t)
  other.exec(`
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 30)
    INSERT INTO pets (id, name, name_folded, category_id, status)
      SELECT i, iif(i % 2 = 0, 'Pet ' || i, 'Pet'), iif(i % 2 = 0, 'pet ' || i, 'pet'), 1, 'sold' FROM n;
    INSERT INTO import_under_way VALUES (1, 11, 20, 'pets');
  `)
  const ids = Array.from({ length: 30 }, (_, n) => n + 1)
  const [named, numbered] = [ids.filter((id) => id % 2 === 1), ids.filter((id) => id % 2 === 0)]
  const inOrder = [...named, ...numbered.toSorted((a, b) => (String(a) < String(b) ? -1 : 1))]
  for (const expected of [inOrder.filter((id) => id < 11 || id > 20), inOrder]) {
    for (const limit of [1, 3, 10, 20, 100]) {
      const seen: bigint[] = []
      let pages = 0
      let after: Position | undefined
      do {
        const query = { where: {}, byText: { field: 'name', beginning: 'PET' }, after, limit }
        const page: Page = await storage.data.page(pets, query)
        seen.push(...exactPets(page.json).map(({ id }) => id))
        pages += 1
        after = page.next
      } while (after !== undefined)
      assert.deepEqual(seen.map(Number), expected)
      assert.equal(pages, Math.ceil(expected.length / limit))
    }
    other.exec('DELETE FROM import_under_way')
  }
})

test('a key that another process revoked is read as revoked in the same turn', async (t) => {
  const { storage, other } = setUp(t)
  const revision = await storage.keys.revision()
  assert.equal(await countOf(storage), 0)
  other.exec("UPDATE settings SET value = value + 1 WHERE name = 'key_revision'")
  assert.equal(await storage.keys.revision(), revision + 1)
})

test('no read holds up the log of changes beyond its turn', async (t) => {
  const { storage, other } = setUp(t)
  await addPet(storage, pet)
  assert.equal(await countOf(storage), 1)
  const checkpoint = other.prepare('PRAGMA wal_checkpoint(TRUNCATE)')
  assert.equal(checkpoint.get()?.['busy'], 0)
})
