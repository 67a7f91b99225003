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
  type Loan,
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
  it('a rule reads the row that a row names, and a later write has the id of an earlier one', async ({
    data,
  }) => {
    const { id: thingId } = await add(data, { color: 'red' })
    const loan = { thingId, borrower: 'Ann', until: noon }
    const first = { id: 1n, thingId, state: 'open', until: noon }
    const lent = await data.apply(takeLoan(loan, morning), once('a'))
    const result = { outcome: 'lent', loan: first, thing: { id: thingId, color: 'red' } }
    assert.deepEqual(resultOf(lent), result)
    assert.deepEqual(resultOf(await data.apply(takeLoan(loan, morning), act)), {
      outcome: 'taken',
      own: true,
    })
    const later = { thingId, borrower: 'Ben', until: evening }
    const again = resultOf(await data.apply(takeLoan(later, noon), act))
    assert.ok(again.outcome === 'lent')
    assert.deepEqual(again.loan, { id: 2n, thingId, state: 'open', until: evening })
    const closed = { ...first, state: 'closed', closedAt: noon }
    assert.deepEqual((await data.find(loans, 1n))?.row, closed)
  })

  it('hidden fields are in no row, no page and no kept result', async ({ data }) => {
    const { id: thingId } = await add(data, { color: 'red' })
    const take = takeLoan({ thingId, borrower: 'Ann', until: noon, from: 'Zoë' }, morning)
    const shown = { id: 1n, thingId, state: 'open', until: noon, from: 'Zoë' }
    for (const replayed of [false, true]) {
      const lent = await data.apply(take, once('a'))
      assert.ok(lent.outcome === 'done' && lent.result.outcome === 'lent')
      assert.equal(lent.replayed, replayed)
      assert.deepEqual(lent.result.loan, shown)
      assert.deepEqual(lent.result.thing, { id: thingId, color: 'red' })
    }
    assert.deepEqual((await data.find(loans, 1n))?.row, shown)
    assert.deepEqual((await data.find(things, thingId))?.row, { id: thingId, color: 'red' })
    const { json } = await data.page(loans, { where: {}, after: 0n, limit: 10 })
    assert.deepEqual(parseExactly(json), [shown])
    const own = { outcome: 'taken', own: true }
    assert.deepEqual(resultOf(await data.apply(take, act)), own)
  })

  it('a page by several values has their rows in the order of ids', async ({ data }) => {
    const ids: bigint[] = []
    for (let n = 0; n < 4; n += 1) ids.push((await add(data, { color: 'red' })).id)
    // The loans of noon are closed by those of the evening, of two things.
    for (const [thingId = 0n, borrower, until, now] of [
      [ids[0], 'Ann', noon, morning],
      [ids[1], 'Ben', noon, morning],
      [ids[2], 'Cid', noon, morning],
      [ids[1], 'Dan', evening, noon],
      [ids[0], 'Eve', evening, noon],
      [ids[3], 'Fay', evening, noon],
    ] as const) {
      const taken = await data.apply(takeLoan({ thingId, borrower, until }, now), act)
      assert.equal(resultOf(taken).outcome, 'lent')
    }
    const all = await pagesOf(data, loans, {}, 100)
    for (const where of [
      { state: ['open'] },
      { state: ['closed', 'open'] },
      { state: ['open', 'open'] },
      { state: [] },
      { thingId: [ids[0], ids[1], 99n] },
      { thingId: [ids[1], ids[0]], state: 'closed' },
      { thingId: [ids[0], ids[1], ids[2]], state: ['open', 'closed'] },
      { thingId: ids[0], state: undefined },
    ]) {
      const wanted = all.filter((loan) =>
        Object.entries(where).every(
          ([field, value]) =>
            value === undefined || [value].flat().includes(loan[field as keyof Loan]),
        ),
      )
      for (const limit of [1, 2, 100]) {
        assert.deepEqual(await pagesOf(data, loans, where, limit), wanted)
        const newestFirst = await pagesOf(data, loans, where, limit, 'descending')
        assert.deepEqual(newestFirst, wanted.toReversed())
      }
    }
  })

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

  it('a page by how a text begins is in the order of the text, then of ids', async (store) => {
    const { data } = store
    for (const color of ['Red', 'blue', 'rED', 'RÉSÉDA', 're\u0301se\u0301da', 'Roße', 'rosse']) {
      await add(data, { color })
    }
    await store.importThings([{ color: 'redder' }, { color: 'Red' }])
    await data.apply(paintThing(2n, 'RUST'), act)
    for (const [text, ids] of [
      ['r', [1n, 3n, 9n, 8n, 6n, 7n, 2n, 4n, 5n]],
      ['R\u00c9S', [4n, 5n]],
      ['re', [1n, 3n, 9n, 8n]],
      ['red', [1n, 3n, 9n, 8n]],
      ['ROSS', [6n, 7n]],
      ['redder', [8n]],
      ['blue', []],
    ] as const) {
      const byText = { field: 'color', beginning: text }
      for (const limit of [1, 2, 3, 100]) {
        for (const order of ['ascending', 'descending'] as const) {
          const rows = await pagesOf(data, things, {}, limit, order, byText)
          const found = rows.map(({ id }) => id)
          assert.deepEqual(order === 'ascending' ? found : found.toReversed(), ids, text)
        }
      }
    }
    const byText = { field: 'color', beginning: 'red' }
    for (const [limit, next] of [
      // The page ends with the last row of the text itself, and one of a longer text follows.
      [3, { text: 'red', id: 9n }],
      [4, undefined],
    ] as const) {
      const page = await data.page(things, { where: {}, byText, after: undefined, limit })
      assert.deepEqual(page.next, next)
    }
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

  it('a page of what is due is in the order of the time, then of ids', async ({ data }) => {
    await lend(data, ['Ann', noon], ['Ben', evening], ['Ann', morning], ['Cid', morning])
    const page = async (before: string, where = {}) =>
      (await pagesOf(data, loans, where, 1, 'ascending', { field: 'until', before })).map(
        ({ id }) => id,
      )
    assert.deepEqual(await page(evening), [3n, 4n, 1n])
    assert.deepEqual(await page(evening, { thingId: [1n, 4n] }), [4n, 1n])
    assert.deepEqual(await page(morning), [])
  })

  it('what is due is found, the earliest first, and no more than asked', async ({ data }) => {
    await lend(data, ['Ann', noon], ['Ben', evening], ['Cid', morning])
    assert.deepEqual(await data.due(loans, evening, 10), [3n, 1n, 2n])
    assert.deepEqual(await data.due(loans, evening, 2), [3n, 1n])
    assert.deepEqual(await data.due(loans, noon, 10), [3n, 1n])
    assert.deepEqual(await data.due(loans, '2026-11-20T07:59:59.999Z', 10), [])
    // The first is closed by another one, which is due later.
    await data.apply(takeLoan({ thingId: 3n, borrower: 'Dan', until: evening }, noon), act)
    assert.deepEqual(await data.due(loans, evening, 10), [1n, 2n, 4n])
    await assert.rejects(data.due(things, evening, 1), /things/)
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

  it('the versions of all rows tell which of them changed', async ({ data, whole }) => {
    for (const color of ['red', 'blue']) await add(data, { color })
    assert.deepEqual(
      [...(await whole.versions(things))],
      [
        [1n, 1n],
        [2n, 1n],
      ],
    )
    await data.apply(paintThing(2n, 'green'), act)
    await data.apply(paintThing(1n, undefined), act)
    assert.deepEqual([...(await whole.versions(things))], [[2n, 2n]])
    assert.equal(await whole.find(things, 1n), undefined)
    assert.deepEqual([...(await whole.versions(labels))], [])
  })

  it('64 callers at once get no more than a count allows', async ({ data }) => {
    const added = await Promise.all(atOnce(() => add(data, { color: 'red' })))
    const results = await Promise.all(
      added.map(async ({ id: thingId }) => {
        const loan = { thingId, borrower: 'Ann', until: noon }
        return resultOf(await data.apply(takeLoan(loan, morning), act)).outcome
      }),
    )
    assert.equal(results.filter((outcome) => outcome === 'lent').length, mostLoans)
    assert.equal(results.filter((outcome) => outcome === 'too_many').length, callers - mostLoans)
    const refused = added.find((_, at) => results[at] === 'too_many')
    // What ran out is not counted.
    const later = { thingId: refused?.id ?? 0n, borrower: 'Ann', until: evening }
    assert.equal(resultOf(await data.apply(takeLoan(later, noon), act)).outcome, 'lent')
  })

  it('64 callers at once for one thing: one gets it', async ({ data }) => {
    const { id: thingId } = await add(data, { color: 'red' })
    const outcomes = await Promise.all(
      Array.from({ length: callers }, async (_, n) => {
        const loan = { thingId, borrower: `Borrower ${n}`, until: noon }
        return resultOf(await data.apply(takeLoan(loan, morning), act)).outcome
      }),
    )
    assert.equal(outcomes.filter((outcome) => outcome === 'lent').length, 1)
    assert.equal(outcomes.filter((outcome) => outcome === 'taken').length, callers - 1)
  })

  it('of 300 callers at once with one key one does it and all get its result, with one event', async ({
    data,
  }) => {
    const { id: thingId } = await add(data, { color: 'red' })
    const take = takeLoan({ thingId, borrower: 'Ann', until: noon }, morning)
    const applied = await Promise.all(
      Array.from({ length: 300 }, async () => await data.apply(take, once('a'))),
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

  it('rows are counted by their hidden fields too, up to a number', async ({ data }) => {
    await lend(data, ['Ann', morning], ['Ann', noon], ['Ann', evening], ['Ben', evening])
    const where = { borrower: 'Ann', state: 'open' }
    const all = { table: loans, where, max: 10 }
    assert.equal(await data.count(all), 3)
    assert.equal(await data.count({ ...all, above: { field: 'until', value: morning } }), 2)
    assert.equal(await data.count({ ...all, max: 2 }), 2)
    assert.equal(await data.count({ ...all, where: { ...where, borrower: 'Cid' } }), 0)
  })
}

/** Lends a thing to each borrower in turn. */
const lend = async (
  data: Store,
  ...taken: ReadonlyArray<readonly [borrower: string, until: string]>
): Promise<void> => {
  for (const [borrower, until] of taken) {
    const { id: thingId } = await add(data, { color: 'red' })
    await data.apply(takeLoan({ thingId, borrower, until }, '2026-11-20T00:00:00.000Z'), act)
  }
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
