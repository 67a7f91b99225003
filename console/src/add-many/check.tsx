import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { CategoryNames } from '../categories/datalist.tsx'
import { categories } from '../categories/names.ts'
import { countText, t } from '../core/language.ts'
import { fieldNames, fieldWords, textFields } from '../model/fields.ts'
import { CopyAs } from '../parts/copy-as.tsx'
import { useSaid } from '../parts/say.ts'
import { Table } from '../parts/table.tsx'
import { callOf } from '../requests/call.ts'
import { quota } from '../session/session.ts'
import {
  type Cells,
  type Columns,
  columnsByOrder,
  columnsOfHeadings,
  letterOf,
  widthOf,
} from './read-cells.ts'
import { petWords } from '../words.ts'
import { type Batches, batchesOf, equalRows, equalsOf, judge, type Row, rowsOf } from './rows.ts'
import { type Mend, ToFix } from './to-fix.tsx'

/** Maps the columns, and shows each fault in its place, before anything is sent. */
export const Check = ({
  cells,
  onBack,
  onAdd,
}: {
  readonly cells: Cells
  readonly onBack: () => void
  readonly onAdd: (batches: Batches, left: readonly Row[]) => void
}) => {
  const found = columnsOfHeadings(cells[0])
  const [hasHeadings, setHeadings] = useState(found !== undefined)
  const [columns, setColumns] = useState(found ?? columnsByOrder(cells))
  const [category, setCategory] = useState('')
  const [mended, setMended] = useState<Readonly<Record<number, Partial<Row>>>>({})
  const [leavesOut, setLeavesOut] = useState(false)
  const pasted = rowsOf(cells, columns, hasHeadings, category)
  const rows = pasted.map((row) => judge({ ...row, ...mended[row.number] }, categories.value))
  const taken = rows.filter(({ isOut }) => isOut !== true)
  const ready = taken.filter(({ pet }) => pet)
  const toFix = taken.length - ready.length
  const batches = batchesOf(ready.flatMap(({ pet }) => pet ?? []))
  const left = quota.value.find(({ name }) => name === 'day')?.remaining
  const mend: Mend = (row, change) =>
    setMended({
      ...mended,
      ...Object.fromEntries(
        [row, ...equalsOf(row, change, pasted, mended)].map(({ number }) => [
          number,
          { ...mended[number], ...change },
        ]),
      ),
    })
  const notTaken = leftColumns(cells, columns)
  const summary = t(
    '{count} row: {ready} ready, {toFix} to fix.|{count} rows: {ready} ready, {toFix} to fix.',
    {
      count: rows.length,
      ready: countText(ready.length),
      toFix: countText(toFix),
    },
  )
  useSaid(summary)
  const mayAdd = ready.length > 0 && (toFix === 0 || leavesOut)
  return (
    <>
      <div class="mapping">
        {fieldNames.map((kind) => (
          <label key={kind}>
            {fieldWords[kind]}
            <select
              value={String(columns[kind])}
              onChange={(event) =>
                setColumns({ ...columns, [kind]: Number(event.currentTarget.value) })
              }
            >
              <option value="-1">
                {kind === 'status' ? t('none: all Available') : t('no column')}
              </option>
              {Array.from({ length: widthOf(cells) }, (_, column) => (
                <option key={column} value={String(column)}>
                  {letterOf(column)}: {(cells[0]?.[column] ?? '').slice(0, 30)}
                </option>
              ))}
            </select>
          </label>
        ))}
        {columns.categoryId < 0 && (
          <label>
            {t('Category of all')}
            <input
              list="categories-of-rows"
              value={category}
              onInput={(event) => setCategory(event.currentTarget.value)}
            />
          </label>
        )}
      </div>
      <Tick isOn={hasHeadings} onChange={setHeadings}>
        {t('The first row has headings')}
      </Tick>
      {hasHeadings && notTaken.length > 0 && (
        <p class="hint">
          {t('Not taken: {fields}. Describe each animal on its page.', {
            fields: notTaken.join(', '),
          })}
        </p>
      )}
      <CategoryNames id="categories-of-rows" />
      <p>
        <b>{summary}</b>
      </p>
      {equalRows(rows)
        .slice(0, 10)
        .map(({ row, first }) => (
          <p key={row.number} class="notice">
            <span>
              {t('Rows {first} and {second} are the same.', { first, second: row.number })}
            </span>
            <button type="button" onClick={() => mend(row, { isOut: true })}>
              {t('Leave {row} out', { row: row.number })}
            </button>
          </p>
        ))}
      {/* A fault that is fixed keeps its field, so that nothing jumps while somebody types. */}
      <ToFix rows={rows.filter(({ pet, number }) => !pet || mended[number])} mend={mend} />
      {ready.length > 0 && <Ready rows={ready} />}
      <p class="hint">
        {left === undefined
          ? t('Takes {count} request.|Takes {count} requests.', { count: batches.length })
          : t(
              'Takes {count} request of the {left} left today.|Takes {count} requests of the {left} left today.',
              { count: batches.length, left: countText(left) },
            )}{' '}
        {t('Animals are added a hundred at a time; if you stop, those added stay.')}
      </p>
      {toFix > 0 && (
        <Tick isOn={leavesOut} onChange={setLeavesOut}>
          {t('Leave out the {count} to fix', { count: toFix })}
        </Tick>
      )}
      <p class="actions">
        <button
          type="button"
          class="primary"
          aria-disabled={!mayAdd}
          onClick={() => {
            if (mayAdd)
              onAdd(
                batches,
                rows.filter((row) => !ready.includes(row)),
              )
            else document.querySelector<HTMLElement>('.to-fix input')?.focus()
          }}
        >
          {t('Add {count} animal|Add {count} animals', { count: ready.length })}
        </button>
        <button type="button" onClick={onBack}>
          {t('Back')}
        </button>
      </p>
      {batches[0] && (
        <CopyAs
          key={batches[0].length}
          calls={[
            [t('Add the first of these'), callOf('pets', 'createAll', batches[0].slice(0, 3))],
          ]}
        />
      )}
    </>
  )
}

/** The columns that are not taken, as the first row calls them. */
const leftColumns = (cells: Cells, columns: Columns): readonly string[] =>
  (cells[0] ?? []).filter((heading, at) => heading !== '' && !Object.values(columns).includes(at))

/** A choice of its own: yes or no. */
const Tick = ({
  isOn,
  onChange,
  children,
}: {
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
  readonly children: ComponentChildren
}) => (
  <p>
    <label>
      <input
        type="checkbox"
        checked={isOn}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />{' '}
      {children}
    </label>
  </p>
)

/** Rows of the ready ones that are shown; the rest is like them. */
const maxShown = 100

const Ready = ({ rows }: { readonly rows: readonly Row[] }) => (
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
        columns={[t('Row'), ...Object.values(fieldWords)]}
      >
        {rows.slice(0, maxShown).map((row) => (
          <tr key={row.number}>
            <td class="right">{row.number}</td>
            <th scope="row">
              <bdi>{row.name}</bdi>
            </th>
            <td>
              <bdi>{row.categoryId}</bdi>
            </td>
            <td>{row.status || petWords.available}</td>
            {textFields.map((field) => (
              <td key={field}>
                <bdi>{row[field]}</bdi>
              </td>
            ))}
          </tr>
        ))}
      </Table>
    </div>
  </details>
)
