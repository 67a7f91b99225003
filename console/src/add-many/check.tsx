import type { ComponentChildren } from 'preact'
import { CategoryNames } from '../categories/datalist.tsx'
import { categories } from '../categories/names.ts'
import { countText, t } from '../core/language.ts'
import { minute, spanText } from '../core/time.ts'
import { CopyAs } from '../parts/copy-as.tsx'
import { useSaid } from '../parts/say.ts'
import { useDraft } from '../parts/use-draft.ts'
import { callOf } from '../requests/call.ts'
import { quota } from '../session/session.ts'
import { type Columns, columnsOfHeadings } from './columns.ts'
import { DayOrderChoices, Mapping, ordersOf } from './mapping.tsx'
import { type Cells, columnsByOrder } from './read-cells.ts'
import { Ready } from './ready.tsx'
import {
  type Batches,
  batchesOf,
  type DayOrders,
  equalRows,
  equalsOf,
  type JudgedRow,
  judgeAll,
  petsOf,
  type Row,
  rowsOf,
} from './rows.ts'
import { requestsAMinute } from './send.tsx'
import { type Mend, ToFix } from './to-fix.tsx'

/** What somebody said about the cells. Like everything typed, it is kept for the tab. */
type Said = {
  readonly hasHeadings: boolean
  readonly columns: Columns
  /** The category of all animals, if no column has it. */
  readonly category: string
  readonly orders: DayOrders
  readonly mended: Readonly<Record<number, Partial<Row>>>
  readonly leavesOut: boolean
}

/** Maps the columns, and shows each fault in place, before anything is sent. */
export const Check = ({
  cells,
  onBack,
  onAdd,
}: {
  readonly cells: Cells
  readonly onBack: () => void
  readonly onAdd: (batches: Batches, left: readonly JudgedRow[]) => void
}) => {
  const found = columnsOfHeadings(cells[0])
  const { typed, change, drop } = useDraft<Said>('add-many-check', () => ({
    hasHeadings: found !== undefined,
    columns: found ?? columnsByOrder(cells),
    category: '',
    orders: {},
    mended: {},
    leavesOut: false,
  }))
  const { hasHeadings, columns, category, orders, mended, leavesOut } = typed
  const pasted = rowsOf(cells, columns, hasHeadings, category)
  const rows = judgeAll(
    pasted.map((row) => ({ ...row, ...mended[row.number] })),
    categories.value,
    ordersOf(pasted, orders),
  )
  const taken = rows.filter(({ isOut }) => !isOut)
  const ready = taken.filter(({ arrival }) => arrival)
  const toFix = taken.length - ready.length
  const arrivals = ready.flatMap(({ arrival }) => arrival ?? [])
  const batches = batchesOf(arrivals)
  const requests = batches.length + arrivals.filter(({ profile }) => profile).length
  const left = quota.value.find(({ name }) => name === 'day')?.remaining
  const mend: Mend = (row, part) =>
    change({
      mended: {
        ...mended,
        ...Object.fromEntries(
          [row, ...equalsOf(row, part, pasted, mended)].map(({ number }) => [
            number,
            { ...mended[number], ...part },
          ]),
        ),
      },
    })
  const span = Math.ceil(requests / requestsAMinute())
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
      <Mapping cells={cells} columns={columns} onColumns={(next) => change({ columns: next })} />
      <DayOrderChoices rows={pasted} said={orders} onSay={(next) => change({ orders: next })} />
      {columns.categoryId < 0 && (
        <div class="mapping">
          <label>
            {t('Category of all')}
            <input
              list="categories-of-rows"
              value={category}
              onInput={(event) => change({ category: event.currentTarget.value })}
            />
          </label>
        </div>
      )}
      <Tick isOn={hasHeadings} onChange={(isOn) => change({ hasHeadings: isOn })}>
        {t('The first row has headings')}
      </Tick>
      {hasHeadings && notTaken.length > 0 && (
        <p class="hint">{t('Columns not used: {fields}.', { fields: notTaken.join(', ') })}</p>
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
      {/* A fixed cell keeps its input, so that nothing moves while somebody types. */}
      <ToFix rows={rows.filter(({ arrival, number }) => !arrival || mended[number])} mend={mend} />
      {ready.length > 0 && <Ready rows={ready} />}
      <p class="hint">
        {left === undefined
          ? t('Takes {count} request.|Takes {count} requests.', { count: requests })
          : t(
              'Takes {count} request of the {left} left today.|Takes {count} requests of the {left} left today.',
              { count: requests, left: countText(left) },
            )}{' '}
        {span > 1 && t('It takes about {span}.', { span: spanText(span * minute) })}{' '}
        {t('Animals are added a hundred at a time; if you stop, those added stay.')}
      </p>
      {toFix > 0 && (
        <Tick isOn={leavesOut} onChange={(isOn) => change({ leavesOut: isOn })}>
          {t('Leave out the {count} to fix', { count: toFix })}
        </Tick>
      )}
      <p class="actions">
        <button
          type="button"
          class="primary"
          aria-disabled={!mayAdd}
          onClick={() => {
            if (mayAdd) {
              drop()
              onAdd(
                batches,
                rows.filter((row) => !ready.includes(row)),
              )
            } else document.querySelector<HTMLElement>('.to-fix input')?.focus()
          }}
        >
          {t('Add {count} animal|Add {count} animals', { count: ready.length })}
        </button>
        <button
          type="button"
          onClick={() => {
            drop()
            onBack()
          }}
        >
          {t('Back')}
        </button>
      </p>
      {batches[0] && (
        <CopyAs
          key={batches[0].length}
          calls={[
            [
              t('Add the first of these'),
              callOf('pets', 'createAll', petsOf(batches[0].slice(0, 3))),
            ],
          ]}
        />
      )}
    </>
  )
}

/** The headings of the columns that are not used. */
const leftColumns = (cells: Cells, columns: Columns): readonly string[] =>
  (cells[0] ?? []).filter((heading, at) => heading !== '' && !Object.values(columns).includes(at))

/** A checkbox. */
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
