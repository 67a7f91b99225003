import { useState } from 'preact/hooks'
import { t } from '../core/language.ts'
import { attempt } from './attempt.ts'
import { useLeaving } from './use-load.ts'

/**
 * The button at the end of a list that loads more of it.
 *
 * @param of what the button loads, for screen readers
 * @param read reads the next page; a second press waits for the first
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
    await attempt(t('The list'), () => read(leaving))
    setReading(false)
  }
  return (
    <p class="pager">
      <button
        type="button"
        aria-disabled={isReading}
        aria-label={t('Show older {what}', { what: of })}
        onClick={() => void readOn()}
      >
        {t('Show older')}
      </button>
    </p>
  )
}
