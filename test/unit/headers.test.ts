import assert from 'node:assert/strict'
import { test } from 'node:test'
import { headerLine, headerLines } from '../../src/base/headers.ts'

test('a value that would be more than its own line is refused', () => {
  for (const value of ['a\r\nSet-Cookie: b', 'a\n', '\ra', 'a\0']) {
    assert.throws(() => headerLine('A', value), TypeError)
    assert.throws(() => headerLines({ A: value }), TypeError)
  }
})
