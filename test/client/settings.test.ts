import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { BarePetStore, PetStore, verifyWebhook } from '../../client/src/index.ts'

/** The tests of a file run one after the other, in a process of their own. */
const set = (t: TestContext, variables: Readonly<Record<string, string>>): void => {
  for (const name of ['PETSTORE_API_KEY', 'PETSTORE_BASE_URL']) {
    const value = variables[name]
    if (value === undefined) delete process.env[name]
    else process.env[name] = value
    t.after(() => delete process.env[name])
  }
}

const local = 'http://127.0.0.1:9/v1'
const shop = 'https://shop.example/v1'
const [production, staging] = ['http://127.0.0.1:8080/v1', 'http://127.0.0.1:8081/v1']
const given = { PETSTORE_API_KEY: 'pets_test_1', PETSTORE_BASE_URL: local }
const gateway = 'secret-of-a-gateway'

for (const [what, variables, options, address] of [
  ['the variables of the process', given, undefined, local],
  ['the variables, though it has another key', given, { apiKey: 'pets_live_1' }, local],
  ['its option', given, { baseUrl: `${shop}/` }, shop],
  ['its environment', given, { environment: 'production' }, production],
  ['the environment that its key is of', { ...given, PETSTORE_BASE_URL: '' }, undefined, staging],
  ['the environment that its option of a key is of', {}, { apiKey: 'pets_live_1' }, production],
  ['the environment of a foreign key', {}, { apiKey: gateway, environment: 'staging' }, staging],
  ['the address for a foreign key', {}, { apiKey: gateway, baseUrl: shop }, shop],
  ['the variable for a foreign key', { PETSTORE_BASE_URL: shop }, { apiKey: gateway }, shop],
] as const) {
  test(`a client goes to ${what}`, (t) => {
    set(t, variables)
    assert.equal(new PetStore(options).baseUrl, address)
  })
}

const noKey = 'Give apiKey, or set PETSTORE_API_KEY.'
const apiKey = 'pets_test_1'
for (const [what, variables, options, sentence] of [
  ['no key', {}, undefined, noKey],
  ['an empty key', {}, { apiKey: '' }, noKey],
  ['an empty variable for the key', { PETSTORE_API_KEY: '' }, {}, noKey],
  ...['http://127.0.0.1:8081', 'http://127.0.0.1:8081/'].map(
    (baseUrl) =>
      [
        `the address ${baseUrl}`,
        {},
        { apiKey, baseUrl },
        'baseUrl must end in /v1, like http://127.0.0.1:8081/v1; it is http://127.0.0.1:8081.',
      ] as const,
  ),
  [
    'a variable without /v1',
    { PETSTORE_BASE_URL: 'https://shop.example/store' },
    { apiKey },
    'PETSTORE_BASE_URL must end in /v1, like https://shop.example/v1; it is https://shop.example/store.',
  ],
  [
    'a variable that is no address',
    { PETSTORE_BASE_URL: 'nowhere' },
    { apiKey },
    /^PETSTORE_BASE_URL must be an http or https URL/,
  ],
  [
    'a key that names no environment',
    {},
    { apiKey: gateway },
    'apiKey begins with neither pets_live_ nor pets_test_: check it, or give baseUrl.',
  ],
  [
    'an address and an environment',
    {},
    { apiKey, environment: 'staging', baseUrl: shop },
    /not both/,
  ],
  ['no address', {}, { apiKey, baseUrl: '' }, /^baseUrl must/],
  ['an address of files', {}, { apiKey, baseUrl: 'ftp://a/v1' }, /^baseUrl must/],
  ['an address with a password', {}, { apiKey, baseUrl: 'http://me:secret@a/v1' }, /^(?!.*secret)/],
] as const) {
  test(`a client refuses ${what} in a sentence`, (t) => {
    set(t, variables)
    assert.throws(() => new PetStore(options), { name: 'TypeError', message: sentence })
  })
}

test('a client refuses numbers that it cannot keep to', () => {
  for (const wrong of [{ timeout: 0 }, { retries: -1 }, { attemptTimeout: Number.NaN }]) {
    assert.throws(() => new PetStore({ apiKey, ...wrong }), RangeError)
  }
})

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
  [() => store.events({ follow: true, sort: '-id' }), 'follow takes neither sort nor until.'],
  [() => store.orders.place({ petId: 1, expiresAt }), 'expiresAt must be a valid Date.'],
  [() => store.orders.update(1, { expiresAt }), 'expiresAt must be a valid Date.'],
  [
    () => store.pets.find(1, { timeout: 0 }),
    'timeout must be from 1 to 2147483647, not 0.',
    'RangeError',
  ],
  [() => new PetStore(any({ apiKey, retry: 3 })), 'Unknown option: retry.'],
  [() => new BarePetStore(any({ apiKey, retries: 3 })), 'Unknown option: retries.'],
  [() => store.pets.delete(1, any({ ifmatch: '"1"' })), 'Unknown option: ifmatch.'],
  [
    () => store.mirror(any({ load: () => undefined, save: () => {}, onSave: () => {} })),
    'Unknown option: onSave.',
  ],
  [() => verifyWebhook([], {}, '', any({ tolerence: 60 })), 'Unknown option: tolerence.'],
] as ReadonlyArray<readonly [call: () => unknown, message: string, name?: string]>) {
  test(`what cannot be sent is refused before anything is sent: ${message}`, async () => {
    await assert.rejects(async () => await call(), { name, message })
    assert.equal(sent, 0)
  })
}
