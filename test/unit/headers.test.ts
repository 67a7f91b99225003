import assert from 'node:assert/strict'
import { test } from 'node:test'
import { headerLine, headerLines, joinLines, noLines } from '../../src/base/headers.ts'

test('header fields are lines that each end with CR LF', () => {
  assert.equal(headerLine('Allow', 'GET'), 'Allow: GET\r\n')
  assert.equal(headerLines({ A: '1', B: '2' }), 'A: 1\r\nB: 2\r\n')
  assert.equal(joinLines(headerLine('A', '1'), headerLine('B', '2')), 'A: 1\r\nB: 2\r\n')
  assert.equal(headerLines({}), noLines)
})

test('a value that would be more than its own line is refused', () => {
  for (const value of ['a\r\nSet-Cookie: b', 'a\n', '\ra', 'a\0']) {
    assert.throws(() => headerLine('A', value), TypeError)
    assert.throws(() => headerLines({ A: value }), TypeError)
  }
})
