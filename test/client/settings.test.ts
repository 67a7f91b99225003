import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { PetStore, type PetStoreOptions } from '../../client/src/index.ts'

/** The tests of a file run one after the other, in a process of their own. */
const set = (t: TestContext, variables: Readonly<Record<string, string>>): void => {
  for (const name of ['PETSTORE_API_KEY', 'PETSTORE_BASE_URL']) {
    const value = variables[name]
    if (value === undefined) delete process.env[name]
    else process.env[name] = value
    t.after(() => delete process.env[name])
  }
}

const refused = (options?: PetStoreOptions): string => {
  try {
    return `It took ${new PetStore(options).baseUrl}.`
  } catch (error) {
    assert.ok(error instanceof TypeError)
    return error.message
  }
}

test('key and address come from the variables of the process, unless the options give them', (t) => {
  const local = 'http://127.0.0.1:9/v1'
  set(t, { PETSTORE_API_KEY: 'pets_test_1', PETSTORE_BASE_URL: local })
  assert.equal(new PetStore().baseUrl, local)
  assert.equal(new PetStore({ apiKey: 'pets_live_1' }).baseUrl, local)
  assert.equal(
    new PetStore({ baseUrl: 'https://shop.example/v1/' }).baseUrl,
    'https://shop.example/v1',
  )
  assert.equal(new PetStore({ environment: 'production' }).baseUrl, 'http://127.0.0.1:8080/v1')
  set(t, { PETSTORE_API_KEY: 'pets_test_1', PETSTORE_BASE_URL: '' })
  assert.equal(new PetStore().baseUrl, 'http://127.0.0.1:8081/v1')
})

test('a missing key is a sentence that says where to put it', (t) => {
  const sentence = 'There is no API key: give apiKey, or set PETSTORE_API_KEY.'
  set(t, {})
  assert.equal(refused(), sentence)
  assert.equal(refused({ apiKey: '' }), sentence)
  set(t, { PETSTORE_API_KEY: '' })
  assert.equal(refused({}), sentence)
})

test('a base address without /v1 is a sentence that shows one with it', (t) => {
  const apiKey = 'pets_test_1'
  set(t, {})
  for (const baseUrl of ['http://127.0.0.1:8081', 'http://127.0.0.1:8081/']) {
    assert.equal(
      refused({ apiKey, baseUrl }),
      'baseUrl must end in /v1, like http://127.0.0.1:8081/v1; it is http://127.0.0.1:8081.',
    )
  }
  set(t, { PETSTORE_BASE_URL: 'https://shop.example/store' })
  assert.equal(
    refused({ apiKey }),
    'PETSTORE_BASE_URL must end in /v1, like https://shop.example/v1; it is https://shop.example/store.',
  )
  set(t, { PETSTORE_BASE_URL: 'nowhere' })
  assert.match(refused({ apiKey }), /^PETSTORE_BASE_URL must be an http or https URL/)
})

test('a key that names no environment goes nowhere unless the caller says where', (t) => {
  const apiKey = 'secret-of-a-gateway'
  set(t, {})
  assert.equal(
    refused({ apiKey }),
    'apiKey begins with neither pets_live_ nor pets_test_: check it, or give baseUrl.',
  )
  const baseUrl = 'https://shop.example/v1'
  assert.equal(new PetStore({ apiKey, baseUrl }).baseUrl, baseUrl)
  assert.equal(new PetStore({ apiKey, environment: 'staging' }).baseUrl, 'http://127.0.0.1:8081/v1')
  set(t, { PETSTORE_BASE_URL: baseUrl })
  assert.equal(new PetStore({ apiKey }).baseUrl, baseUrl)
})
