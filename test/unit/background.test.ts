import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type BackgroundWork, startBackground } from '../../src/base/background.ts'
import type { Observation } from '../../src/base/observation.ts'
import { batching } from '../../src/base/batcher.ts'
import { inTime } from '../../src/base/in-time.ts'
import { leaseOf } from '../../src/delivery/runner.ts'

/** Background work every 100 ms, whose timers only the test moves. */
const setUp = (t: TestContext, work: Pick<BackgroundWork, 'run' | 'startsAtOnce'>) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const observations: Observation[] = []
  const stop = startBackground([{ name: 'a chore', every: 100, ...work }], (observation) =>
    observations.push(observation),
  )
  const tick = async (milliseconds = 100): Promise<void> => {
    await nextTurn()
    t.mock.timers.tick(milliseconds)
    await nextTurn()
  }
  return { observations, stop, tick }
}

test('work runs at its interval, from the end of one run to the start of the next, until a stop that waits for the run under way', async (t) => {
  let [begun, ended] = [0, 0]
  let gate = Promise.withResolvers<void>()
  const run = async (): Promise<void> => {
    begun += 1
    await gate.promise
    ended += 1
  }
  const { stop, tick } = setUp(t, { run })
  assert.equal(begun, 0)
  await tick()
  await tick()
  assert.equal(begun, 1, 'a run that takes long is not run beside itself')
  gate.resolve()
  gate = Promise.withResolvers()
  await tick()
  assert.deepEqual([begun, ended], [2, 1])
  let stopped = false
  const stopping = stop().then(() => (stopped = true))
  await nextTurn()
  assert.equal(stopped, false)
  gate.resolve()
  await stopping
  await tick()
  assert.deepEqual([begun, ended], [2, 2])
})

test('work that starts at once runs at the start, and again at once as long as there is more', async (t) => {
  let left = 3
  const run = async (): Promise<boolean> => {
    left -= 1
    return left > 0
  }
  const { observations, stop, tick } = setUp(t, { run, startsAtOnce: true })
  assert.equal(left, 2)
  await tick(1)
  await tick(1)
  assert.equal(left, 0)
  await tick(99)
  assert.equal(left, 0)
  await tick(1)
  assert.equal(left, -1)
  assert.deepEqual(observations, [])
  await stop()
})

test('each failure of work is observed, marked after the first in a row, and so is the success after it', async (t) => {
  let isFailing = true
  const run = async (): Promise<void> => {
    if (isFailing) throw new Error('The disk is full.')
  }
  const { observations, stop, tick } = setUp(t, { run })
  for (isFailing of [true, true, true, false, false, true]) await tick()
  assert.deepEqual(
    observations.map((seen) => (seen.kind === 'background_failed' ? seen.again : seen.kind)),
    [false, true, true, 'background_recovered', false],
  )
  await stop()
})

test('questions of one turn go out in calls of so many, and each gets its own reply', async () => {
  const calls: number[] = []
  const tenfold = batching({ questions: 3, inFlight: 2 }, async (numbers: readonly number[]) => {
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

test('a lone question goes out in its turn, and several wait on while each turn brings more', async () => {
  const calls: Array<readonly number[]> = []
  const ask = batching({ questions: 9, inFlight: 1 }, async (numbers: readonly number[]) => {
    calls.push(numbers)
    return numbers
  })
  await ask(1)
  const asking = [ask(2), ask(3)]
  await nextTurn()
  asking.push(ask(4))
  await nextTurn()
  assert.deepEqual(calls, [[1]])
  await Promise.all(asking)
  assert.deepEqual(calls, [[1], [2, 3, 4]])
})

test('a call that fails, or brings too few replies, fails for its questions alone', async () => {
  const some = batching({ questions: 2, inFlight: 2 }, async (numbers: readonly number[]) => {
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
  const numbers = batching({ questions: 10, inFlight: 2 }, async (asked: readonly number[]) => {
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

test('an answer that came while the thread was busy is in time', async () => {
  const answered = inTime(nextTurn('answer'), 1)
  const busyUntil = performance.now() + 50
  while (performance.now() < busyUntil);
  assert.equal(await answered, 'answer')
})

test('a lease asks again after a failure, so that an outage is one failure until it is over', async () => {
  const answers = [new Error('away'), new Error('away'), true]
  const lease = leaseOf(async () => {
    const answer = answers.shift() ?? false
    if (answer instanceof Error) throw answer
    return answer
  })
  await assert.rejects(lease.isHeld())
  await assert.rejects(lease.isHeld())
  assert.equal(await lease.isHeld(), true)
  assert.equal(await lease.isHeld(), true, 'it is not asked for at each round')
})
