import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { TSchema } from 'typebox'
import type { Operation } from '../../src/kit/operation.ts'
import { operationsOf } from '../../src/kit/resource.ts'
import { isOptional } from '../../src/base/schema/type.ts'
import { petstore } from '../../src/resources/index.ts'
import { Pet } from '../../src/resources/pets/pet.ts'
import { startApp, type TestApp } from '../helpers/app.ts'
import { parseExactly } from '../helpers/exact-json.ts'
import type { Answer, Call } from '../helpers/http.ts'
import { addPets, placeOrder } from '../helpers/orders.ts'
import { addPhoto } from '../helpers/pictures.ts'
import { assertRefused } from '../helpers/refusal.ts'
import { addWebhook } from '../helpers/webhooks.ts'
import { wholeContact, wholeProfile } from '../helpers/whole-rows.ts'

/** A `PATCH` or `PUT` of each single field of each resource, by the schemas alone. */

type Row = Readonly<Record<string, unknown>>

/** Makes the row 1 of each resource, and the rows that it needs. */
const rows: Readonly<Record<string, (app: TestApp) => Promise<unknown>>> = {
  pets: async (app) => {
    const [, , , , ...further] = Object.keys(Pet.properties)
    const texts = Object.fromEntries(further.map((name) => [name, `A ${name}`]))
    await app.post('/pets', { name: 'Rex', categoryId: 3, ...texts })
  },
  orders: async (app) => {
    await addPets(app, 1)
    for (const name of ['Ada', 'Bea', 'Cid', 'Dot']) await app.post('/contacts', { name })
    await placeOrder(app, { petId: 1, contactId: 1, reference: 'walk-in 12' })
  },
  profiles: async (app) => {
    await addPets(app, 1)
    await app.patch('/pets/1/profile', wholeProfile)
  },
  photos: async (app) => {
    await addPets(app, 1)
    for (let n = 0; n < 4; n += 1) await addPhoto(app)
    await app.patch('/pets/1/photos/1', { alt: 'Rex' })
  },
  categories: async (app) => await app.put('/categories/1', { name: 'Dogs' }),
  contacts: async (app) => await app.post('/contacts', wholeContact),
  webhooks: async (app) => await addWebhook(app, { types: ['pet.updated'], description: 'Stock' }),
}

/** Values for a field, one of which the service takes if the row has another one now. */
const candidates = (schema: TSchema, now: unknown): readonly unknown[] => {
  const { type, format, enum: choices, items, examples } = schema as Record<string, unknown>
  const kind = Array.isArray(type) ? type[0] : type
  if (Array.isArray(choices)) return choices.filter((choice) => choice !== now && choice !== null)
  if (kind === 'array') return candidates(items as TSchema, undefined).map((item) => [item])
  if (kind === 'integer') return [4]
  if (format === 'date-time') return ['2026-11-22T12:00:00.000Z']
  if (kind === 'object') return [{ diet: 'hay' }]
  if (kind === 'string') return [`${String(now ?? (examples as unknown[])[0])}2`, '2021-02-03']
  throw new Error(`This test has no value of the type ${String(kind)}.`)
}

const start = async (t: TestContext, operation: Operation, resource: string) => {
  const app = await startApp(t)
  const make = rows[resource] ?? assert.fail(`These tests make no row of ${resource}.`)
  await make(app)
  const path = operation.path.replaceAll(/\{\w+\}/g, '1')
  const read = async () => {
    const { text, headers } = await app.call(path)
    const events = (await app.call('/events?limit=100')).text
    return {
      row: parseExactly(text) as Row,
      etag: headers.etag,
      events: parseExactly(events) as ReadonlyArray<{ readonly data: { previous?: Row } }>,
    }
  }
  const before = await read()
  /** A `PUT` has all fields. */
  const whole = operation.method === 'PUT' ? { ...before.row, id: undefined } : {}
  const change = async (fields: Row, headers: Call['headers'] = {}) => {
    const body = JSON.stringify({ ...whole, ...fields })
    const sent = { 'Content-Type': 'application/json', ...headers }
    return await app.call(path, { method: operation.method, body, headers: sent })
  }
  return { before, read, change }
}

/** What a resource may lack by its schema, and yet no client removes. */
const lasting = new Set(['expiresAt'])

const isLackable = ({ answers }: Operation, field: string): boolean => {
  const shown = answers[200]?.schema ?? {}
  return 'properties' in shown && isOptional(Reflect.get(Object(shown.properties), field) ?? {})
}

/** What changes the row that its path names. Keys are in no table of a resource; their own tests change each field. */
const changes = petstore.resources
  .filter(({ tables }) => tables !== undefined)
  .flatMap((resource) =>
    operationsOf({ resources: [resource] })
      .filter(({ method, params }) => params && (method === 'PATCH' || method === 'PUT'))
      .map((operation) => ({ resource, operation })),
  )

for (const { resource, operation } of changes) {
  const body = operation.body?.schema
  assert.ok(body !== undefined && 'properties' in body)
  for (const [field, schema] of Object.entries(body.properties)) {
    const what = `${operation.method} of the ${field} of ${resource.name}`
    const told = resource.tables?.find(({ events }) =>
      events?.types.some((type) => type.endsWith('.updated')),
    )
    /** What an event tells of the former value: nothing if it does not show the field. */
    const previousOf = (row: Row): Row =>
      field in (told?.events?.schema ?? told?.schema ?? { properties: {} }).properties
        ? { [field]: row[field] }
        : {}

    const isCleared = isOptional(schema) && !lasting.has(field) && isLackable(operation, field)
    const ofNull = isCleared ? 'is cleared by null' : 'takes no null'

    test(`${what} stores another value, nothing if it is the same, and ${ofNull}`, async (t) => {
      const { before, read, change } = await start(t, operation, resource.name)
      assert.ok(!isCleared || field in before.row, 'the row of this test lacks the field')
      let taken: { readonly value: unknown; readonly answer: Answer } | undefined
      for (const value of candidates(schema, before.row[field])) {
        const answer = await change({ [field]: value })
        if (answer.status !== 200) continue
        taken = { value, answer }
        break
      }
      assert.ok(taken !== undefined, 'no value is taken')
      const after = await read()
      assert.deepEqual(parseExactly(taken.answer.text), after.row)
      assert.equal(JSON.stringify(taken.value), jsonOf(after.row[field]))
      assert.equal(after.etag, taken.answer.headers.etag)
      assert.notEqual(after.etag, before.etag)
      if (told !== undefined) {
        assert.equal(after.events.length, before.events.length + 1)
        assert.deepEqual(after.events.at(-1)?.data.previous?.[field], previousOf(before.row)[field])
      }
      const again = await change({ [field]: taken.value })
      assert.deepEqual([again.status, again.text], [200, taken.answer.text])
      assert.equal(again.headers.etag, after.etag)
      assert.deepEqual(await read(), after)

      const type = { 'Content-Type': 'application/merge-patch+json; charset=utf-8' }
      const clear = async (): Promise<Answer> =>
        await change({ [field]: null }, operation.method === 'PATCH' ? type : {})
      const answer = await clear()
      const cleared = await read()
      if (!isCleared) {
        assertRefused(answer, 'invalid_body', new RegExp(`^${field} must be .*, not null\\.`))
        assert.deepEqual(cleared, after)
        return
      }
      assert.equal(answer.status, 200)
      assert.equal(field in cleared.row, false)
      assert.deepEqual(parseExactly(answer.text), cleared.row)
      assert.notEqual(cleared.etag, after.etag)
      if (told !== undefined) {
        assert.deepEqual(cleared.events.at(-1)?.data.previous ?? {}, previousOf(after.row))
      }
      assert.equal((await clear()).status, 200)
      assert.deepEqual(await read(), cleared)
    })
  }
}

/** The JSON of a value whose integers are small. */
const jsonOf = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? Number(each) : each))
