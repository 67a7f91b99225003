import { useRef } from 'preact/hooks'
import { useNewId } from '../parts/use-new-id.ts'
import { categories } from '../categories/names.ts'
import { nearName } from '../categories/category-id.ts'
import { t } from '../core/language.ts'
import { fieldNames } from '../model/fields.ts'
import { profileChoices, valueText } from '../model/profile-fields.ts'
import { Icon } from '../parts/icons.tsx'
import { Table } from '../parts/table.tsx'
import { petWords } from '../words.ts'
import { type ColumnName, columnNames, columnWords } from './columns.ts'
import type { JudgedRow, Row } from './rows.ts'

/** The maximum number of rows to fix that are shown. Others follow as these are fixed. */
const maxShown = 50

/** Changes a row. */
export type Mend = (row: Row, change: Partial<Row>) => void

/** The possible values of a column with a choice, as people write them. */
const choices: Readonly<Partial<Record<ColumnName, readonly string[]>>> = {
  status: Object.values(petWords),
  sex: (profileChoices.sex ?? []).map((value) => valueText('sex', value)),
  size: (profileChoices.size ?? []).map((value) => valueText('size', value)),
}

/**
 * The rows with faults, to be fixed in place. Only cells with a fault are inputs, so Tab goes from fault to
 * fault. Of the profile, only columns with a fault are shown.
 */
export const ToFix = ({
  rows,
  mend,
}: {
  readonly rows: readonly JudgedRow[]
  readonly mend: Mend
}) => {
  /** The cells with an input. A cell keeps it after it is fixed, so that nothing moves while somebody types. */
  const wasWrong = useRef(new Set<string>()).current
  const shown = rows.slice(0, maxShown)
  for (const { number, faults } of shown)
    for (const name of columnNames) if (faults[name]) wasWrong.add(`${number} ${name}`)
  const columns = columnNames.filter(
    (name) =>
      fieldNames.some((field) => field === name) ||
      shown.some(({ number }) => wasWrong.has(`${number} ${name}`)),
  )
  return (
    rows.length > 0 && (
      <>
        <Table
          look="to-fix"
          caption={t('Rows to fix')}
          columns={[
            t('Row'),
            ...columns.map((name) => columnWords[name]),
            [t('What you can do'), 'unseen'],
          ]}
        >
          {shown.map((row) => (
            <tr key={row.number} class={row.isOut ? 'is-out' : ''}>
              <th scope="row" data-label={t('Row')}>
                {row.number}
              </th>
              {columns.map((name) => (
                <td key={name} data-label={columnWords[name]}>
                  {wasWrong.has(`${row.number} ${name}`) && !row.isOut ? (
                    <Cell row={row} name={name} mend={mend} />
                  ) : (
                    shownText(row, name) && <bdi>{shownText(row, name)}</bdi>
                  )}
                </td>
              ))}
              <td>
                <button
                  type="button"
                  aria-label={
                    row.isOut
                      ? t('Put back in row {row}', { row: row.number })
                      : t('Leave out row {row}', { row: row.number })
                  }
                  onClick={() => mend(row, { isOut: !row.isOut })}
                >
                  {row.isOut ? t('Put back in') : t('Leave out')}
                </button>{' '}
                {!row.isOut && row.arrival && (
                  <span class="fine">
                    <Icon name="tick" /> {t('Ready')}
                  </span>
                )}
              </td>
            </tr>
          ))}
        </Table>
        {rows.length > maxShown && (
          <p class="hint">
            {t('and {count} more, shown as these are left', { count: rows.length - maxShown })}
          </p>
        )}
        {Object.entries(choices).map(([name, words]) => (
          <datalist key={name} id={`${name}-of-rows`}>
            {words.map((word) => (
              <option key={word} value={word} />
            ))}
          </datalist>
        ))}
      </>
    )
  )
}

/** The text of a cell; an animal without a status is available. */
export const shownText = (row: Row, name: ColumnName): string =>
  row[name] || (name === 'status' ? petWords.available : '')

const Cell = ({
  row,
  name,
  mend,
}: {
  readonly row: JudgedRow
  readonly name: ColumnName
  readonly mend: Mend
}) => {
  const id = useNewId()
  const fault = row.faults[name]
  const near = fault && name === 'categoryId' && nearName(row[name], categories.value)
  return (
    <>
      <input
        dir="auto"
        aria-label={t('{field} of row {row}', { field: columnWords[name], row: row.number })}
        aria-invalid={fault !== undefined}
        aria-describedby={fault && id}
        type="text"
        list={name === 'categoryId' ? 'categories-of-rows' : `${name}-of-rows`}
        value={row[name]}
        onInput={(event) => mend(row, { [name]: event.currentTarget.value })}
      />
      {fault && (
        <span class="fault" id={id}>
          {fault}
        </span>
      )}
      {near && (
        <button type="button" onClick={() => mend(row, { [name]: near })}>
          {t('Did you mean {name}?', { name: near })}
        </button>
      )}
    </>
  )
}
