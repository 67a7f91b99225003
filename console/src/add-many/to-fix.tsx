import { useRef } from 'preact/hooks'
import { useNewId } from '../parts/use-new-id.ts'
import { countText } from '../core/language.ts'
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
    <ul class="to-fix" aria-label="Rows to fix">
      {rows.slice(0, maxShown).map((row) => (
        <FixedRow key={row.number} row={row} mend={mend} />
      ))}
      {rows.length > maxShown && (
        <li class="hint">and {countText(rows.length - maxShown)} more, shown as these are left</li>
      )}
    </ul>
  )

const FixedRow = ({ row, mend }: { readonly row: JudgedRow; readonly mend: Mend }) => {
  const { number, isOut = false, faults, pet } = row
  const wasWrong = useRef(new Set<FieldName>()).current
  return (
    <li class={isOut ? 'is-out' : ''}>
      <b>Row {number}</b>
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
      <button type="button" onClick={() => mend(row, { isOut: !isOut })}>
        {isOut ? 'Put back in' : 'Leave out'}
        <span class="unseen"> row {number}</span>
      </button>
      {!isOut && pet && (
        <span class="fine">
          <Icon name="tick" /> Ready
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
        aria-label={`${fieldWords[kind]} of row ${row.number}`}
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
