import type { StoreEvent } from '../../../client/src/index.ts'
import { timeText } from '../core/time.ts'

/** When something happened, and by whose key. */
export const WhenBy = ({ event: { timestamp, by } }: { readonly event: StoreEvent }) => (
  <small>
    {timeText(timestamp)}
    {by && (
      <>
        {' '}
        by <bdi>{by}</bdi>
      </>
    )}
  </small>
)
