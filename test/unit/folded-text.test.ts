import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { foldedText, textBehind } from '../../src/base/search-text.ts'

test('texts that differ in the case of letters alone, or in how marks are written, fold to one', () => {
  for (const [one, other] of [
    ['Rex', 'rEX'],
    ['Straße', 'STRASSE'],
    ['STRAẞE', 'strasse'],
    ['Zoë', 'ZOE\u0308'],
    ['ΟΔΟΣ', 'οδος'],
    ['İstanbul', 'I\u0307STANBUL'],
    ['ǅ', 'ǆ'],
    ['Жук', 'жУК'],
    ['🐈', '🐈'],
    ['𐐀', '𐐨'],
  ] as const) {
    assert.equal(foldedText(one), foldedText(other), `${one} and ${other}`)
  }
  assert.notEqual(foldedText('Zoë'), foldedText('Zoe'))
  // The last sigma of a word is small in another way.
  assert.ok(foldedText('ΟΔΟΣΑ').startsWith(foldedText('ΟΔΟΣ')))
})

test('every character folds to itself again, alike as a capital and as a small letter, and to twelve bytes at most', () => {
  for (let code = 0; code <= 0x10ffff; code += 1) {
    if (code >= 0xd800 && code < 0xe000) continue
    const character = String.fromCodePoint(code)
    const folded = foldedText(character)
    const others = [folded, character.toUpperCase(), character.toLowerCase()]
    const isSteady = others.every((text) => text === character || foldedText(text) === folded)
    assert.ok(isSteady && Buffer.byteLength(folded) <= 12, code.toString(16))
  }
})

const byCodePoints = (one: string, other: string): number =>
  Buffer.compare(Buffer.from(one), Buffer.from(other))

test('the text behind a beginning is greater than all that begin so, and no greater than any other', () => {
  const text = fc.string({ unit: 'binary', maxLength: 4 })
  fc.assert(
    fc.property(text, text, (beginning, other) => {
      const behind = textBehind(beginning)
      const isBefore = behind === undefined || byCodePoints(other, behind) < 0
      const isFrom = byCodePoints(other, beginning) >= 0
      assert.equal(isFrom && isBefore, other.startsWith(beginning))
      if (behind !== undefined) assert.ok(byCodePoints(`${beginning}${other}`, behind) < 0)
    }),
  )
  assert.equal(textBehind('a\u{d7ff}'), 'a\u{e000}')
  assert.equal(textBehind('a\u{10ffff}'), 'b')
  assert.equal(textBehind('\u{10ffff}'), undefined)
})
