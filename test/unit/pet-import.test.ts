import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test, type TestContext } from 'node:test'
import type { Page, Position } from '../../src/base/data/store.ts'
import { arrivalsOf } from '../../src/cli/bulk/profiles.ts'
import { beginRejects } from '../../src/cli/bulk/rejects.ts'
import type { NewPet } from '../../src/resources/pets/pet.ts'
import { pets } from '../../src/resources/pets/table.ts'
import type { Storage } from '../../src/store/port.ts'
import { act } from '../helpers/act.ts'
import { temporaryFolder } from '../helpers/app.ts'
import { exactPets } from '../helpers/exact-json.ts'
import { addPet, openStorage } from '../helpers/storage.ts'

const open = (t: TestContext, folder: string): Storage => {
  const storage = openStorage(join(folder, 'staging.sqlite'))
  t.after(() => storage.close())
  return storage
}

const pet = (name: string, status: NewPet['status'] = 'available'): NewPet => ({
  name,
  categoryId: 1n,
  status,
})

/** Every name of a list, page after page. */
const namesOf = async (storage: Storage, status?: NewPet['status']): Promise<string[]> => {
  const names: string[] = []
  let after: Position = 0n
  for (;;) {
    const page = await storage.data.page(pets, { where: { status }, after, limit: 7 })
    names.push(...exactPets(page.json).map(({ name }) => name))
    if (page.next === undefined) return names
    after = page.next
  }
}

test('until all animals of an import are in, nobody sees any, and what is added comes behind', async (t) => {
  const folder = temporaryFolder(t)
  const service = open(t, folder)
  const importer = open(t, folder)
  for (let n = 1; n <= 10; n += 1) await addPet(service, pet(`old ${n}`))
  const store = await importer.bulk.beginImport(pets)
  const count = 10_000
  await store.add(
    Array.from({ length: count }, (_, n) => pet('new', n % 2 === 0 ? 'sold' : 'pending')),
  )

  const old = Array.from({ length: 10 }, (_, n) => `old ${n + 1}`)
  const late: string[] = []
  const during: Array<Promise<void>> = []
  let isOver = false
  let looks = 0
  const look = async (): Promise<void> => {
    const own = `late ${late.length + 1}`
    late.push(own)
    const created = await addPet(service, pet(own))
    assert.ok(created.id > BigInt(10 + count), 'an id behind those of the import')
    const names = await namesOf(service)
    const available = await namesOf(service, 'available')
    const sold = await namesOf(service, 'sold')
    const first = await service.data.find(pets, 11n)
    const counted = await service.bulk.count(pets)
    const rows = (await Array.fromAsync(service.bulk.all(pets))).flat()
    if (isOver) return
    looks += 1
    // Those that were added at the same time may be in already.
    const seen = [...old, ...late]
    assert.ok(names.includes(own))
    assert.deepEqual(names, seen.slice(0, names.length))
    assert.deepEqual(available, seen.slice(0, available.length))
    assert.deepEqual(sold, [])
    assert.equal(first, undefined)
    assert.ok(counted <= seen.length)
    assert.ok(rows.length <= seen.length)
  }
  const imported = await store.commit(
    () => act.at,
    () => during.push(look()),
  )
  isOver = true
  await store.end()
  await Promise.all(during)

  // A service polls four times a second for changes of other processes.
  await service.poll()
  assert.equal(during.length, 10)
  assert.ok(looks > 0)
  assert.deepEqual(imported.ids, { first: 11n, last: BigInt(10 + count) })
  const all = await namesOf(service)
  assert.deepEqual(all.slice(0, 10 + count), [...old, ...Array<string>(count).fill('new')])
  assert.deepEqual(all.slice(10 + count), late)
  assert.equal((await namesOf(service, 'sold')).length, count / 2)
})

test('an import that fails half-way leaves nothing, and its ids are not given again', async (t) => {
  const storage = open(t, temporaryFolder(t))
  const store = await storage.bulk.beginImport(pets)
  await store.add(Array.from({ length: 2_500 }, () => pet('new')))
  const failing = async (): Promise<void> => {
    await store.commit(
      () => act.at,
      (moved) => {
        if (moved > 0) throw new Error('The disk is full.')
      },
    )
  }
  await assert.rejects(failing, /disk is full/)
  await store.end()
  assert.deepEqual(await namesOf(storage), [])
  const { id } = await addPet(storage, pet('next'))
  assert.equal(id, 2_501n)
  assert.equal(await storage.data.find(pets, 1n), undefined)
  assert.equal(await storage.bulk.count(pets), 1)
})

test('a store takes one import at a time', async (t) => {
  const folder = temporaryFolder(t)
  const [first, second] = [open(t, folder), open(t, folder)]
  const store = await first.bulk.beginImport(pets)
  const another = async (): Promise<unknown> => await second.bulk.beginImport(pets)
  await assert.rejects(another, /Another import/)
  await store.end()
  await (await second.bulk.beginImport(pets)).end()
})

test('if a chip is taken after the check, none of the animals is added, and its line is named', async (t) => {
  const { data, bulk } = open(t, temporaryFolder(t))
  const arrivals = (chips: readonly string[]) => {
    const rejects = beginRejects(undefined)
    const all = arrivalsOf(rejects)
    all.take(
      chips.map((chip, at) => {
        const value = { name: 'Rex', categoryId: 3n, status: 'available', profile: { chip } }
        const reading = { ok: true, value } as const
        return { record: { line: at + 1, reading, text: () => '' }, value }
      }),
    )
    return { all, rejects }
  }
  const { all, rejects } = arrivals(['A1', 'B2', 'C3'])
  await all.rejectTaken(data)
  assert.equal(rejects.count, 0)
  const others = await arrivals(['b2']).all.add(bulk, { at: 0 })
  assert.deepEqual(others?.ids, { first: 1n, last: 1n })
  assert.equal(await all.add(bulk, { at: 0 }), undefined)
  assert.match(rejects.summary(), /^line 2: The animal 1 has the chip B2/)
  assert.equal(await bulk.count(pets), 1)
})

/** A store, and another program that has its file open. */
const setUp = (t: TestContext) => {
  const folder = temporaryFolder(t)
  const storage = open(t, folder)
  const other = new DatabaseSync(join(folder, 'staging.sqlite'))
  t.after(() => other.close())
  return { storage, other }
}

const ids = Array.from({ length: 30 }, (_, n) => BigInt(n + 1))
const idsOf = ({ json }: Page): readonly bigint[] => exactPets(json).map(({ id }) => id)

/** Adds animals with these ids, of which each other one is sold and has a name of its own, and hides those from 11 to 20. */
const hideSome = (other: DatabaseSync): void =>
  other.exec(`
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 30)
    INSERT INTO pets (id, name, name_folded, category_id, status)
      SELECT i, iif(i % 2 = 0, 'Pet ' || i, 'Pet'), iif(i % 2 = 0, 'pet ' || i, 'pet'), 1,
        iif(i % 2 = 0, 'sold', 'available') FROM n;
    INSERT INTO import_under_way VALUES (1, 11, 20, 'pets')`)

test('pages go on before and behind what an import hides', async (t) => {
  const { storage, other } = setUp(t)
  hideSome(other)
  const expected = ids.filter((id) => id < 11n || id > 20n)
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
          assert.deepEqual(idsOf(page), rest.slice(0, limit))
          assert.equal(page.next, rest.length > limit ? rest[limit - 1] : undefined)
        }
      }
    }
  }
  const named = { ids: [1n, 10n, 11n, 15n, 20n, 21n, 40n], after: undefined, limit: 10 }
  const some = await storage.data.page(pets, { where: {}, ...named })
  assert.deepEqual(idsOf(some), [1n, 10n, 21n])
})

test('pages by name leave out what an import hides, and have it once it is in', async (t) => {
  const { storage, other } = setUp(t)
  hideSome(other)
  const [alike, numbered] = [ids.filter((id) => id % 2n === 1n), ids.filter((id) => id % 2n === 0n)]
  const inOrder = [...alike, ...numbered.toSorted((a, b) => (String(a) < String(b) ? -1 : 1))]
  for (const expected of [inOrder.filter((id) => id < 11n || id > 20n), inOrder]) {
    for (const limit of [1, 3, 10, 20, 100]) {
      const seen: bigint[] = []
      let pages = 0
      let after: Position | undefined
      do {
        const query = { where: {}, byText: { field: 'name', beginning: 'PET' }, after, limit }
        const page: Page = await storage.data.page(pets, query)
        seen.push(...idsOf(page))
        pages += 1
        after = page.next
      } while (after !== undefined)
      assert.deepEqual(seen, expected)
      assert.equal(pages, Math.ceil(expected.length / limit))
    }
    other.exec('DELETE FROM import_under_way')
  }
})

test('a key that another process revoked is read as revoked in the same turn', async (t) => {
  const { storage, other } = setUp(t)
  const revision = await storage.keys.revision()
  assert.equal((await namesOf(storage)).length, 0)
  other.exec("UPDATE settings SET value = value + 1 WHERE name = 'key_revision'")
  assert.equal(await storage.keys.revision(), revision + 1)
})

test('no read holds up the log of changes beyond its turn', async (t) => {
  const { storage, other } = setUp(t)
  await addPet(storage, pet('Rex'))
  assert.equal((await namesOf(storage)).length, 1)
  const checkpoint = other.prepare('PRAGMA wal_checkpoint(TRUNCATE)')
  assert.equal(checkpoint.get()?.['busy'], 0)
})
