import { InvalidArgumentError } from 'commander'
import type { Environment } from '../../base/environments.ts'
import { units } from '../kit/options.ts'

/** Rules of retention: the newest backup in each of the last `count` periods of `span` milliseconds is kept. */
export type Keep = ReadonlyArray<{ readonly count: number; readonly span: number }>

const spans: Readonly<Record<string, number>> = { h: units.h, d: units.d, w: 7 * units.d }

/** Parses rules like `24h,7d,4w`. @throws InvalidArgumentError */
export const parseKeep = (text: string): Keep => {
  const keep = text.split(',').map((part) => {
    const [, count, unit = ''] = /^([1-9]\d{0,3})([hdw])$/.exec(part) ?? []
    return { count: Number(count), span: spans[unit] ?? 0 }
  })
  if (new Set(keep.flatMap(({ span }) => span || [])).size === keep.length) return keep
  throw new InvalidArgumentError('It takes numbers of hours, days and weeks, like 24h,7d,4w.')
}

/** Returns the names that no rule keeps. Periods are in UTC; those without a backup do not count. */
export const outdated = (names: readonly string[], keep: Keep): readonly string[] => {
  const newestFirst = names.toSorted().toReversed()
  // 1970 began on a Thursday, and weeks begin on Monday.
  const monday = 3 * units.d
  const kept = new Set<string | undefined>()
  for (const { count, span } of keep) {
    const periods = Map.groupBy(newestFirst, (name) => Math.floor((timeIn(name) + monday) / span))
    for (const [newest] of periods.values().take(count)) kept.add(newest)
  }
  return names.filter((name) => !kept.has(name))
}

/** The name of a backup made at a time: `production-2026-11-26T145000Z.backup`. */
export const nameAt = (environment: Environment, time: number): string =>
  `${environment}-${new Date(time).toISOString().slice(0, 19).replaceAll(':', '')}Z.backup`

const timeIn = (name: string): number =>
  Date.parse(name.replace(/^.*-(\d{4}-\d\d-\d\dT\d\d)(\d\d)(\d\d)Z\.backup$/, '$1:$2:$3Z'))

/** Returns those names that `nameAt` makes for an environment, newest last. */
export const namesOf = (environment: Environment, names: readonly string[]): readonly string[] =>
  names.filter((name) => timeIn(name) >= 0 && nameAt(environment, timeIn(name)) === name).toSorted()
