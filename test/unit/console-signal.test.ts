import assert from 'node:assert/strict'
import { test } from 'node:test'
import { drawBy, signal } from '../../console/src/core/signal.ts'

test('another value of a signal draws the page anew, the same value does not', () => {
  const count = signal(0)
  // Before anything is drawn, there is nothing to draw anew.
  count.value = 1
  const drawn: number[] = []
  drawBy(() => drawn.push(count.value))
  count.value = 2
  count.value = 2
  count.value += 1
  assert.deepEqual(drawn, [2, 3])
})
