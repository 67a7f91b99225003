import assert from 'node:assert/strict'
import { test } from 'node:test'
import { steadyClock } from '../../src/base/steady-clock.ts'

const units: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** A span like `25h`, in milliseconds. */
const spanOf = (text: string): number => Number(text.slice(0, -1)) * (units[text.slice(-1)] ?? NaN)

/**
 * What a steady clock shows that is polled four times a second: `10m` lets time pass, `+25h` sets the system's clock, and
 * `now=-25h` or `ages=0s` is how far it is from that. At the end come the kinds of what was observed.
 */
const timelines: Readonly<Record<string, readonly [timeline: string, ...observed: string[]]>> = {
  'as long as nobody sets the clock it is the system’s': ['now=0s 7m now=0s 7m now=0s ages=0s'],
  'a clock that is 25 hours ahead for two seconds changes nothing, and is reported once': [
    '10m +25h 2s now=-25h ages=-25h -25h 1s now=0s ages=0s',
    'clock_jumped',
    'clock_settled 0',
  ],
  'a jump ahead is believed once it has stood for five minutes, and makes nothing old': [
    '10m +25h 5m now=-25h 1s now=0s ages=-25h',
    'clock_jumped',
    'clock_settled 90000',
  ],
  'a clock that goes on jumping is not believed until it has stood': [
    '10m +2h 4m now=-2h +2h 4m now=-4h +2h 4m now=-6h',
    ...Array<string>(3).fill('clock_jumped'),
  ],
  'a step ahead of less than a minute is followed at once': ['10m +59s 1s now=0s ages=-59s'],
  'so is a step back': ['10m -59s 1s now=0s ages=0s'],
  'and one by as much as one likes': ['10m -1h 1s now=0s ages=0s -400d 1s now=0s ages=0s'],
  'for five minutes after a start nothing is old, so a clock that was wrong at the start deletes nothing':
    ['+25h 4m ages=-Infinityh -25h 2m ages=0s', 'clock_jumped', 'clock_settled 0'],
}

for (const [what, [timeline, ...expected]] of Object.entries(timelines)) {
  test(what, () => {
    let [monotonic, wall] = [5 * 3_600_000, Date.parse('2026-11-20T12:00:00Z')]
    const observed: string[] = []
    const clock = steadyClock({
      wall: () => wall,
      monotonic: () => monotonic,
      observe: (seen) =>
        observed.push(seen.kind === 'clock_settled' ? `${seen.kind} ${seen.seconds}` : seen.kind),
    })
    for (const step of timeline.split(' ')) {
      const [name = '', distance] = step.split('=')
      if (distance !== undefined) {
        const shown = name === 'now' ? clock.now() : clock.ages()
        assert.equal(shown - wall, spanOf(distance), step)
      } else if (/^[+-]/.test(step)) wall += spanOf(step)
      else {
        for (let passed = 0; passed < spanOf(step); passed += 250) {
          monotonic += 250
          wall += 250
          clock.check()
        }
      }
    }
    assert.deepEqual(observed, expected)
  })
}
