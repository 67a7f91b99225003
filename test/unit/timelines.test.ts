import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeTimelines } from '../../src/store/postgres/timelines.ts'

const a = { host: 'a', port: 5_432 }
const b = { host: 'b', port: 5_432 }

const setUp = () => {
  let now = 0
  const timelines = makeTimelines(() => now)
  /** A connection to a server. */
  const connection = () => {
    const made = { isOpen: true, cut: () => void (made.isOpen = false) }
    return made
  }
  return { timelines, connection, pass: (milliseconds: number) => void (now += milliseconds) }
}

test('connections to a primary are cut once another server is the primary of a higher timeline', () => {
  const { timelines, connection } = setUp()
  const old = connection()
  assert.ok(timelines.admit(a, old, 5))
  timelines.note(b, undefined)
  assert.ok(old.isOpen)
  timelines.note(b, 6)
  assert.equal(old.isOpen, false)
  assert.equal(timelines.admit(a, connection(), 5), false)
  assert.ok(timelines.admit(b, connection(), 6))
})

test('a primary is used again once the server that was promoted in its place has given up', () => {
  const { timelines, connection } = setUp()
  timelines.note(b, 6)
  assert.equal(timelines.admit(a, connection(), 5), false)
  // The promoted server is a standby again.
  timelines.note(b, undefined)
  assert.ok(timelines.admit(a, connection(), 5))
})

test('the word of a primary that does not answer any more holds for half a minute', () => {
  const { timelines, connection, pass } = setUp()
  timelines.note(b, 6)
  pass(29_000)
  assert.equal(timelines.admit(a, connection(), 5), false)
  pass(2_000)
  assert.ok(timelines.admit(a, connection(), 5))
})
