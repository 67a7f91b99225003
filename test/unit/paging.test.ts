import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import type { Refusal } from '../../src/base/errors/api-error.ts'
import type { Position } from '../../src/base/data/store.ts'
import { linksUnder } from '../../src/kit/links.ts'
import { cursorsOf, type PagedQuery, pagingOf } from '../../src/kit/paging.ts'
import { petstore } from '../../src/resources/index.ts'
import { int64 } from '../../src/base/int64.ts'
import { petStatuses } from '../../src/resources/pets/pet.ts'

const base = 'https://store.example/v1'
const cursors = cursorsOf(new Uint8Array(32).fill(7))
/** The pages of an operation. */
const of = (wanted: string) => {
  const operations = petstore.resources.flatMap((resource) => resource.operations)
  const operation = operations.find(({ id }) => id === wanted) ?? assert.fail(wanted)
  return pagingOf(operation, cursors, linksUnder(base))
}
const [animals, categories] = [of('listPets'), of('listCategories')]

/** A query with the cursor of a list that is spelled so. */
const at = (list: string, query: PagedQuery = {}, after: Position = 12n): PagedQuery => ({
  ...query,
  limit: 2,
  cursor: cursors.make(after, list),
})
const messageOf = (start: Position | undefined | Refusal): string =>
  typeof start === 'object' && 'message' in start ? start.message : assert.fail('That was taken.')

test('a list is known by its filters, as clients hold them in cursors', () => {
  for (const [list, query, inUrl] of [
    ['', {}, ''],
    ['sold', { status: 'sold' }, '&status=sold'],
    ['&sort=-id', { sort: '-id' }, '&sort=-id'],
    ['sold&categoryId=3', { status: 'sold', categoryId: 3n }, '&status=sold&categoryId=3'],
  ] as const) {
    assert.equal(animals.start(at(list, query), {}), 12n, list)
    const first = `${base}/pets?limit=2${inUrl}`
    const shown = { ...query, limit: 2 }
    assert.equal(animals.links(shown, {}, undefined), `<${first}>; rel="first"`)
    assert.equal(
      animals.links(shown, {}, 12n),
      `<${first}>; rel="first", <${first}&cursor=${cursors.make(12n, list)}>; rel="next"`,
    )
  }
  const named = { id: 7n, text: 'rex' }
  assert.deepEqual(animals.start(at('&name=re', { name: 're' }, named), {}), named)
  assert.equal(categories.start(at('/categories?'), {}), 12n)
})

test('a cursor of another list is refused with the filters that it has to share', () => {
  assert.match(messageOf(animals.start(at('&status=sold'), {})), /same filters \(status, .*sort/)
  assert.match(messageOf(animals.start(at('sold', { status: 'pending' }), {})), /same filters/)
  assert.match(messageOf(categories.start(at(''), {})), /does not belong to this list;/)
})

test('filters that are too long for a cursor are an error', () => {
  const long = 32 * 1_024
  assert.throws(() => cursors.make(1n, 'x'.repeat(long)), RangeError)
  const list = 'x'.repeat(long - 3)
  assert.equal(cursors.read(cursors.make(1n, list), list), 1n)
})

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
  for (let place = 0; place < cursor.length; place += 1) {
    for (const character of ['A', 'Q', 'g', 'w', '0', '_', '-']) {
      if (character === cursor[place]) continue
      const forged = cursor.slice(0, place) + character + cursor.slice(place + 1)
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
