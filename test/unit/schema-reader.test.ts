import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { type TObject, type TSchema, Type } from 'typebox'
import { describeFaults, shown } from '../../src/kit/faults.ts'
import { DateTime, FullDate, Int64, PartialDate, TextMap } from '../../src/kit/fields.ts'
import { membersOf } from '../../src/kit/tokens.ts'
import { compileBodyReader, compileTextReader } from '../../src/kit/schema-reader.ts'
import { compileSerializer } from '../../src/base/exact-json.ts'
import { dateTimeFromText, dateTimeText } from '../../src/base/date-time.ts'

const compile = (field: TSchema): unknown => compileBodyReader(Type.Object({ field }))

const integer = { type: 'integer', minimum: 0, maximum: 9 }
const choice = { type: 'string', enum: ['a'] }

for (const [name, schema, keyword] of [
  ['a format of a string', { type: 'string', format: 'uri' }, 'format'],
  ['a pattern of a date-time', { type: 'string', format: 'date-time', pattern: 'a' }, 'pattern'],
  ['a format of a choice', { ...choice, format: 'word' }, 'format'],
  ['a format of an integer that is not known', { ...integer, format: 'uint8' }, 'uint8'],
  ['a bound of a string', { type: 'string', minimum: 1 }, 'minimum'],
  ['a length of an integer', { ...integer, maxLength: 1 }, 'maxLength'],
  ['a pattern of a choice', { ...choice, pattern: 'a' }, 'pattern'],
  ['a step of an integer', { ...integer, multipleOf: 2 }, 'multipleOf'],
  ['a constant', { type: 'string', const: 'a' }, 'const'],
] as const) {
  test(`a reader does not start with ${name}, which nothing enforces`, () => {
    assert.throws(() => compile(schema), new RegExp(`field says .*${keyword}.*is not enforced`))
  })
}

test('a reader does not start with a keyword of an object that nothing enforces', () => {
  const open = Type.Object({}, { additionalProperties: true })
  assert.throws(() => compileBodyReader(open), /allows members that it does not name/)
  const dependent = Type.Object({}, { dependentRequired: {} })
  assert.throws(() => compileTextReader(dependent), /dependentRequired/)
  assert.throws(() => compile(dependent), /dependentRequired/)
  assert.throws(() => compile(Type.Array(Type.String())), /array field needs its items and its/)
  assert.throws(
    () => compileTextReader(Type.Object({ x: Type.Object({}) })),
    /Only JSON can have an object: x/,
  )
})

const id = Int64('An id.', 1n)

const Order = Type.Object(
  {
    placedAt: DateTime('When.'),
    address: Type.Object({ street: Type.String({ minLength: 1 }), number: Type.Optional(id) }),
    lines: Type.Array(Type.Object({ id, tags: Type.Array(Type.String(), { maxItems: 2 }) }), {
      minItems: 1,
      maxItems: 3,
    }),
  },
  { title: 'Order' },
)

const reader = (schema: TObject) => {
  const read = compileBodyReader(schema)
  return (text: string) => read(Buffer.from(text))
}

test('every fault is named by its place, whatever depth it is at', () => {
  const reading = reader(Order)(
    '{"placedAt":"yesterday","address":{"street":"","x y":1},"lines":[{"id":1,"tags":["a",2]},{"id":1,"tags":[],"id":2},7]}',
  )
  assert.ok(!reading.ok)
  assert.equal(
    describeFaults(reading.faults),
    'placedAt must be a date-time of RFC 3339 with an offset, to the millisecond, like 2026-11-20T12:00:00.000Z, not "yesterday"; address.street must be a string of 1 or more characters, not of 0; address."x y" is not a field of address, which takes street, number; lines[0].tags[1] must be a string, not 2; lines[1].id is given more than once, but may be given only once; lines[2] must be an object, not 7.',
  )
})

test('a date-time is an instant that exists, to the millisecond, at whatever offset', () => {
  const noon = '2026-11-20T12:00:00.000Z'
  for (const [text, instant] of [
    ['2026-11-20T12:00:00Z', noon],
    ['2026-11-20t12:00:00.0z', noon],
    ['2026-11-20T13:30:00+01:30', noon],
    ['2026-11-20T00:00:00-12:00', noon],
    ['2026-11-20T12:00:00.1230000Z', '2026-11-20T12:00:00.123Z'],
    ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
    ['0050-01-01T00:00:00Z', '0050-01-01T00:00:00.000Z'],
    ['0000-12-31T23:30:00-01:00', '0001-01-01T00:30:00.000Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ] as const) {
    assert.equal(dateTimeFromText(text), instant, text)
  }
  for (const text of (
    '2026-02-29T00:00:00Z | 2026-13-01T00:00:00Z | 2026-00-10T00:00:00Z | ' +
    '2026-11-20T24:00:00Z | 2026-11-20T12:60:00Z | 2026-12-31T23:59:60Z | ' +
    '2026-11-20T12:00:00 | 2026-11-20 12:00:00Z | 2026-11-20 | 2026-11-20T12:00:00+24:00 | ' +
    '2026-11-20T12:00:00+01 | 2026-11-20T12:00:00.Z | 2026-11-20T12:00:00.1234Z | ' +
    '0000-12-31T23:59:59.999Z | 0001-01-01T00:30:00+01:00 | 9999-12-31T23:30:00-01:00 | ' +
    '+002026-11-20T12:00:00Z | 2026-11-20T12:00:00Z\n | '
  ).split(' | ')) {
    assert.equal(dateTimeFromText(text), undefined, text)
  }
})

test('an instant that is written reads back as itself', () => {
  const years = { min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T00:00:00Z') }
  fc.assert(
    fc.property(fc.date({ ...years, noInvalidDate: true }), (date) => {
      const text = dateTimeText(date.getTime())
      assert.equal(dateTimeFromText(text), text)
      assert.equal(Date.parse(text), date.getTime())
    }),
  )
})

test('a quoted value that is cut keeps its closing quotation mark', () => {
  const long = 'y'.repeat(60)
  assert.equal(shown(long, 'text'), `"${'y'.repeat(39)}…"`)
  assert.equal(shown(`"${long}"`, 'json'), `"${'y'.repeat(39)}…"`)
  assert.equal(shown(`[${'1,'.repeat(60)}1]`, 'json'), `[${'1,'.repeat(19)}1…`)
})

const Facts = Type.Object({
  facts: TextMap('Facts.', { names: 2, nameLength: 6, length: 5 }, { diet: 'hay' }),
})

test('a map has members of any name, however it is spelled, and is written back', () => {
  const read = reader(Facts)
  for (const [text, facts] of [
    ['{"facts":{}}', {}],
    ['{"facts":{"diet":"hay","\\u0061":"a\\nb"}}', { diet: 'hay', a: 'a\nb' }],
    [
      '{"facts":{"__prot":"a","🐈🐈🐈🐈🐈🐈":"🐈🐈🐈🐈🐈"}}',
      { __prot: 'a', '🐈🐈🐈🐈🐈🐈': '🐈🐈🐈🐈🐈' },
    ],
  ] as const) {
    const reading = read(text)
    assert.deepEqual(reading, { ok: true, value: { facts } })
    assert.deepEqual(JSON.parse(compileSerializer(Facts)({ facts })), { facts })
  }
  const proto = TextMap('Facts.', { names: 1, nameLength: 9, length: 1 }, { a: 'b' })
  const own = reader(Type.Object({ facts: proto }))('{"facts":{"__proto__":"a"}}')
  assert.ok(own.ok)
  assert.equal(compileSerializer(proto)(own.value['facts']), '{"__proto__":"a"}')
})

for (const [facts, problem] of [
  ['[]', 'facts must be an object, not [].'],
  ['{"a":1}', 'facts.a must be a string, not 1.'],
  ['{"a":""}', 'facts.a must be a string of 1 to 5 characters, not of 0.'],
  ['{"a":"\\u0000"}', 'facts.a must have no control character but tabs and line breaks.'],
  ['{"a":null}', 'facts.a must be a string, not null.'],
  ['{"a":"1","a":"2"}', 'facts.a is given more than once, but may be given only once.'],
  ['{"a":"1","b":"2","c":"3"}', 'facts must have 2 names at most, not 3.'],
  ['{"":"1"}', 'facts has a name that must be a string of 1 to 6 characters, not of 0.'],
  [
    '{"\\ud83d":"1"}',
    'facts has a name that must have no lone surrogate, which is half of a pair.',
  ],
] as const) {
  test(`a map is refused with its fault: ${facts}`, () => {
    const reading = reader(Facts)(`{"facts":${facts}}`)
    assert.ok(!reading.ok)
    assert.equal(describeFaults(reading.faults), problem)
  })
}

test('a date is a day of the calendar, or a part of one where a part will do', () => {
  const read = reader(
    Type.Object({
      day: Type.Optional(FullDate('A day.', '2024-05-17')),
      part: Type.Optional(PartialDate('A part.', '2024')),
    }),
  )
  const takes = (field: string, text: string): boolean => read(`{"${field}":"${text}"}`).ok
  for (let days = 0; days < 8 * 366; days += 1) {
    const time = new Date(Date.UTC(1896, 0, 1 + days)).toISOString().slice(0, 10)
    assert.ok(takes('day', time) && takes('part', time), time)
  }
  for (const text of ['2024-02-30', '2023-02-29', '1900-02-29', '2024-04-31', '2024-13-01', '24']) {
    assert.ok(!takes('day', text) && !takes('part', text), text)
  }
  for (const text of ['2024', '2024-05']) assert.ok(takes('part', text) && !takes('day', text))
  assert.ok(takes('day', '2000-02-29') && !takes('part', '2024-00') && !takes('part', '2024-5'))
})

test('repeated names, inherited names and every digit of a number are seen', () => {
  const text = String.raw`{"name":1,"n\u0061me" : -0.10E+2,"name":[3,"]"],"__proto__":{"a":1}}`
  assert.deepEqual(membersOf(text), [
    { name: 'name', token: '1' },
    { name: 'name', token: '-0.10E+2' },
    { name: 'name', token: '[3,"]"]' },
    { name: '__proto__', token: '{"a":1}' },
  ])
})
