import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { batching } from '../../src/base/batcher.ts'

test('questions of one turn go out in calls of so many, and each gets its own reply', async () => {
  const calls: number[] = []
  const tenfold = batching({ questions: 3, underWay: 2 }, async (numbers: readonly number[]) => {
    calls.push(numbers.length)
    await nextTurn()
    return numbers.map((number) => number * 10)
  })
  const asking = [1, 2, 3, 4, 5, 6, 7].map(async (number) => await tenfold(number))
  assert.deepEqual(await Promise.all(asking), [10, 20, 30, 40, 50, 60, 70])
  assert.deepEqual(calls, [3, 3, 1])
  assert.equal(await tenfold(8), 80)
  assert.deepEqual(calls, [3, 3, 1, 1])
})

test('a call that fails, or brings too few replies, fails for its questions alone', async () => {
  const some = batching({ questions: 2, underWay: 2 }, async (numbers: readonly number[]) => {
    if (numbers.includes(1)) throw new Error('No.')
    return numbers.filter((number) => number !== 3)
  })
  const asking = [1, 2, 3, 4, 5].map(async (number) => await some(number))
  const results = await Promise.allSettled(asking)
  assert.deepEqual(
    results.map(({ status }) => status),
    ['rejected', 'rejected', 'rejected', 'rejected', 'fulfilled'],
  )
})

test('while two calls are under way, questions of several turns gather for the next one, for no longer than 20 ms', async (t) => {
  // On a busy machine these turns may take longer than the questions wait.
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const calls: Array<readonly number[]> = []
  const answers: Array<() => void> = []
  const numbers = batching({ questions: 10, underWay: 2 }, async (asked: readonly number[]) => {
    calls.push(asked)
    await new Promise<void>((resolve) => answers.push(resolve))
    return asked
  })
  const asking: Array<Promise<number>> = []
  const askInTurns = async (count: number): Promise<void> => {
    for (let n = 0; n < count; n += 1) {
      asking.push(numbers(asking.length))
      await nextTurn()
    }
  }
  await askInTurns(5)
  assert.deepEqual(calls, [[0], [1]])
  answers[1]?.()
  await nextTurn()
  await nextTurn()
  assert.deepEqual(calls, [[0], [1], [2, 3, 4]])
  await askInTurns(2)
  t.mock.timers.tick(19)
  assert.equal(calls.length, 3)
  t.mock.timers.tick(1)
  assert.deepEqual(calls.at(-1), [5, 6])
  for (const answer of answers) answer()
  assert.deepEqual(await Promise.all(asking), [0, 1, 2, 3, 4, 5, 6])
})
