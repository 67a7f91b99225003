import { dateTimeText } from '../core/date-time.ts'
import type { OrderRow } from './table.ts'

/** How far ahead the end of a hold may be, and is unless the client says otherwise, in milliseconds. */
export const holdLength = { least: 60_000, most: 7 * 86_400_000, usual: 86_400_000 } as const

/** The first and the last instant that the end of a hold may have. */
export type HoldBounds = { readonly earliest: string; readonly latest: string }

/** @param now milliseconds since the Unix epoch */
export const holdBounds = (now: number): HoldBounds => ({
  earliest: dateTimeText(now + holdLength.least),
  latest: dateTimeText(now + holdLength.most),
})

/** Whether a hold may end at an instant. Texts of instants compare as the instants do. */
export const isWithin = ({ earliest, latest }: HoldBounds, instant: string): boolean =>
  earliest <= instant && instant <= latest

/**
 * Whether the hold of an order has ended by the clock, though nobody may have noted it yet.
 *
 * @param now milliseconds since the Unix epoch
 */
export const isOverdue = ({ status, expiresAt }: OrderRow, now: number): boolean =>
  status === 'placed' && expiresAt !== undefined && expiresAt <= dateTimeText(now)
