import type { Usage } from '../../../client/src/index.ts'
import { countText } from '../core/language.ts'
import { timeText } from '../core/time.ts'
import { type Interval, operationText, type Refusals } from './figures.ts'

/** "14:03–14:05: 118 refused. The 300 requests of a minute were used up; most came from List animals (260 a minute)." */
export const causeOf = (
  { from, to, count, code, window, operation, peak }: Refusals,
  { windows }: Pick<Usage, 'windows'>,
  { length, each }: Interval,
): string => {
  const limit = windows.find(({ name }) => name === window)?.limit
  const why =
    window === 'ban'
      ? 'The key was paused, because requests went on after its limit; most came'
      : limit === undefined
        ? `Most were ${code},`
        : `The ${countText(limit)} requests of a ${window} were used up; most came`
  return `${timeText(from)}–${timeText(to + length)}: ${countText(count)} refused. ${why} from ${operationText(operation)} (${countText(peak)} ${each}).`
}

/** When the deprecated read of one animal ends, as the interface document says. */
export const sunset = Date.UTC(2030, 11, 5)
