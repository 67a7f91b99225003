import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { decodeText, encodeText } from '../../src/store/postgres/text.ts'

/** Texts of few characters, so that those which are kept otherwise meet each other. */
const texts = fc.string({ unit: fc.constantFrom('\u0000', '\u0001', '\u0002', 'a'), maxLength: 6 })

test('a text that is kept has no NUL, comes back, and sorts as it did', () => {
  fc.assert(
    fc.property(texts, texts, (one, other) => {
      assert.ok(!encodeText(one).includes('\u0000'))
      assert.equal(decodeText(encodeText(one)), one)
      assert.equal(encodeText(one) < encodeText(other), one < other)
    }),
  )
})
