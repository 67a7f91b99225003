import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { together } from '../../src/core/together.ts'

test('questions of one turn go out in calls of so many, and each gets its own reply', async () => {
  const calls: number[] = []
  const ask = together(3, async (numbers: readonly number[]) => {
    calls.push(numbers.length)
    await nextTurn()
    return numbers.map((number) => number * 10)
  })
  const replies = await Promise.all([1, 2, 3, 4, 5, 6, 7].map(async (number) => await ask(number)))
  assert.deepEqual(replies, [10, 20, 30, 40, 50, 60, 70])
  assert.deepEqual(calls, [3, 3, 1])
  assert.equal(await ask(8), 80)
  assert.deepEqual(calls, [3, 3, 1, 1])
})

test('a call that fails, or brings too few replies, fails for its questions alone', async () => {
  const ask = together(2, async (numbers: readonly number[]) => {
    if (numbers.includes(1)) throw new Error('No.')
    return numbers.filter((number) => number !== 3)
  })
  const results = await Promise.allSettled([1, 2, 3, 4, 5].map(async (number) => await ask(number)))
  assert.deepEqual(
    results.map(({ status }) => status),
    ['rejected', 'rejected', 'rejected', 'rejected', 'fulfilled'],
  )
})
