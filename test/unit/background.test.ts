import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { type BackgroundWork, startBackground } from '../../src/base/background.ts'
import type { Observation } from '../../src/base/observation.ts'

const settle = async (): Promise<void> => await new Promise((resolve) => setImmediate(resolve))

/** Background work every 100 ms, whose timers only the test moves. */
const setUp = (t: TestContext, work: Pick<BackgroundWork, 'run' | 'startsAtOnce'>) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const observations: Observation[] = []
  const stop = startBackground([{ name: 'a chore', every: 100, ...work }], (observation) =>
    observations.push(observation),
  )
  const tick = async (milliseconds = 100): Promise<void> => {
    await settle()
    t.mock.timers.tick(milliseconds)
    await settle()
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
  await settle()
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
