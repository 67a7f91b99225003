import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BarePetStore, PetStore, verifyWebhook } from '../../client/src/index.ts'

let sent = 0
const store = new PetStore({
  apiKey: 'pets_test_any',
  fetch: () => {
    sent += 1
    return Promise.reject(new Error('Nothing should be sent.'))
  },
})

/** JavaScript callers can pass any value. */
const any = (value: unknown): never => value as never
const apiKey = 'pets_test_any'
const expiresAt = new Date('tomorrow')

for (const [call, message, name = 'TypeError'] of [
  // Shown as text, so that it does not look like a number.
  [
    () => store.pets.create({ name: 'Rex', categoryId: any('1') }),
    'categoryId must be a bigint or a safe integer, not the string "1".',
  ],
  [
    () => store.pets.create({ name: 'Rex', categoryId: 1.5 }),
    'categoryId must be a bigint or a safe integer, not 1.5.',
  ],
  [() => store.pets.list({ id: [] }), 'id must have at least one value.'],
  [() => store.orders.list({ status: [] }), 'status must have at least one value.'],
  [() => Array.fromAsync(store.orders.list({ petId: [] })), 'petId must have at least one value.'],
  [() => Array.fromAsync(store.events({ types: [] })), 'type must have at least one value.'],
  [
    () => Array.fromAsync(store.events({ after: 2 ** 53 })),
    'after must be a bigint or a safe integer, not 9007199254740992.',
  ],
  [() => store.events({ follow: true, sort: '-id' }), 'follow goes without sort and until.'],
  [() => store.orders.place({ petId: 1, expiresAt }), 'expiresAt must be a valid Date.'],
  [() => store.orders.update(1, { expiresAt }), 'expiresAt must be a valid Date.'],
  [
    () => store.pets.find(1, { timeout: 0 }),
    'timeout must be from 1 to 2147483647, not 0.',
    'RangeError',
  ],
  [() => new PetStore(any({ apiKey, retry: 3 })), 'There is no option retry.'],
  [() => new BarePetStore(any({ apiKey, retries: 3 })), 'There is no option retries.'],
  [() => store.pets.delete(1, any({ ifmatch: '"1"' })), 'There is no option ifmatch.'],
  [
    () => store.mirror(any({ load: () => undefined, save: () => {}, onSave: () => {} })),
    'There is no option onSave.',
  ],
  [() => verifyWebhook([], {}, '', any({ tolerence: 60 })), 'There is no option tolerence.'],
] as ReadonlyArray<readonly [call: () => unknown, message: string, name?: string]>) {
  test(`what cannot be sent is refused before anything is sent: ${message}`, async () => {
    await assert.rejects(async () => await call(), { name, message })
    assert.equal(sent, 0)
  })
}
