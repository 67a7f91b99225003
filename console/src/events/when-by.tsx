import { rich } from '../core/language.ts'
import type { StoreEvent } from '../../../client/src/index.ts'
import { timeText } from '../core/time.ts'

/** When something happened, and by whose key. */
export const WhenBy = ({ event: { timestamp, by } }: { readonly event: StoreEvent }) => (
  <small>
    {by
      ? rich('{time} by {name}', { time: timeText(timestamp), name: <bdi>{by}</bdi> })
      : timeText(timestamp)}
  </small>
)
