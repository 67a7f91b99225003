import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import * as fc from 'fast-check'
import { Type } from 'typebox'
import { compileSerializer } from '../../src/base/exact-json.ts'
import { OutcomeUnknown, StorageUnavailable } from '../../src/base/errors/storage-errors.ts'
import { int64 } from '../../src/base/int64.ts'
import { act } from '../helpers/act.ts'
import { parseExactly } from '../helpers/exact-json.ts'
import { addThing, parts, putLabel, type Thing, things } from '../helpers/things.ts'
import { add, type AddContract, atOnce, once, type OpenStore, resultOf } from './store-case.ts'
import { eventContract } from './store-events.ts'
import { rowContract } from './store-rows.ts'
import { ruleContract } from './store-rules.ts'
import { searchContract } from './store-search.ts'

/** Opens stores of one kind for the contract. */
type StoreAdapter = {
  readonly name: string
  /** Why its tests cannot run here, if they cannot. */
  readonly skip?: string | false
  /** Opens the store of a place, which is empty at first and outlives the store. */
  open(place: string): Promise<OpenStore>
  /** A place of its own for a test. */
  newPlace(t: TestContext): string
}

/** Tests a kind of store against the promises of `base/data/store.ts`. */
export const storeContract = (adapter: StoreAdapter): void => {
  const it: AddContract = (what, run) => {
    test(`${adapter.name}: ${what}`, { skip: adapter.skip ?? false }, async (t) => {
      const place = adapter.newPlace(t)
      const store = await adapter.open(place)
      t.after(() => store.close())
      await run(store, async () => {
        const reopened = await adapter.open(place)
        t.after(() => reopened.close())
        return reopened
      })
    })
  }

  it('rows come back as they were written, and every page is byte for byte what the serialiser writes, whatever texts and numbers they have', async ({
    data,
  }) => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
      // What writers of JSON escape, each in its own way, and how one database keeps a NUL.
      fc.string({
        unit: fc.constantFrom(...Array.from('\0\u0001\u0002\b\t\n\f\r\u001f"\\/u012\u007f\u2028')),
        minLength: 1,
      }),
    )
    const well = text.filter((each) => each.isWellFormed())
    const number = fc.bigInt({ min: int64.minimum, max: int64.maximum })
    const part = fc.record(
      { name: well, sizes: fc.array(number, { maxLength: 3 }) },
      { noNullPrototype: true },
    )
    const some = fc.array(part, { maxLength: 2 })
    const fields = { color: well, shelfNumber: number, note: well, parts: some }
    const anything = fc.record(fields, { requiredKeys: ['color'], noNullPrototype: true })
    const samples = [...fc.sample(anything, 299), { color: 'red', parts }]
    const added = await Promise.all(
      samples.map(async (thing) => {
        const row = await add(data, thing)
        assert.deepEqual(row, { id: row.id, ...thing })
        assert.deepEqual(await data.find(things, row.id), { row, version: 1n })
        return row
      }),
    )
    assert.equal(await data.find(things, 301n), undefined)
    const write = compileSerializer(Type.Array(things.schema))
    const rows = added.toSorted((one, other) => Number(one.id - other.id))
    const limit = 100
    for (const [where, order] of [
      [{}, 'ascending'],
      [{}, 'descending'],
      ...rows.slice(0, 20).map(({ color }) => [{ color }, 'ascending'] as const),
      ...rows.slice(0, 20).map(({ color }) => [{ color: [color, 'red'] }, 'descending'] as const),
    ] as const) {
      const all = rows.filter(({ color }) => [where.color ?? color].flat().includes(color))
      const wanted = order === 'ascending' ? all : all.toReversed()
      const page = await data.page(things, { where, order, after: undefined, limit })
      assert.equal(page.json, write(wanted.slice(0, limit)))
      assert.equal(page.next, wanted.length > limit ? wanted[limit - 1]?.id : undefined)
    }
    const ids = rows.map(({ id }) => id)
    for (const order of ['ascending', 'descending'] as const) {
      const wanted = order === 'ascending' ? rows : rows.toReversed()
      const chosen = { where: {}, ids, order, after: undefined, limit }
      const first = await data.page(things, chosen)
      assert.equal(first.json, write(wanted.slice(0, limit)))
      assert.equal(first.next, wanted[limit - 1]?.id)
      const rest = await data.page(things, { ...chosen, after: first.next, limit: 200 })
      assert.deepEqual(rest, { json: write(wanted.slice(limit)), next: undefined })
    }
    const listed = await data.some(things, [0n, ...ids.toReversed()])
    const writeRow = compileSerializer(things.schema)
    assert.deepEqual(
      listed.map((row) => row?.json),
      [undefined, ...rows.toReversed().map(writeRow)],
    )
  })

  it('as many reads as one likes at once each get their own answer', async ({ data }) => {
    const rows: Thing[] = []
    for (let n = 0; n < 10; n += 1) rows.push(await add(data, { color: n % 3 ? 'red' : 'blue' }))
    const asked = Array.from({ length: 200 }, (_, n) => n)
    await Promise.all(
      asked.map(async (n) => {
        const id = BigInt(n % 12)
        assert.equal((await data.find(things, id))?.row.id, id > 0n && id < 11n ? id : undefined)
        const [color, limit] = [n % 2 ? 'red' : 'blue', 1 + (n % 4)]
        const order = n % 5 ? 'ascending' : 'descending'
        const page = await data.page(things, { where: { color }, order, after: id, limit })
        const isBehind = (row: Thing): boolean => (n % 5 ? row.id > id : row.id < id)
        const all = rows.filter((row) => row.color === color && isBehind(row))
        const wanted = (n % 5 ? all : all.toReversed()).slice(0, limit)
        assert.deepEqual(parseExactly(page.json), wanted)
        assert.equal(page.next, all.length > limit ? wanted.at(-1)?.id : undefined)
      }),
    )
  })

  it('what was refused is not kept: the key is free for what follows', async ({ data }) => {
    const refused = await data.apply(putLabel(1n, undefined), once)
    assert.deepEqual(resultOf(refused), { outcome: 'not_found' })
    await data.apply(putLabel(1n, 'one'), act)
    const again = await data.apply(putLabel(1n, undefined), once)
    assert.deepEqual(again, { outcome: 'done', result: { outcome: 'removed' }, replayed: false })
  })

  it('while nothing can be written every caller is told in time, and it goes on after', async (store) => {
    const { data } = store
    await data.apply(addThing({ color: 'red' }), once)
    const release = await store.holdUp()
    const results = await Promise.allSettled(atOnce(() => add(data, { color: 'blue' })))
    for (const result of results) {
      assert.ok(result.status === 'rejected')
      const { reason }: { readonly reason: unknown } = result
      assert.ok(reason instanceof StorageUnavailable || reason instanceof OutcomeUnknown)
    }
    // Reads go on, and so do retries of completed changes.
    assert.equal((await data.find(things, 1n))?.row.color, 'red')
    const again = await data.apply(addThing({ color: 'red' }), once)
    assert.ok(again.outcome === 'done' && again.replayed)
    await release()
    assert.deepEqual(await add(data, { color: 'green' }), { id: 2n, color: 'green' })
  })

  it('what waited when the store was closed is done or refused, and what comes later is refused', async (store, reopen) => {
    const { data } = store
    const waiting = Promise.allSettled(atOnce(() => add(data, { color: 'red' })))
    await store.close()
    const results = await waiting
    const done = results.filter(({ status }) => status === 'fulfilled').length
    const unknown = results.filter(
      (each) => each.status === 'rejected' && each.reason instanceof OutcomeUnknown,
    ).length
    await assert.rejects(add(data, { color: 'blue' }))
    await assert.rejects(async () => await data.find(things, 1n))
    const after = await reopen()
    const { json } = await after.data.page(things, { where: {}, after: 0n, limit: 100 })
    const { length } = parseExactly(json) as readonly unknown[]
    assert.ok(done <= length && length <= done + unknown, `${length} rows, of which ${done} told`)
  })

  rowContract(it)
  ruleContract(it)
  eventContract(it)
  searchContract(it)
}
