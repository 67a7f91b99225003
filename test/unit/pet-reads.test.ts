import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { int64 } from '../../src/base/int64.ts'
import { compileSerializer } from '../../src/base/schema/serializer.ts'
import { type NewPet, type Pet, Pets, petStatuses } from '../../src/resources/pets/pet.ts'
import { temporaryFolder } from '../helpers/app.ts'
import { addPet, openStorage, petPage } from '../helpers/storage.ts'

const newPet: fc.Arbitrary<NewPet> = fc.record({
  // A store may contain text that an older service accepted: any text without lone surrogates.
  name: fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }),
  categoryId: fc.bigInt({ min: int64.minimum, max: int64.maximum }),
  status: fc.constantFrom(...petStatuses),
})

test('a page is byte for byte what the serialiser of the schema writes', async (t) => {
  const storage = openStorage(join(temporaryFolder(t), 'staging.sqlite'))
  t.after(() => storage.close())
  const write = compileSerializer(Pets)
  const special = ['"', '\\', '/', '\u0000', '\u001f', '\u007f', '\u2028', '</script>', '🐈', 'é']
  const names = [...special, ...fc.sample(newPet, 300).map(({ name }) => name)]
  const categories = fc.sample(newPet, names.length)
  const stored: Pet[] = await Promise.all(
    names.map(async (name, at) => {
      const { categoryId = 0n, status = 'sold' } = categories[at] ?? {}
      return await addPet(storage, { name, categoryId, status })
    }),
  )
  for (const status of [undefined, ...petStatuses]) {
    const wanted = stored.filter((pet) => status === undefined || pet.status === status)
    for (const limit of [1, 7, 100]) {
      let after = 0n
      for (let from = 0; ; from += limit) {
        const { json, next } = await petPage(storage, { status, after, limit })
        const page = wanted.slice(from, from + limit)
        assert.equal(json, write(page))
        const last = from + limit < wanted.length ? page.at(-1)?.id : undefined
        assert.equal(next, last)
        if (next === undefined) break
        after = next
      }
    }
  }
})
