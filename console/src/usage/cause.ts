import type { Usage } from '../../../client/src/index.ts'
import { countText, timeText } from '../core/time.ts'
import { operationText, type Refusals, steps } from './figures.ts'

/** "14:03–14:05: 118 refused. The 300 requests of a minute were used up; most came from List animals (260 a minute)." */
export const causeOf = (
  { from, to, count, code, window, operation, peak }: Refusals,
  { windows }: Pick<Usage, 'windows'>,
  length: number,
): string => {
  const end = to + length
  const time = `${timeText(from)}–${length === steps.day.length ? timeText(to) : timeText(end)}`
  const per = length === 60_000 ? 'a minute' : length === steps.hour.length ? 'an hour' : 'a day'
  const who = `${operationText(operation)} (${countText(peak)} ${per})`
  const begin = `${time}: ${countText(count)} refused.`
  if (window === 'ban') {
    return `${begin} The key was paused, because requests went on after its limit; most came from ${who}.`
  }
  const limit = windows.find(({ name }) => name === window)?.limit
  return limit === undefined
    ? `${begin} Most were ${code}, from ${who}.`
    : `${begin} The ${countText(limit)} requests of a ${window} were used up; most came from ${who}.`
}

/** When the deprecated read of one animal ends, as the interface document says. */
export const sunset = Date.UTC(2030, 11, 5)
