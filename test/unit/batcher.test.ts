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

/** Calls that are answered by hand, in the order in which they were sent. */
const answeredByHand = () => {
  const sent: Array<{ readonly numbers: readonly number[]; readonly answer: () => void }> = []
  const numbers = batching(
    { questions: 10, underWay: 2 },
    async (asked: readonly number[]) =>
      await new Promise<readonly number[]>((resolve) => {
        sent.push({ numbers: asked, answer: () => resolve(asked) })
      }),
  )
  return { numbers, sent, calls: () => sent.map((call) => call.numbers) }
}

/** Asks for the numbers from 0 on, each in a turn of its own. The calls are under way still. */
const askInTurns = async (
  numbers: (number: number) => Promise<number>,
  count: number,
): Promise<{ readonly answers: Promise<readonly number[]> }> => {
  const asking: Array<Promise<number>> = []
  for (let number = 0; number < count; number += 1) {
    asking.push(numbers(number))
    await nextTurn()
  }
  return { answers: Promise.all(asking) }
}

test('while two calls are under way, questions of several turns gather for the next one', async (t) => {
  // On a busy machine these turns may take longer than the questions wait.
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { numbers, sent, calls } = answeredByHand()
  const { answers } = await askInTurns(numbers, 5)
  assert.deepEqual(calls(), [[0], [1]])
  sent[1]?.answer()
  await nextTurn()
  await nextTurn()
  assert.deepEqual(calls(), [[0], [1], [2, 3, 4]])
  for (const { answer } of sent) answer()
  assert.deepEqual(await answers, [0, 1, 2, 3, 4])
})

test('if no call is answered, questions wait no longer than 20 ms for it', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { numbers, sent, calls } = answeredByHand()
  const { answers } = await askInTurns(numbers, 4)
  t.mock.timers.tick(19)
  assert.deepEqual(calls(), [[0], [1]])
  t.mock.timers.tick(1)
  assert.deepEqual(calls(), [[0], [1], [2, 3]])
  for (const { answer } of sent) answer()
  assert.deepEqual(await answers, [0, 1, 2, 3])
})
