import { useState } from 'preact/hooks'
import { CategoryNames } from '../categories/datalist.tsx'
import { categories } from '../categories/names.ts'
import { countText } from '../core/time.ts'
import { CopyAs } from '../parts/copy-as.tsx'
import { useSaid } from '../parts/say.ts'
import { Table } from '../parts/table.tsx'
import { callOf } from '../requests/call.ts'
import { quota } from '../session/session.ts'
import {
  type Cells,
  columnKinds,
  columnsByOrder,
  columnsOfHeadings,
  letterOf,
} from './read-cells.ts'
import { batchesOf, equalRows, type Faults, faultsOf, newPetOf, type Row, rowsOf } from './rows.ts'
import { kindWords, ToFix } from './to-fix.tsx'

/** Maps the columns, and shows each fault in its place, before anything is sent. */
export const Check = ({
  cells,
  onBack,
  onAdd,
}: {
  readonly cells: Cells
  readonly onBack: () => void
  readonly onAdd: (rows: readonly Row[]) => void
}) => {
  const found = columnsOfHeadings(cells[0] ?? [])
  const [hasHeadings, setHeadings] = useState(found !== undefined)
  const [columns, setColumns] = useState(found ?? columnsByOrder(cells))
  const [category, setCategory] = useState('')
  const [mended, setMended] = useState<ReadonlyMap<number, Partial<Row>>>(new Map())
  const named = categories.value ?? []
  const rows = rowsOf(cells, columns, hasHeadings, category).map((row) => ({
    ...row,
    ...mended.get(row.number),
  }))
  const faults = new Map<number, Faults>(rows.map((row) => [row.number, faultsOf(row, named)]))
  const isFaulty = ({ number }: Row): boolean => Object.keys(faults.get(number) ?? {}).length > 0
  const toFix = rows.filter(isFaulty)
  const ready = rows.filter((row) => row.isOut !== true && !isFaulty(row))
  const [leavesOut, setLeavesOut] = useState(false)
  const width = Math.max(...cells.map((row) => row.length))
  const batches = batchesOf(ready.map((row) => newPetOf(row, named)))
  const left = quota.value?.windows.find(({ name }) => name === 'day')?.remaining
  const mend = (row: Row, change: Partial<Row>): void =>
    setMended(new Map(mended).set(row.number, { ...mended.get(row.number), ...change }))
  const summary = `${countText(rows.length)} ${rows.length === 1 ? 'row' : 'rows'}: ${countText(ready.length)} ready, ${countText(toFix.length)} to fix.`
  useSaid(summary)
  const mayAdd = ready.length > 0 && (toFix.length === 0 || leavesOut)
  return (
    <>
      <div class="mapping">
        {columnKinds.map((kind) => (
          <label key={kind}>
            {kindWords[kind]}
            <select
              value={String(columns[kind])}
              onChange={(event) =>
                setColumns({ ...columns, [kind]: Number(event.currentTarget.value) })
              }
            >
              <option value="-1">{kind === 'status' ? 'none: all Available' : 'none'}</option>
              {Array.from({ length: width }, (_, column) => (
                <option key={column} value={String(column)}>
                  {letterOf(column)}: {(cells[0]?.[column] ?? '').slice(0, 30)}
                </option>
              ))}
            </select>
          </label>
        ))}
        {columns.category < 0 && (
          <label>
            Category of all
            <input
              list="categories-of-rows"
              value={category}
              onInput={(event) => setCategory(event.currentTarget.value)}
            />
          </label>
        )}
      </div>
      <p>
        <label>
          <input
            type="checkbox"
            checked={hasHeadings}
            onChange={(event) => setHeadings(event.currentTarget.checked)}
          />{' '}
          The first row has headings
        </label>
      </p>
      <CategoryNames id="categories-of-rows" />
      <p>
        <b>{summary}</b>
      </p>
      <Equals rows={rows} leaveOut={(row) => mend(row, { isOut: true })} />
      <ToFix rows={rows} faults={faults} mended={mended} mend={mend} />
      {ready.length > 0 && <Ready rows={ready} />}
      <p class="hint">
        Takes {countText(batches.length)} {batches.length === 1 ? 'request' : 'requests'}
        {left !== undefined && ` of the ${countText(left)} left today`}. Animals are added a hundred
        at a time; if you stop, those added stay.
      </p>
      {toFix.length > 0 && (
        <p>
          <label>
            <input
              type="checkbox"
              checked={leavesOut}
              onChange={(event) => setLeavesOut(event.currentTarget.checked)}
            />{' '}
            Leave out the {countText(toFix.length)} to fix
          </label>
        </p>
      )}
      <p class="actions">
        <button
          type="button"
          class="primary"
          aria-disabled={!mayAdd}
          onClick={() => {
            if (mayAdd) onAdd(rows)
            else document.querySelector<HTMLElement>('.to-fix input')?.focus()
          }}
        >
          Add {countText(ready.length)} {ready.length === 1 ? 'animal' : 'animals'}
        </button>
        <button type="button" onClick={onBack}>
          Back
        </button>
      </p>
      {batches[0] !== undefined && (
        <CopyAs
          key={batches[0].length}
          calls={[['Add the first of these', callOf('pets', 'createAll', batches[0].slice(0, 3))]]}
        />
      )}
    </>
  )
}

/** Rows that are there twice. */
const Equals = ({
  rows,
  leaveOut,
}: {
  readonly rows: readonly Row[]
  readonly leaveOut: (row: Row) => void
}) => (
  <>
    {equalRows(rows)
      .slice(0, 10)
      .map(({ row, first }) => (
        <p key={row.number} class="notice">
          <span>
            Rows {first} and {row.number} are the same.
          </span>
          <button type="button" onClick={() => leaveOut(row)}>
            Leave {row.number} out
          </button>
        </p>
      ))}
  </>
)

/** Rows of the ready ones that are shown; the rest is like them. */
const mostShown = 100

const Ready = ({ rows }: { readonly rows: readonly Row[] }) => (
  <details>
    <summary>
      {rows.length > mostShown ? `Show the first ${mostShown} that are` : 'Show those that are'}{' '}
      ready
    </summary>
    <div class="wide" role="region" tabIndex={0} aria-label="Rows that are ready">
      <Table
        look="figures"
        caption="Rows that are ready"
        columns={['Row', ...columnKinds.map((kind) => kindWords[kind])]}
      >
        {rows.slice(0, mostShown).map((row) => (
          <tr key={row.number}>
            <td class="right">{row.number}</td>
            <th scope="row">
              <bdi>{row.name}</bdi>
            </th>
            <td>
              <bdi>{row.category}</bdi>
            </td>
            <td>{row.status === '' ? 'Available' : row.status}</td>
          </tr>
        ))}
      </Table>
    </div>
  </details>
)
