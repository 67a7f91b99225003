import type { Usage } from '../../../client/src/index.ts'
import { countText, t } from '../core/language.ts'
import { timeText } from '../core/time.ts'
import { type Interval, operationText, type Refusals } from './figures.ts'

/** "14:03–14:05: 118 refused. The 300 requests of a minute were used up; most came from List animals (260 a minute)." */
export const causeOf = (
  { from, to, count, code, window, operation, peak }: Refusals,
  { windows }: Pick<Usage, 'windows'>,
  { length, rateOf }: Interval,
): string => {
  const limit = windows.find(({ name }) => name === window)?.limit
  const said = {
    time: `${timeText(from)}–${timeText(to + length)}`,
    count,
    operation: operationText(operation),
    rate: rateOf(peak),
  }
  if (window === 'ban')
    return t(
      '{time}: {count} refused. The key was paused, because it kept sending requests over its limit; most came from {operation} ({rate}).',
      said,
    )
  if (limit === undefined)
    return t('{time}: {count} refused. Most were {code}, from {operation} ({rate}).', {
      ...said,
      code: code ?? '',
    })
  return window === 'minute'
    ? t(
        '{time}: {count} refused. The {limit} requests of a minute were used up; most came from {operation} ({rate}).',
        { ...said, limit: countText(limit) },
      )
    : t(
        '{time}: {count} refused. The {limit} requests of a day were used up; most came from {operation} ({rate}).',
        { ...said, limit: countText(limit) },
      )
}

/** The day on which the deprecated `GET /pets/{petId}` is removed, as the OpenAPI document says. */
export const sunset = '2030-12-05'
