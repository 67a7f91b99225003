import { t } from '../core/language.ts'
import { copy } from './copy.tsx'

/** An int64 with all its digits, and a button that copies it. */
export const CopyNumber = ({
  value,
  what,
  isOneOfRow = false,
}: {
  readonly value: bigint
  /** What the number identifies, like `animal 17`. */
  readonly what: string
  /** Whether the button is in a row that already has a tab stop. */
  readonly isOneOfRow?: boolean
}) => (
  <button
    type="button"
    class="number"
    tabIndex={isOneOfRow ? -1 : 0}
    title={t('Copy {what}', { what })}
    aria-label={t('Copy {what}', { what })}
    onClick={() => copy(String(value), t('Copied {what}.', { what: value }))}
  >
    {value}
  </button>
)
