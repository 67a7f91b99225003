import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { encode } from 'uqr'
import { parseExact } from '../../client/src/exact-json.ts'
import { differences, merge } from '../../console/src/animals/form-values.ts'
import type { Fields } from '../../console/src/model/fields.ts'
import { categoryId, nearName } from '../../console/src/categories/category-id.ts'
import { readInt64 } from '../../console/src/core/int64.ts'
import { readItem, writeItem } from '../../console/src/core/tab-storage.ts'
import { withoutEchoes } from '../../console/src/model/animals.ts'
import { spanText, timeText } from '../../console/src/core/time.ts'
import { qrCode } from '../../console/src/parts/qr-code.ts'
import { iconNames } from '../../console/src/parts/icon-names.ts'
import { callOf, storeCall } from '../../console/src/requests/call.ts'
import { codeOf, literal } from '../../console/src/requests/copy-as.ts'
import { restInterval } from '../../console/src/requests/rest.ts'

const largest = 9_223_372_036_854_775_807n
const base: Fields = { name: 'Rex', categoryId: 3n, status: 'available' }

test('changes of different fields are merged, and only a field that both changed is a conflict', () => {
  const mine: Fields = { ...base, name: 'Rexy' }
  assert.deepEqual(merge(base, mine, { ...base, categoryId: 7n }), {
    merged: { name: 'Rexy', categoryId: 7n, status: 'available' },
    conflicts: [],
    alsoChanged: ['categoryId'],
  })
  assert.deepEqual(merge(base, mine, { ...base, name: 'Max', status: 'sold' }), {
    merged: { name: 'Rexy', categoryId: 3n, status: 'sold' },
    conflicts: ['name'],
    alsoChanged: ['status'],
  })
  // The answer to this very change was lost, so there is nothing to decide.
  assert.deepEqual(merge(base, mine, mine), { merged: mine, conflicts: [], alsoChanged: [] })
  assert.deepEqual(differences(base, mine), { name: 'Rexy' })
})

test('a category is found by its name in any case of letters, or is a number, exact in every digit', () => {
  const named = [{ id: 3n, name: 'Dogs' }]
  assert.equal(categoryId(' dogs ', named), 3n)
  assert.equal(categoryId(String(largest), named), largest)
  assert.equal(categoryId('Hamstrs', named), undefined)
  // One or several, unless that fits two of them.
  const more = [
    ...named,
    { id: 4n, name: 'Bunny' },
    { id: 5n, name: 'Fox' },
    { id: 6n, name: 'Foxes' },
    { id: 8n, name: 'Vögel' },
  ]
  assert.deepEqual(
    ['dog', 'BUNNIES', 'fox', 'foxs', 'cat', 'vogel'].map((text) => categoryId(text, more)),
    [3n, 4n, 5n, 5n, undefined, 8n],
  )
  // A misspelt word is a question, unless it may mean several.
  assert.deepEqual(
    ['Dogz', 'bunnie', 'Hamster', 'Foxy', 'Do'].map((text) => nearName(text, more)),
    ['Dogs', 'Bunny', undefined, undefined, undefined],
  )
  assert.equal(readInt64(' -9223372036854775808 '), -(2n ** 63n))
  for (const text of ['9223372036854775808', '1.5', '', '17a', '１７']) {
    assert.equal(readInt64(text), undefined, text)
  }
})

test('spans and times are rounded to what matters, in the locale of the visitor', () => {
  const spans = [0, 34_001, 25 * 60_000, 5 * 3_600_000 + 12 * 60_000, 50 * 3_600_000]
  assert.deepEqual(spans.map(spanText), ['0 s', '35 s', '25 min', '5 h 12 min', '2 days'])
  const now = new Date(2026, 10, 22, 10, 0).getTime()
  const at = (day: number, hour: number): string =>
    timeText(new Date(2026, 10, day, hour, 30).getTime(), now, 'en-GB')
  assert.deepEqual(
    [at(22, 14), at(23, 14), at(21, 14), at(26, 14)],
    ['14:30', 'tomorrow 14:30', 'yesterday 14:30', 'Thu 14:30'],
  )
  assert.equal(timeText(new Date(2027, 0, 3, 9, 5).getTime(), now, 'en-GB'), '3 Jan 2027 09:05')
})

test('a call is shown as curl and as TypeScript: exact, quoted for the shell, and without a key', async () => {
  const call = callOf(
    'pets',
    'update',
    largest,
    { name: "O'Malley $(date)", categoryId: -1n },
    { ifMatch: '"1-2"' },
  )
  const { curl, typescript } = codeOf(call, 'http://127.0.0.1:8080/v1', true)
  assert.equal(
    // In a browser the client leaves this header alone.
    curl.replace(/ {2}-H 'User-Agent: .*\n/, ''),
    [
      '# changes production',
      `curl -X PATCH 'http://127.0.0.1:8080/v1/pets/${largest}' \\`,
      `  -H 'Accept: application/json' \\`,
      `  -H "Authorization: Bearer $PETSTORE_API_KEY" \\`,
      `  -H 'Content-Type: application/merge-patch+json' \\`,
      `  -H 'If-Match: "1-2"' \\`,
      `  -d '{"name":"O'\\''Malley $(date)","categoryId":-1}'`,
    ].join('\n'),
  )
  assert.ok(typescript.startsWith('// changes production\nimport { PetStore }'))
  assert.ok(
    typescript.endsWith(
      `store.pets.update(${largest}n, { name: 'O\\'Malley $(date)', categoryId: -1n }, { ifMatch: '"1-2"' })`,
    ),
  )
  const read = codeOf(callOf('orders', 'inventory'), 'http://127.0.0.1:8080/v1', true)
  assert.ok(!read.curl.includes('changes production'))
  const since = { types: 'pet.created', after: 17n } as const
  const log = codeOf(storeCall('events', since), 'http://127.0.0.1:8080/v1', true)
  assert.ok(log.curl.includes("'http://127.0.0.1:8080/v1/events?after=17&type=pet.created'"))
  assert.ok(log.typescript.endsWith("await store.events({ types: 'pet.created', after: 17n })"))
  assert.equal(literal(new Date(0)), "new Date('1970-01-01T00:00:00.000Z')")
  assert.equal(literal(String.raw`a\b"c`), String.raw`'a\\b"c'`)
  assert.equal(literal("it's\na line"), String.raw`'it\'s\na line'`)
})

test('a screen at rest takes a quarter of what is left of the day, and nothing if little is left', () => {
  const quota = (remaining: number) => [{ name: 'day', remaining, resetAfter: 24 * 3_600 }]
  assert.equal(restInterval([]), 15_000)
  assert.equal(restInterval(quota(100_000)), 15_000)
  assert.equal(restInterval(quota(1_000)), 115_200)
  assert.equal(restInterval(quota(60)), 600_000)
  assert.equal(restInterval(quota(50)), undefined)
})

test('each picture has a shape in the style, and no shape is left over', () => {
  const style = new URL('../../console/src/style/icons.css', import.meta.url)
  const shapes = readFileSync(style, 'utf8').matchAll(/^\.icon-(\w+) \{\n {2}clip-path: path/gm)
  assert.deepEqual(
    [...shapes].map(([, name]) => name),
    iconNames,
  )
})

test('what the tab keeps comes back as it was: an animal digit for digit, and typed text as text, whatever it looks like', () => {
  const text = `{"id":${largest},"name":"Rex","categoryId":3,"status":"available"}`
  const pet = { id: largest, name: 'Rex', categoryId: 3n, status: 'available' }
  for (const name of ['int64:5', 'int64:', 'int64:int64:-5', 'int64: Rex', '5', '\u00015']) {
    const draft = { seen: { etag: '"1"' }, values: { name }, at: 5 }
    writeItem('draft', { ...draft, pet: parseExact(text) })
    assert.deepEqual(readItem('draft'), { ...draft, pet })
  }
  writeItem('draft', undefined)
  assert.equal(readItem('draft'), undefined)
})

test('the history of an animal leaves out only the change of status that follows from an order', () => {
  const order = { order: {}, previous: { status: 'approved' } }
  const events = [
    { id: 9n, type: 'pet.updated', data: { pet: {}, previous: { status: 'sold', name: 'Rex' } } },
    { id: 8n, type: 'order.delivered', data: order },
    { id: 6n, type: 'pet.updated', data: { pet: {}, previous: { status: 'available' } } },
    { id: 5n, type: 'order.placed', data: order },
    { id: 3n, type: 'pet.updated', data: { pet: {}, previous: { status: 'sold' } } },
  ]
  const shown = withoutEchoes(events as never).map(({ id }) => id)
  assert.deepEqual(shown, [9n, 8n, 5n, 3n])
})

test('a QR code of each size is one of the eight that another program makes, and longer texts have none', () => {
  let size = 0
  let sizes = 0
  for (let length = 2; length <= 2_331; length += Math.ceil(length / 25)) {
    const text = 'x'.repeat(length - 2).padStart(length - 1, 'é')
    const code = qrCode(text)
    if (code.length === size) continue
    size = code.length
    sizes += 1
    const own = code.map((row) => row.join('')).join('\n')
    const isOfOther = [0, 1, 2, 3, 4, 5, 6, 7].some((maskPattern) => {
      const { data } = encode(text, { ecc: 'M', boostEcc: false, border: 0, maskPattern })
      return data.map((row) => row.map(Number).join('')).join('\n') === own
    })
    assert.ok(isOfOther, `${length} bytes`)
  }
  assert.equal(sizes, 40)
  assert.throws(() => qrCode('x'.repeat(2_332)), RangeError)
})
