import assert from 'node:assert/strict'
import { test } from 'node:test'
import { counted } from '../../src/cli/terminal.ts'

test('one thing is in the singular, and any other number in the plural', () => {
  const told = [0, 1, 2, 1n].map((count) => counted(count, 'animals'))
  assert.deepEqual(told, ['0 animals', '1 animal', '2 animals', '1 animal'])
  for (const [things, one] of [
    ['categories', '1 category'],
    ['deliveries', '1 delivery'],
    ['lines', '1 line'],
  ] as const) {
    assert.equal(counted(1, things), one)
  }
})
