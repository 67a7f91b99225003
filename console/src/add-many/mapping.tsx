import { useState } from 'preact/hooks'
import { t } from '../core/language.ts'
import { calendarText } from '../core/time.ts'
import { fieldNames } from '../model/fields.ts'
import { type ColumnName, columnNames, type Columns, columnWords } from './columns.ts'
import { type DayOrder, isAmbiguous, orderIn, readDate } from './dates.ts'
import { type Cells, letterOf, widthOf } from './read-cells.ts'
import type { DayOrders, Row } from './rows.ts'

const dateColumns = ['born', 'arrivedOn'] as const

/** Whether day or month comes first in the dates of each column: as somebody said, or else as the dates show. */
export const ordersOf = (rows: readonly Row[], said: DayOrders): DayOrders =>
  Object.fromEntries(
    dateColumns.map((name) => [name, said[name] ?? orderIn(rows.map((row) => row[name]))]),
  )

/** Maps the columns of the spreadsheet to fields. Profile fields without a column are collapsed. */
export const Mapping = ({
  cells,
  columns,
  onColumns,
}: {
  readonly cells: Cells
  readonly columns: Columns
  readonly onColumns: (columns: Columns) => void
}) => {
  // Keeps the initial grouping while the mapping changes, so that nothing moves.
  const [isMain] = useState(
    () => (name: ColumnName) => columns[name] >= 0 || fieldNames.some((field) => field === name),
  )
  const choice = (name: ColumnName) => (
    <label key={name}>
      {columnWords[name]}
      <select
        value={String(columns[name])}
        onChange={(event) => onColumns({ ...columns, [name]: Number(event.currentTarget.value) })}
      >
        <option value="-1">{name === 'status' ? t('none: all Available') : t('no column')}</option>
        {Array.from({ length: widthOf(cells) }, (_, column) => (
          <option key={column} value={String(column)}>
            {letterOf(column)}: {(cells[0]?.[column] ?? '').slice(0, 30)}
          </option>
        ))}
      </select>
    </label>
  )
  const folded = columnNames.filter((name) => !isMain(name))
  return (
    <>
      <div class="mapping">{columnNames.filter(isMain).map(choice)}</div>
      {folded.length > 0 && (
        <details>
          <summary>{t('More columns')}</summary>
          <div class="mapping">{folded.map(choice)}</div>
        </details>
      )}
    </>
  )
}

/** Asks whether day or month comes first in ambiguous dates, once for all columns. */
export const DayOrderChoices = ({
  rows,
  said,
  onSay,
}: {
  readonly rows: readonly Row[]
  readonly said: DayOrders
  readonly onSay: (said: DayOrders) => void
}) =>
  dateColumns.map((name) => {
    const texts = rows.map((row) => row[name])
    const date = texts.find(isAmbiguous)
    if (date === undefined || orderIn(texts)) return null
    return (
      <div key={name} class="mapping">
        <label>
          {t('{field}: what does {date} mean?', { field: columnWords[name], date })}
          <select
            value={said[name] ?? ''}
            onChange={({ currentTarget: { value } }) =>
              onSay({ ...said, [name]: (value as DayOrder | '') || undefined })
            }
          >
            <option value="">{t('Choose')}</option>
            {(['day', 'month'] as const).map((order) => (
              <option key={order} value={order}>
                {calendarText(readDate(date, order) ?? '')}
              </option>
            ))}
          </select>
        </label>
      </div>
    )
  })
