import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventSchemas } from '../../src/resources/events/event.ts'
import { eventTypes, typesOf } from '../../src/resources/events/types.ts'
import { contents } from '../../src/resources/index.ts'

test('every type that a table writes is described, and no other that is not of a key', () => {
  const written = contents.tables.flatMap(({ events }) =>
    events === undefined ? [] : [...events.types, ...(events.imported ? [events.imported] : [])],
  )
  const own = [...typesOf.threshold, ...typesOf.ban, ...typesOf.expiry, ...typesOf.key]
  assert.deepEqual([...written, ...own].toSorted(), eventTypes.toSorted())
})

test('each type is in one schema', () => {
  const described = eventSchemas.flatMap(
    ({ properties: { type } }) => (type as { readonly enum?: readonly string[] }).enum ?? [],
  )
  assert.deepEqual(described.toSorted(), eventTypes.toSorted())
})
