import assert from 'node:assert/strict'
import {
  type Direction,
  maxScanned,
  type Page,
  type PageQuery,
  type Position,
  type Store,
} from '../../src/base/data/store.ts'
import { slotOf, type PublicRowOf, type Table } from '../../src/base/data/table.ts'
import { act } from '../helpers/act.ts'
import { parseExactly } from '../helpers/exact-json.ts'
import {
  addReminder,
  labels,
  loans,
  mostLoans,
  paintThing,
  reminders,
  takeLoan,
  things,
} from '../helpers/things.ts'
import {
  add,
  type AddContract,
  atOnce,
  callers,
  evening,
  morning,
  noon,
  once,
  resultOf,
} from './store-case.ts'

/** Tests what a rule can read and count, what of it is shown, and the lists that follow from it. */
export const ruleContract = (it: AddContract): void => {
  it('64 callers at once and an import beside them leave exact totals', async (store) => {
    const { data } = store
    const colors = ['red', 'blue', 'green']
    const ids = (await Promise.all(atOnce(() => add(data, { color: 'red' })))).map(({ id }) => id)
    const imported = Array.from({ length: 2_500 }, (_, n) => ({ color: colors[n % 2] ?? 'red' }))
    await Promise.all([
      store.importThings(imported),
      ...ids.map(async (id, n) => {
        await data.apply(paintThing(id, colors[n % 3]), act)
        await Promise.allSettled([
          add(data, { color: 'green' }),
          data.apply({ kind: 'thing.fail' }, act),
        ])
        if (n % 4 === 0) await data.apply(paintThing(id, undefined), act)
      }),
    ])
    const counted = new Map<string, bigint>()
    for (const { color } of await pagesOf(data, things, {}, 100)) {
      counted.set(color, (counted.get(color) ?? 0n) + 1n)
    }
    assert.deepEqual(Object.fromEntries(await data.totals(things)), Object.fromEntries(counted))
    assert.equal((await data.totals(labels)).size, 0)
    const ranges = [{ first: slotOf(act.at), end: slotOf(act.at) + 1 }]
    const added = { range: 0, name: 'added', measure: undefined }
    const [all] = await data.sums({ part: undefined, ranges })
    assert.deepEqual(all, { ...added, count: 2 * callers + imported.length })
    const [green] = await data.sums({ part: 'green', ranges })
    assert.deepEqual(green, { ...added, count: callers })
  })

  it('a page by a text that is filtered too reads no more than so many rows, and goes on behind them', async (store) => {
    const { data } = store
    const all = Array.from({ length: 2 * maxScanned + 10 }, (_, n) => ({
      color: `red ${n % 7}`,
      ...(n % 800 === 0 && { shelfNumber: 5n }),
    }))
    await store.importThings(all)
    const byText = { field: 'color', beginning: 'RED' }
    for (const order of ['ascending', 'descending'] as const) {
      const where = { shelfNumber: 5n }
      const first = await data.page(things, { where, byText, order, after: undefined, limit: 50 })
      assert.ok(first.next !== undefined && JSON.parse(first.json).length < 3)
      const rows = await pagesOf(data, things, where, 50, order, byText)
      const found = rows.map(({ id }) => id)
      const wanted = [1n, 801n, 1601n].toSorted(
        (one, other) => Number((one - 1n) % 7n) - Number((other - 1n) % 7n),
      )
      assert.deepEqual(order === 'ascending' ? found : found.toReversed(), wanted)
      // Of a page that is full, the next begins behind its last row.
      assert.deepEqual(await pagesOf(data, things, where, 1, order, byText), rows)
    }
  })

  it('rows that are due by a field are found by its value, and no hidden field of them is shown', async ({
    data,
    whole,
  }) => {
    for (const [borrower, at, state] of [
      ['Ann', noon, 'open'],
      ['Ben', morning, 'open'],
      ['Ann', morning, 'open'],
      ['Ann', morning, 'closed'],
    ] as const) {
      await data.apply(addReminder({ borrower, at, state }), act)
    }
    assert.deepEqual(await data.due(reminders, evening, 10, 'Ann'), [3n, 1n])
    assert.deepEqual(await data.due(reminders, evening, 1, 'Ann'), [3n])
    assert.deepEqual(await data.due(reminders, morning, 10, 'Ann'), [3n])
    assert.deepEqual(await data.due(reminders, evening, 10, 'Ben'), [2n])
    assert.deepEqual(await data.due(reminders, evening, 10, 'Cid'), [])
    await assert.rejects(data.due(reminders, evening, 10), /due by borrower/)
    const ofAnn = await pagesOf(data, reminders, { borrower: 'Ann' }, 2)
    assert.deepEqual(ofAnn, [
      { id: 1n, at: noon, state: 'open' },
      { id: 3n, at: morning, state: 'open' },
      { id: 4n, at: morning, state: 'closed' },
    ])
    const newestFirst = await pagesOf(data, reminders, { borrower: 'Ann' }, 2, 'descending')
    assert.deepEqual(newestFirst, ofAnn.toReversed())
    const [first] = ofAnn
    const shown = { row: first, version: 1n }
    assert.deepEqual(await data.find(reminders, 1n, { borrower: 'Ann' }), shown)
    assert.equal(await data.find(reminders, 1n, { borrower: 'Ben' }), undefined)
    assert.equal(await data.find(reminders, 9n, { borrower: 'Ann' }), undefined)
    assert.deepEqual(await whole.find(reminders, 1n), {
      row: { ...first, borrower: 'Ann' },
      version: 1n,
    })
  })

  it('of 300 callers at once with one key one does it and all get its result, with one event', async ({
    data,
  }) => {
    const { id: thingId } = await add(data, { color: 'red' })
    const take = takeLoan({ thingId, borrower: 'Ann', until: noon }, morning)
    const applied = await Promise.all(
      Array.from({ length: 300 }, async () => await data.apply(take, once)),
    )
    const [first] = applied
    for (const each of applied) {
      assert.equal(resultOf(each).outcome, 'lent')
      assert.deepEqual(resultOf(each), resultOf(first ?? each))
    }
    assert.equal(applied.filter((each) => each.outcome === 'done' && !each.replayed).length, 1)
    const created = await data.events.after(1n, 9)
    assert.deepEqual(
      created.map(({ type }) => type),
      ['loan.created'],
    )
  })

  it('a rule counts what there is, as time, other stores and failures leave it', async (store, reopen) => {
    const { data } = store
    const { data: other } = await reopen()
    const timeOf = (minutes: number): string => new Date(act.at + minutes * 60_000).toISOString()
    const seen = new Set<string>()
    for (let n = 0; n < 120; n += 1) {
      const { id: thingId } = await add(data, { color: 'red' })
      const [now, until] = [timeOf(n >> 1), timeOf((n >> 1) + 1 + ((n * 5) % 7))]
      const borrower = n % 5 < 3 ? 'Ann' : 'Ben'
      const by = n % 7 < 5 ? data : other
      const where = { borrower, state: 'open' }
      const above = { field: 'until', value: now }
      const running = await data.count({ table: loans, where, above, max: mostLoans })
      const [taken] = await Promise.all([
        by.apply(takeLoan({ thingId, borrower, until }, now), act),
        n % 13 === 0 && assert.rejects(by.apply({ kind: 'thing.fail' }, act)),
      ])
      const { outcome } = resultOf(taken)
      assert.equal(outcome, running === mostLoans ? 'too_many' : 'lent', `at step ${n}`)
      seen.add(`${outcome} ${by === data}`)
    }
    assert.equal(seen.size, 4, [...seen].join())
  })
}

/** All rows of a list, page by page. */
const pagesOf = async <T extends Table>(
  data: Store,
  table: T,
  where: PageQuery['where'],
  limit: number,
  order?: Direction,
  byText?: PageQuery['byText'],
): Promise<ReadonlyArray<PublicRowOf<T>>> => {
  const rows: Array<PublicRowOf<T>> = []
  let after: Position | undefined
  do {
    const page: Page = await data.page(table, { where, byText, order, after, limit })
    const shown = parseExactly(page.json) as ReadonlyArray<PublicRowOf<T>>
    assert.ok(shown.length <= limit)
    rows.push(...shown)
    after = page.next
  } while (after !== undefined)
  return rows
}
