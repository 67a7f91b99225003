import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { startBackground } from '../../src/base/background.ts'
import type { Observation } from '../../src/base/observation.ts'

const settle = async (): Promise<void> => await new Promise((resolve) => setImmediate(resolve))

/** Background work whose timers only the test moves. */
const setUp = (run: () => Promise<void>) => {
  mock.timers.enable({ apis: ['setTimeout'] })
  const observations: Observation[] = []
  const stop = startBackground([{ name: 'a chore', every: 100, run }], (observation) =>
    observations.push(observation),
  )
  const tick = async (): Promise<void> => {
    mock.timers.tick(100)
    await settle()
  }
  return { observations, stop, tick }
}

test('work runs at its interval, from the end of one run to the start of the next', async (t) => {
  t.after(() => mock.timers.reset())
  let runs = 0
  const gate = Promise.withResolvers<void>()
  const { stop, tick } = setUp(async () => {
    runs += 1
    if (runs === 2) await gate.promise
  })
  assert.equal(runs, 0)
  await tick()
  await tick()
  await tick()
  assert.equal(runs, 2, 'a run that takes long is not run beside itself')
  gate.resolve()
  await settle()
  await tick()
  assert.equal(runs, 3)
  await stop()
  await tick()
  assert.equal(runs, 3)
})

test('work that starts at once runs at the start, and again at once as long as there is more', async (t) => {
  t.after(() => mock.timers.reset())
  mock.timers.enable({ apis: ['setTimeout'] })
  let left = 3
  const run = async (): Promise<boolean> => {
    left -= 1
    return left > 0
  }
  const stop = startBackground([{ name: 'a chore', every: 100, startsAtOnce: true, run }], () =>
    assert.fail('It did not fail.'),
  )
  const tick = async (milliseconds: number): Promise<void> => {
    await settle()
    mock.timers.tick(milliseconds)
    await settle()
  }
  assert.equal(left, 2)
  await tick(1)
  await tick(1)
  assert.equal(left, 0)
  await tick(99)
  assert.equal(left, 0)
  await tick(1)
  assert.equal(left, -1)
  await stop()
})

test('each failure of work is observed, marked after the first in a row, and so is the success after it', async (t) => {
  t.after(() => mock.timers.reset())
  let failing = true
  const { observations, stop, tick } = setUp(async () => {
    if (failing) throw new Error('The disk is full.')
  })
  await tick()
  await tick()
  await tick()
  failing = false
  await tick()
  await tick()
  failing = true
  await tick()
  assert.deepEqual(
    observations.map((seen) => (seen.kind === 'background_failed' ? seen.again : seen.kind)),
    [false, true, true, 'background_recovered', false],
  )
  await stop()
})

test('a stop waits for the run under way and starts no other', async (t) => {
  t.after(() => mock.timers.reset())
  const gate = Promise.withResolvers<void>()
  let ended = 0
  const { stop, tick } = setUp(async () => {
    await gate.promise
    ended += 1
  })
  await tick()
  let stopped = false
  const stopping = stop().then(() => (stopped = true))
  await settle()
  assert.equal(stopped, false)
  gate.resolve()
  await stopping
  assert.equal(ended, 1)
  await tick()
  assert.equal(ended, 1)
})
