import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Observation } from '../../src/base/observation.ts'
import { steadyClock } from '../../src/base/steady-clock.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const start = Date.parse('2026-11-20T12:00:00Z')

/** A steady clock that is polled four times a second, over two clocks of the test. */
const setUp = () => {
  let monotonic = 5 * hour
  let wall = start
  const observed: Observation[] = []
  const clock = steadyClock({
    wall: () => wall,
    monotonic: () => monotonic,
    observe: (observation) => observed.push(observation),
  })
  return {
    clock,
    observed,
    wall: () => wall,
    /** Sets the system's clock ahead, or back. */
    set: (by: number): void => {
      wall += by
    },
    pass: (milliseconds: number): void => {
      for (let passed = 0; passed < milliseconds; passed += 250) {
        monotonic += 250
        wall += 250
        clock.check()
      }
    },
  }
}

test('as long as nobody sets the clock it is the system’s', () => {
  const { clock, wall, observed, pass } = setUp()
  for (let n = 0; n < 10; n += 1) {
    assert.equal(clock.now(), wall())
    pass(7 * minute)
  }
  assert.equal(clock.ages(), wall())
  assert.deepEqual(observed, [])
})

test('a clock that is 25 hours ahead for two seconds changes nothing, and is reported once', () => {
  const { clock, wall, observed, set, pass } = setUp()
  pass(10 * minute)
  set(25 * hour)
  pass(2 * second)
  assert.equal(clock.now(), wall() - 25 * hour)
  assert.equal(clock.ages(), wall() - 25 * hour)
  set(-25 * hour)
  pass(second)
  assert.equal(clock.now(), wall())
  assert.equal(clock.ages(), wall())
  assert.deepEqual(
    observed.map(({ kind }) => kind),
    ['clock_jumped', 'clock_settled'],
  )
  assert.deepEqual(observed[1], { kind: 'clock_settled', seconds: 0 })
})

test('a jump ahead is believed once it has stood for five minutes, and makes nothing old', () => {
  const { clock, wall, observed, set, pass } = setUp()
  pass(10 * minute)
  set(25 * hour)
  pass(5 * minute)
  assert.equal(clock.now(), wall() - 25 * hour)
  pass(second)
  assert.equal(clock.now(), wall())
  assert.equal(clock.ages(), wall() - 25 * hour)
  assert.deepEqual(observed.at(-1), { kind: 'clock_settled', seconds: 90_000 })
})

test('a clock that goes on jumping is not believed until it has stood', () => {
  const { clock, wall, set, pass } = setUp()
  pass(10 * minute)
  const offset = clock.now() - wall()
  for (let jumps = 1; jumps <= 5; jumps += 1) {
    set(2 * hour)
    pass(4 * minute)
    assert.equal(clock.now() - wall(), offset - jumps * 2 * hour)
  }
})

test('steps of less than a minute, and all steps back, are followed at once', () => {
  for (const step of [59 * second, -59 * second, -hour, -400 * 24 * hour]) {
    const { clock, wall, observed, set, pass } = setUp()
    pass(10 * minute)
    set(step)
    pass(250)
    assert.equal(clock.now(), wall())
    assert.equal(clock.ages(), step > 0 ? wall() - step : wall())
    assert.deepEqual(observed, [])
  }
})

test('for five minutes after a start nothing is old, so a clock that was wrong at the start deletes nothing', () => {
  const { clock, wall, set, pass } = setUp()
  set(25 * hour)
  pass(4 * minute)
  assert.equal(clock.ages(), Number.NEGATIVE_INFINITY)
  set(-25 * hour)
  pass(2 * minute)
  assert.equal(clock.ages(), wall())
})
