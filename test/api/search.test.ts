import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { everyScope } from '../../src/access/keys/scopes.ts'
import type { PetStatus } from '../../src/resources/pets/pet.ts'
import { startApp, type TestApp, testOf } from '../helpers/app.ts'
import { parseExactly } from '../helpers/exact-json.ts'
import { placeOrder } from '../helpers/orders.ts'
import { assertRefused } from '../helpers/refusal.ts'
import { addPet } from '../helpers/storage.ts'

const addPetNamed = async ({ storage }: TestApp, name: string, status: PetStatus = 'available') =>
  await addPet(storage, { name, categoryId: 1n, status })

const search = async (app: TestApp, query: string, scopes = everyScope): Promise<string> => {
  const key = await app.keyWith(...scopes)
  const answer = await app.call(`/search?${query}`, { key })
  assert.equal(answer.status, 200, answer.text)
  return answer.text
}

/** Like `pet 1` of each result. */
const found = async (...given: Parameters<typeof search>): Promise<readonly string[]> => {
  const results = parseExactly(await search(...given)) as ReadonlyArray<Record<string, unknown>>
  return results.map(({ kind, id }) => `${String(kind)} ${String(id)}`)
}

/** Two animals, an order for the first, and a category with the largest id. */
const it = testOf(async (t) => {
  const app = await startApp(t)
  await addPetNamed(app, 'Zoë')
  await addPetNamed(app, 'Zoe the Cat', 'sold')
  await placeOrder(app, { petId: 1, reference: 'for zoe' })
  await placeOrder(app, { petId: 2 })
  await app.put('/categories/9223372036854775807', { name: 'Zoé-Cats' })
  return app
})

it('a search finds animals, orders and categories, and says what each is', async (app) => {
  assert.equal(
    await search(app, 'q=zoe'),
    `[${[
      '{"kind":"pet","id":1,"title":"Zoë","detail":"pending","petId":1}',
      '{"kind":"category","id":9223372036854775807,"title":"Zoé-Cats"}',
      '{"kind":"pet","id":2,"title":"Zoe the Cat","detail":"sold","petId":2}',
      '{"kind":"order","id":1,"title":"for zoe","detail":"placed","petId":1}',
    ].join()}]`,
  )
  const cats = ['category 9223372036854775807', 'pet 2']
  assert.deepEqual(await found(app, 'q=CAT+zoe&kind=category,pet'), cats)
  assert.deepEqual(await found(app, 'q=zoe&limit=1'), ['pet 1'])
  for (const q of ['1', '%231']) {
    assert.deepEqual(await found(app, `q=${q}`), ['pet 1', 'order 1'])
  }
  for (const q of ['9223372036854775807', '9223372036854775808', '99999999999999999999']) {
    assert.equal(await search(app, `q=${q}&kind=pet`), '[]')
  }
  await app.put('/categories/7', { name: 'Zoë' })
  assert.deepEqual(await found(app, 'q=zoe&limit=2'), ['pet 1', 'category 7'])
})

it('a search shows nothing that the key may not read', async (app) => {
  const pets = ['pets:read', 'events:read'] as const
  const orders = ['orders:read', 'pets:write'] as const
  const readable = ['pet 1', 'category 9223372036854775807', 'pet 2']
  assert.deepEqual(await found(app, 'q=zoe&limit=4', pets), readable)
  assert.deepEqual(await found(app, 'q=zoe', orders), ['order 1'])
  assert.deepEqual(await found(app, 'q=1', orders), ['order 1'])
  const key = await app.keyWith(...orders)
  const refused = await app.call('/search?q=zoe&kind=order,pet', { key })
  assertRefused(refused, 'insufficient_scope', /^The kind pet needs the scope pets:read, /)
})

it('an animal is found by what its profile says, until it says something else', async (app) => {
  const patch = (body: object) => app.patch('/pets/2/profile', body)
  await patch({ breed: 'Tabby', colour: 'grey', chip: '985112345678901', facts: { diet: 'fish' } })
  const zoe = '[{"kind":"pet","id":2,"title":"Zoe the Cat","detail":"sold","petId":2}]'
  for (const q of ['grey tabby', 'TABBY gr', '985 112 345 678 901', '5678', 'fish', 'grey+zoe']) {
    assert.equal(await search(app, `q=${q}&kind=pet`), zoe, q)
  }
  assert.deepEqual(await found(app, 'q=diet&kind=pet'), [])
  await patch({ breed: null, colour: 'red' })
  assert.deepEqual(await found(app, 'q=tabby'), [])
  assert.deepEqual(await found(app, 'q=red'), ['pet 2'])
})

it('a contact is found by name, mail and the digits of the phone, until it is erased', async (app) => {
  const body = { name: 'Zoë Núñez', phone: '+44 (20) 7946-0958', email: 'zn@example.com' }
  await app.post('/contacts', body)
  const contact = { kind: 'contact', id: 1, title: body.name, detail: body.phone }
  const numbers = ['207946', '%2B44 207 946 0958', '20 79 46']
  for (const q of ['nunez', 'zn@example.com', 'example', ...numbers]) {
    assert.deepEqual(await app.json(`/search?q=${q}`), [contact], q)
  }
  assert.deepEqual(await found(app, 'q=zoe', ['contacts:read']), ['contact 1'])
  assert.deepEqual(await found(app, 'q=nunez', ['pets:read', 'orders:read']), [])
  await app.remove('/contacts/1')
  assert.deepEqual(await found(app, 'q=nunez', ['contacts:read']), [])
})

/** Characters, and what each is to a search: letters without marks and small, and the space between words. */
const letters = {
  a: 'a',
  A: 'a',
  á: 'a',
  b: 'b',
  'B\u0301': 'b',
  ł: 'l',
  ß: 'ss',
  日: '日',
  1: '1',
}
const others = { "'": '', '-': ' ', '"': ' ', '%': ' ', _: ' ', ' ': ' ' }
const characters = Object.entries({ ...letters, ...others })

type Text = { readonly text: string; readonly words: readonly string[] }

const texts = fc
  .array(fc.constantFrom(...characters), { minLength: 1, maxLength: 6 })
  .map((all): Text => {
    const folded = all.map(([, plain]) => plain).join('')
    return { text: all.map(([raw]) => raw).join(''), words: folded.split(' ').filter(Boolean) }
  })
  .filter(({ text }) => text.trim() !== '')

/** The model: how well a title fits, the least best; undefined if it does not. */
const rankOf = ({ words: title }: Text, { words }: Text): number | undefined => {
  const [whole, wanted] = [title.join(' '), words.join(' ')]
  if (whole === wanted) return 1
  if (whole.startsWith(wanted)) return 2
  const isIn = (word: string): boolean => {
    if (word.length > 2) return title.some((one) => one.includes(word))
    return title.some((one) => (word.length === 2 ? one.startsWith(word) : one === word))
  }
  return words.every(isIn) ? 3 : undefined
}

test('a search finds exactly the names that a model of it finds, in its order', async (t) => {
  const app = await startApp(t)
  const all: Array<Text & { readonly id: number }> = []
  const property = fc.asyncProperty(
    fc.array(texts, { maxLength: 4 }),
    texts,
    async (added, query) => {
      for (const each of added) {
        const { id } = await addPetNamed(app, each.text)
        all.push({ ...each, id: Number(id) })
      }
      // The model knows no ids.
      fc.pre(!/^1+$/.test(query.text) && !/^[1 ]+$/.test(query.words.join(' ')))
      const wanted = all
        .flatMap((each) => {
          const rank = query.words.length === 0 ? undefined : rankOf(each, query)
          return rank === undefined ? [] : { rank, id: each.id }
        })
        .toSorted((one, other) => one.rank - other.rank || other.id - one.id)
        .slice(0, 50)
        .map(({ id }) => `pet ${id}`)
      const results = await found(app, `limit=50&q=${encodeURIComponent(query.text)}`)
      assert.deepEqual(results, wanted)
    },
  )
  await fc.assert(property, { numRuns: 100 })
})

it('a note is found by its text, until what it is about is gone, by keys that may read notes', async (app) => {
  await app.post('/contacts', { name: 'Jo' })
  for (const note of [
    { petId: 1, text: 'Shy of geese.\nSee vet.' },
    { contactId: 1, text: 'Has geese.' },
    { orderId: 1, text: 'No geese!' },
    { about: 'store', text: 'Geese: no' },
  ]) {
    await app.post('/notes', note)
  }
  assert.equal(
    await search(app, 'q=geese&kind=note'),
    `[${[
      '{"kind":"note","id":4,"title":"Geese: no"}',
      '{"kind":"note","id":3,"title":"No geese!","orderId":1}',
      '{"kind":"note","id":2,"title":"Has geese.","contactId":1}',
      '{"kind":"note","id":1,"title":"Shy of geese.\\nSee vet.","petId":1}',
    ].join()}]`,
  )
  assert.deepEqual(await found(app, 'q=shy+geese', ['notes:read']), ['note 1'])
  assert.deepEqual(await found(app, 'q=geese', ['pets:read', 'orders:read']), [])
  const { key } = await app.addKey('free')
  const refused = await app.call('/search?q=a&kind=note', { key })
  assertRefused(refused, 'insufficient_scope', /notes:read/)
  await app.remove('/contacts/1')
  assert.deepEqual(await found(app, 'q=has+geese'), [])
})
