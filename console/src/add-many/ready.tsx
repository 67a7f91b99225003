import { t } from '../core/language.ts'
import { fieldNames } from '../model/fields.ts'
import { Table } from '../parts/table.tsx'
import { type ColumnName, columnNames, columnWords } from './columns.ts'
import type { Row } from './rows.ts'
import { shownText } from './to-fix.tsx'

/** The columns with a value in some row, and those that every animal has. */
export const filledColumns = (rows: readonly Partial<Row>[]): readonly ColumnName[] =>
  columnNames.filter(
    (name) => fieldNames.some((field) => field === name) || rows.some((row) => row[name]),
  )

/** The maximum number of ready rows to show. */
const maxShown = 100

/** The rows without faults, collapsed. */
export const Ready = ({ rows }: { readonly rows: readonly Row[] }) => {
  const columns = filledColumns(rows).filter((name) => name !== 'name')
  return (
    <details>
      <summary>
        {rows.length > maxShown
          ? t('Show the first {count} that are ready', { count: maxShown })
          : t('Show those that are ready')}
      </summary>
      <div class="wide" role="region" tabIndex={0} aria-label={t('Rows that are ready')}>
        <Table
          look="figures"
          caption={t('Rows that are ready')}
          columns={[t('Row'), columnWords.name, ...columns.map((name) => columnWords[name])]}
        >
          {rows.slice(0, maxShown).map((row) => (
            <tr key={row.number}>
              <td class="right">{row.number}</td>
              <th scope="row">
                <bdi>{row.name}</bdi>
              </th>
              {columns.map((name) => (
                <td key={name}>
                  <bdi>{shownText(row, name)}</bdi>
                </td>
              ))}
            </tr>
          ))}
        </Table>
      </div>
    </details>
  )
}
