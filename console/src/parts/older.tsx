import { useState } from 'preact/hooks'
import { attempt } from './attempt.ts'
import { useLeaving } from './use-load.ts'

/**
 * The button at the foot of a list that shows more of it.
 *
 * @param of what it shows, for screen readers
 * @param read reads on; a second press waits for the first
 */
export const Older = ({
  of,
  read,
}: {
  readonly of: string
  readonly read: (signal: AbortSignal) => Promise<void>
}) => {
  const [isReading, setReading] = useState(false)
  const leaving = useLeaving()
  const readOn = async (): Promise<void> => {
    if (isReading) return
    setReading(true)
    await attempt('The list', () => read(leaving))
    setReading(false)
  }
  return (
    <p class="pager">
      <button type="button" aria-disabled={isReading} onClick={() => void readOn()}>
        Show older<span class="unseen"> {of}</span>
      </button>
    </p>
  )
}
