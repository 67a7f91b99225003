import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import type { Position } from '../../src/data/store.ts'
import type { NewPet } from '../../src/pets/pet.ts'
import { pets } from '../../src/pets/table.ts'
import type { Storage } from '../../src/storage/port.ts'
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
  await store.add(
    Array.from({ length: 2_500 }, (_, n) => pet('new', n % 2 === 0 ? 'sold' : 'pending')),
  )

  const old = Array.from({ length: 10 }, (_, n) => `old ${n + 1}`)
  const late: string[] = []
  const during: Array<Promise<void>> = []
  const look = async (): Promise<void> => {
    late.push(`late ${late.length + 1}`)
    const created = await addPet(service, pet(late.at(-1) ?? ''))
    assert.ok(created.id > 2_510n, 'an id behind those of the import')
    assert.deepEqual(await namesOf(service), [...old, ...late])
    assert.deepEqual(await namesOf(service, 'available'), [...old, ...late])
    assert.deepEqual(await namesOf(service, 'sold'), [])
    assert.equal(await petOf(service, 11n), undefined)
    assert.equal(await service.bulk.count(pets), 10 + late.length)
    const batches = await Array.fromAsync(service.bulk.all(pets))
    assert.equal(batches.flat().length, 10 + late.length)
  }
  const imported = await store.commit(
    () => act.at,
    () => during.push(look()),
  )
  await store.end()
  await Promise.all(during)

  // A service polls four times a second for changes of other processes.
  await service.poll()
  assert.equal(during.length, 3)
  assert.deepEqual(imported.ids, { first: 11n, last: 2_510n })
  const all = await namesOf(service)
  assert.deepEqual(all, [...old, ...Array<string>(2_500).fill('new'), ...late])
  assert.equal((await namesOf(service, 'sold')).length, 1_250)
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
