import { InvalidArgumentError } from 'commander'
import type { Environment } from '../../base/environments.ts'
import { units } from '../kit/options.ts'

/** How many hours, days and weeks keep their newest backup. */
export type Keep = ReadonlyArray<{ readonly count: number; readonly unit: string }>

/** Reads `24h,7d,4w`. Throws InvalidArgumentError. */
export const parseKeep = (text: string): Keep => {
  const keep = text.split(',').map((part) => {
    const [, count, unit = ''] = /^([1-9]\d{0,3})([hdw])$/.exec(part) ?? []
    return { count: Number(count), unit }
  })
  const named = new Set(keep.flatMap(({ unit }) => unit || []))
  if (named.size === keep.length) return keep
  throw new InvalidArgumentError('It takes numbers of hours, days and weeks, like 24h,7d,4w.')
}

/** The number of the hour, day or week (from Monday on, in UTC) of a time; the day 0 was a Thursday. */
const periodOf = (time: number, unit: string): number =>
  unit === 'w'
    ? Math.floor((time / units.d + 3) / 7)
    : Math.floor(time / units[unit === 'h' ? 'h' : 'd'])

/** Those of the names that no rule keeps. Periods without a backup do not count. */
export const outdated = (names: readonly string[], keep: Keep): readonly string[] => {
  const newestFirst = names.toSorted().toReversed()
  const kept = new Set(
    keep.flatMap(({ count, unit }) => {
      const periods = Map.groupBy(newestFirst, (name) => periodOf(timeIn(name), unit))
      return [...periods.values()].slice(0, count).map(([newest]) => newest)
    }),
  )
  return names.filter((name) => !kept.has(name))
}

/** The name of a backup made at a time: `production-2026-11-26T145000Z.backup`. */
export const nameAt = (environment: Environment, time: number): string =>
  `${environment}-${new Date(time).toISOString().slice(0, 19).replaceAll(':', '')}Z.backup`

const timeIn = (name: string): number =>
  Date.parse(name.replace(/^.*-(\d{4}-\d\d-\d\dT\d\d)(\d\d)(\d\d)Z\.backup$/, '$1:$2:$3Z'))

/** Those of the names that `nameAt` gives, the newest last. */
export const namesOf = (environment: Environment, names: readonly string[]): readonly string[] =>
  names.filter((name) => timeIn(name) >= 0 && nameAt(environment, timeIn(name)) === name).toSorted()
