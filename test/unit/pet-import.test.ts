import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import type { Position } from '../../src/base/data/store.ts'
import type { NewPet } from '../../src/resources/pets/pet.ts'
import { pets } from '../../src/resources/pets/table.ts'
import type { Storage } from '../../src/store/port.ts'
import { act } from '../helpers/act.ts'
import { temporaryFolder } from '../helpers/app.ts'
import { exactPets } from '../helpers/exact-json.ts'
import { addPet, openStorage, petOf, petPage } from '../helpers/storage.ts'

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
    const page = await petPage(storage, { status, after, limit: 7 })
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
    const first = await petOf(service, 11n)
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
  assert.deepEqual(await petOf(storage, 1n), undefined)
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
