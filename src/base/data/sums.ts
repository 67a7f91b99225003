import type { Row } from './table.ts'

/** What a write counts for: the sum with this name, part and measure, of its slot of time. */
export type Sum = {
  /** No other table has it. */
  readonly name: string
  readonly part?: bigint | string | undefined
  /** A whole number from 0 on. */
  readonly measure?: number | undefined
}

/** Says what a write to a row counts for, if it does, at a Unix time in milliseconds. It is pure. */
export type SumOf = (before: Row | undefined, after: Row | undefined, at: number) => Sum | undefined

/** Milliseconds of a slot of time. Every time zone is ahead of UTC, or behind it, by a multiple. */
const slotLength = 900_000

/** @param at milliseconds since the Unix epoch */
export const slotOf = (at: number): number => Math.floor(at / slotLength)

/** Sums of ranges of slots, each from its first slot to the one before its end. */
export type SumsQuery = {
  /** All parts together, if it is undefined. */
  readonly part: Sum['part']
  readonly ranges: ReadonlyArray<{ readonly first: number; readonly end: number }>
}

export type RangeSum = {
  readonly range: number
  readonly name: string
  readonly measure: number | undefined
  readonly count: number
}
