import { useId, useRef } from 'preact/hooks'
import { countText } from '../core/time.ts'
import { Icon } from '../parts/icons.tsx'
import { type ColumnKind, columnKinds } from './read-cells.ts'
import type { Faults, Row } from './rows.ts'

/** What the fields are called. */
export const kindWords: Readonly<Record<ColumnKind, string>> = {
  name: 'Name',
  category: 'Category',
  status: 'Status',
}

/** Rows to fix that are shown at once. Others follow as these are fixed. */
const mostShown = 50

/** The rows with faults, to be fixed in place. Only what is wrong is a field, so Tab goes from fault to fault. */
export const ToFix = ({
  rows,
  faults,
  mended,
  mend,
}: {
  readonly rows: readonly Row[]
  readonly faults: ReadonlyMap<number, Faults>
  readonly mended: ReadonlyMap<number, Partial<Row>>
  readonly mend: (row: Row, change: Partial<Row>) => void
}) => {
  // A fault that is fixed keeps its field, so that nothing jumps while somebody types.
  const isShown = (row: Row): boolean =>
    row.isOut === true || mended.has(row.number) || hasFaults(faults.get(row.number))
  const shown = rows.filter(isShown)
  if (shown.length === 0) return null
  return (
    <ul class="to-fix" aria-label="Rows to fix">
      {shown.slice(0, mostShown).map((row) => (
        <FixedRow
          key={row.number}
          row={row}
          faults={faults.get(row.number) ?? {}}
          mend={(change) => mend(row, change)}
        />
      ))}
      {shown.length > mostShown && (
        <li class="hint">
          and {countText(shown.length - mostShown)} more, shown as these are left
        </li>
      )}
    </ul>
  )
}

const hasFaults = (faults: Faults | undefined): boolean => Object.keys(faults ?? {}).length > 0

const FixedRow = ({
  row,
  faults,
  mend,
}: {
  readonly row: Row
  readonly faults: Faults
  readonly mend: (change: Partial<Row>) => void
}) => {
  const wasWrong = useRef(new Set<ColumnKind>())
  for (const kind of columnKinds) if (faults[kind] !== undefined) wasWrong.current.add(kind)
  const isOut = row.isOut === true
  return (
    <li class={isOut ? 'is-out' : ''}>
      <b>Row {row.number}</b>
      {columnKinds.map((kind) =>
        wasWrong.current.has(kind) && !isOut ? (
          <Cell key={kind} row={row} kind={kind} fault={faults[kind]} mend={mend} />
        ) : (
          <span key={kind}>
            <bdi>{row[kind]}</bdi>
          </span>
        ),
      )}
      {isOut ? (
        <button type="button" onClick={() => mend({ isOut: false })}>
          Take in<span class="unseen"> row {row.number}</span>
        </button>
      ) : (
        <button type="button" onClick={() => mend({ isOut: true })}>
          Leave out<span class="unseen"> row {row.number}</span>
        </button>
      )}
      {!isOut && !hasFaults(faults) && (
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
  fault,
  mend,
}: {
  readonly row: Row
  readonly kind: ColumnKind
  readonly fault: string | undefined
  readonly mend: (change: Partial<Row>) => void
}) => {
  const id = useId()
  return (
    <span class="cell">
      <input
        dir="auto"
        aria-label={`${kindWords[kind]} of row ${row.number}`}
        aria-invalid={fault !== undefined}
        aria-describedby={fault === undefined ? undefined : id}
        type="text"
        list={kind === 'category' ? 'categories-of-rows' : 'none'}
        value={row[kind]}
        onInput={(event) => mend({ [kind]: event.currentTarget.value })}
      />
      {fault !== undefined && (
        <span class="fault" id={id}>
          {fault}
        </span>
      )}
    </span>
  )
}
