import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { int64 } from '../../src/base/int64.ts'
import { cursorsOf } from '../../src/kit/paging.ts'
import { petStatuses } from '../../src/resources/pets/pet.ts'

const cursors = cursorsOf(new Uint8Array(32).fill(7))
const statuses = [undefined, ...petStatuses]

test('a cursor reads back as what it was made of, whatever the id and the status', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: int64.minimum, max: int64.maximum }),
      fc.constantFrom(...statuses),
      (after, status) => {
        const cursor = cursors.make(after, status ?? '')
        assert.match(cursor, /^[A-Za-z0-9_-]{24}$/, 'it needs no escaping in a URL')
        assert.equal(cursors.read(cursor, status ?? ''), after)
      },
    ),
  )
})

test('cursors that clients hold from before stay good', () => {
  for (const [cursor, after, status] of [
    ['AAAAAAAAAAzhivm1qPboJaaL', 12n, 'sold'],
    ['f_________9Yd-3Ld5EtYcmC', int64.maximum, ''],
    ['__________tJsNkUH-ciJmhN', -5n, 'available'],
  ] as const) {
    assert.equal(cursors.read(cursor, status ?? ''), after)
    assert.equal(cursors.make(after, status ?? ''), cursor)
  }
})

test('a cursor of another store, or with any one character changed, is invalid', () => {
  const others = cursorsOf(new Uint8Array(32).fill(8))
  assert.equal(cursors.read(others.make(12n, ''), ''), undefined)
  const cursor = cursors.make(12n, 'sold')
  for (let at = 0; at < cursor.length; at += 1) {
    for (const character of ['A', 'Q', 'g', 'w', '0', '_', '-']) {
      if (character === cursor[at]) continue
      const forged = cursor.slice(0, at) + character + cursor.slice(at + 1)
      assert.equal(cursors.read(forged, 'sold'), undefined, forged)
    }
  }
})

test('text of any kind, and another spelling of the same bytes, is read as no cursor', () => {
  const made = Array.from({ length: 64 }, (_, n) => cursors.make(BigInt(n), ''))
  const [cursor = '', ...others] = made
  const minus = others.find((each) => each.includes('-')) ?? assert.fail()
  const line = others.find((each) => each.includes('_')) ?? assert.fail()
  const named = cursors.make({ id: 12n, text: 'rex' }, '')
  assert.deepEqual(cursors.read(named, ''), { id: 12n, text: 'rex' })
  for (const text of [
    '',
    ' ',
    'A'.repeat(24),
    cursor.slice(1),
    '🐈',
    // A lenient decoder takes these for the cursors that they were made from.
    minus.replace('-', '+'),
    line.replace('_', '/'),
    `${cursor}=`,
    `${cursor}A`,
    `${named}=`,
    `${named}A`,
    `${named.slice(0, 24)} ${named.slice(24)}`,
  ]) {
    assert.equal(cursors.read(text, ''), undefined, text)
  }
  fc.assert(fc.property(fc.string(), (text) => cursors.read(text, '') === undefined))
})
