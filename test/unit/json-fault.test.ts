import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { describeJsonFault } from '../../src/api/json-fault.ts'

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

test('a fault is found in exactly those texts that JSON.parse refuses', () => {
  const almostJson = fc.stringMatching(/^[{}[\]",:\\u0-9eE+.\-truefalsn \n\t]{0,16}$/)
  const tokens = fc
    .array(
      fc.constantFrom(
        '{',
        '}',
        '[',
        ']',
        ',',
        ':',
        '"a"',
        '1',
        '-0.5e+3',
        'true',
        'null',
        ' ',
        '01',
        '"\\u12"',
      ),
      { maxLength: 9 },
    )
    .map((parts) => parts.join(''))
  /** A JSON text with one character taken out, put in or changed. */
  const spoilt = fc
    .tuple(
      fc.json(),
      fc.nat(),
      fc.constantFrom('', '"', ',', '}', ']', '\\', '0', '\u0001', 'x'),
      fc.boolean(),
    )
    .map(([text, at, piece, replaces]) => {
      const place = at % (text.length + 1)
      return text.slice(0, place) + piece + text.slice(place + (replaces ? 1 : 0))
    })
  fc.assert(
    fc.property(fc.oneof(almostJson, tokens, spoilt, fc.json(), fc.string()), (text) => {
      assert.equal(describeJsonFault(text) === undefined, isJson(text))
    }),
    { numRuns: 5_000 },
  )
})

for (const [text, fault] of [
  ['{"a":1,}', 'a comma has nothing behind it (line 1, column 8)'],
  ['{\n  "a": 01\n}', 'a number has a leading zero (line 2, column 8)'],
  ['{"a":NaN}', 'NaN and Infinity are no JSON (line 1, column 6)'],
  ["{'a':1}", 'a quotation mark is not a double one (line 1, column 2)'],
  ['{a:1}', 'a name is not in double quotes (line 1, column 2)'],
  ['{"a":1 /* one */}', 'there is a comment, and JSON has none (line 1, column 8)'],
  ['{"a":"\n"}', 'a string has a control character that is not escaped (line 1, column 7)'],
  ['{"a":1', 'it ends where a comma or the closing bracket should be (line 1, column 7)'],
  ['{} {}', 'something follows the one value of the text (line 1, column 4)'],
] as const) {
  test(`the fault of ${JSON.stringify(text)} is named with its place`, () => {
    assert.equal(describeJsonFault(text), fault)
  })
}
