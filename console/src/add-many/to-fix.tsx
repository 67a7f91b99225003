import { useRef } from 'preact/hooks'
import { useNewId } from '../parts/use-new-id.ts'
import { t } from '../core/language.ts'
import { type FieldName, fieldNames, fieldWords } from '../model/fields.ts'
import { Icon } from '../parts/icons.tsx'
import type { JudgedRow, Row } from './rows.ts'

/** Rows to fix that are shown at once. Others follow as these are fixed. */
const maxShown = 50

/** Changes a row. */
export type Mend = (row: Row, change: Partial<Row>) => void

/** The rows with faults, to be fixed in place. Only what is wrong is a field, so Tab goes from fault to fault. */
export const ToFix = ({
  rows,
  mend,
}: {
  readonly rows: readonly JudgedRow[]
  readonly mend: Mend
}) =>
  rows.length > 0 && (
    <ul class="to-fix" aria-label={t('Rows to fix')}>
      {rows.slice(0, maxShown).map((row) => (
        <FixedRow key={row.number} row={row} mend={mend} />
      ))}
      {rows.length > maxShown && (
        <li class="hint">
          {t('and {count} more, shown as these are left', { count: rows.length - maxShown })}
        </li>
      )}
    </ul>
  )

const FixedRow = ({ row, mend }: { readonly row: JudgedRow; readonly mend: Mend }) => {
  const { number, isOut = false, faults, pet } = row
  const wasWrong = useRef(new Set<FieldName>()).current
  return (
    <li class={isOut ? 'is-out' : ''}>
      <b>{t('Row {row}', { row: number })}</b>
      {fieldNames.map((kind) => {
        if (faults[kind]) wasWrong.add(kind)
        return wasWrong.has(kind) && !isOut ? (
          <Cell key={kind} row={row} kind={kind} mend={mend} />
        ) : (
          <span key={kind}>
            <bdi>{row[kind]}</bdi>
          </span>
        )
      })}
      <button
        type="button"
        aria-label={
          isOut
            ? t('Put back in row {row}', { row: number })
            : t('Leave out row {row}', { row: number })
        }
        onClick={() => mend(row, { isOut: !isOut })}
      >
        {isOut ? t('Put back in') : t('Leave out')}
      </button>
      {!isOut && pet && (
        <span class="fine">
          <Icon name="tick" /> {t('Ready')}
        </span>
      )}
    </li>
  )
}

const Cell = ({
  row,
  kind,
  mend,
}: {
  readonly row: JudgedRow
  readonly kind: FieldName
  readonly mend: Mend
}) => {
  const id = useNewId()
  const fault = row.faults[kind]
  return (
    <span class="cell">
      <input
        dir="auto"
        aria-label={t('{field} of row {row}', { field: fieldWords[kind], row: row.number })}
        aria-invalid={fault !== undefined}
        aria-describedby={fault && id}
        type="text"
        list={kind === 'categoryId' ? 'categories-of-rows' : 'none'}
        value={row[kind]}
        onInput={(event) => mend(row, { [kind]: event.currentTarget.value })}
      />
      {fault && (
        <span class="fault" id={id}>
          {fault}
        </span>
      )}
    </span>
  )
}
