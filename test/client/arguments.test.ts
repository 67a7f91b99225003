import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type NewPet, PetStore } from '../../client/src/index.ts'

/** A client whose `fetch` counts what is sent, so that a test sees that nothing was. */
const clientThatCounts = () => {
  let sent = 0
  const store = new PetStore({
    apiKey: 'pets_test_any',
    fetch: () => {
      sent += 1
      return Promise.reject(new Error('Nothing should be sent.'))
    },
  })
  return { store, sent: () => sent }
}

const typeError = (message: string) => ({ name: 'TypeError', message })

test('an id that is text is shown as text, so that it does not look like a number', async () => {
  const { store, sent } = clientThatCounts()
  // JavaScript callers can pass any value.
  const newPet = { name: 'Rex', categoryId: '1' } as unknown as NewPet
  await assert.rejects(
    store.pets.create(newPet),
    typeError('categoryId must be a bigint or a safe integer, not the string "1".'),
  )
  await assert.rejects(
    store.pets.create({ name: 'Rex', categoryId: 1.5 }),
    typeError('categoryId must be a bigint or a safe integer, not 1.5.'),
  )
  assert.equal(sent(), 0)
})

test('a filter without a value is a TypeError, whichever list has it', async () => {
  const { store, sent } = clientThatCounts()
  await assert.rejects(store.pets.list({ id: [] }), typeError('id must have at least one value.'))
  await assert.rejects(
    store.orders.list({ status: [] }),
    typeError('status must have at least one value.'),
  )
  await assert.rejects(
    Array.fromAsync(store.orders.list({ petId: [] })),
    typeError('petId must have at least one value.'),
  )
  assert.equal(sent(), 0)
})

test('a Date that names no time is a TypeError, when an order is placed or changed', async () => {
  const { store, sent } = clientThatCounts()
  const expiresAt = new Date('tomorrow')
  const expected = typeError('expiresAt must be a valid Date.')
  await assert.rejects(store.orders.place({ petId: 1, expiresAt }), expected)
  await assert.rejects(store.orders.update(1, { expiresAt }), expected)
  assert.equal(sent(), 0)
})
