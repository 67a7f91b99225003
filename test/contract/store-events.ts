import assert from 'node:assert/strict'
import { int64 } from '../../src/base/int64.ts'
import type { EventPage, EventQuery } from '../../src/base/data/table.ts'
import type { Store } from '../../src/base/data/store.ts'
import { act } from '../helpers/act.ts'
import { parseExactly } from '../helpers/exact-json.ts'
import {
  addThing,
  moveThing,
  paintThing,
  putLabel,
  takeLoan,
  type Thing,
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
  resultOf,
} from './store-case.ts'

/** Tests the log of events: what is one, in which order they are read, and that none is missed. */
export const eventContract = (it: AddContract): void => {
  it('each write is an event with the row, what changed, who and when', async ({ data }) => {
    const ann = { by: 'Ann "1" 🐈', at: act.at + 1 }
    const thing = { color: 'red', note: 'Zoë\u0000', parts: [{ name: 'a', sizes: [9n] }] }
    const { id } = resultOf(await data.apply(addThing(thing), ann)).thing
    await data.apply(moveThing(id), ann)
    await data.apply(moveThing(id, 'nowhere'), act)
    // No table without events writes any, and no refusal does.
    await data.apply(putLabel(1n, 'one'), act)
    await data.apply(paintThing(99n, 'blue'), act)
    await data.apply(paintThing(id, undefined), act)
    const row = { id, ...thing }
    const later = { timestamp: '2026-11-20T12:00:00.001Z', by: ann.by }
    const timestamp = '2026-11-20T12:00:00.000Z'
    assert.deepEqual(await allOf(data), [
      { id: 1n, type: 'thing.created', ...later, data: { thing: row } },
      {
        id: 2n,
        type: 'thing.updated',
        ...later,
        // The field was missing before, so there is no previous value of it.
        data: { thing: { ...row, shelfNumber: 1n }, previous: {} },
      },
      {
        id: 3n,
        type: 'thing.updated',
        timestamp,
        data: { thing: row, previous: { shelfNumber: 1n } },
      },
      { id: 4n, type: 'thing.deleted', timestamp, data: { thing: row } },
    ])
  })

  it('a write of hidden fields alone is no event, and no event shows one', async ({ data }) => {
    const { id: thingId } = await add(data, { color: 'red' })
    const loan = { thingId, borrower: 'Ann', until: noon }
    // The loan writes the thing too, but changes none of the fields that clients see.
    await data.apply(takeLoan(loan, morning), act)
    const events = await allOf(data)
    assert.deepEqual(
      events.map(({ type }) => type),
      ['thing.created', 'loan.created'],
    )
    const { borrower: _, ...shown } = loan
    assert.deepEqual(events[1]?.data, { loan: { id: 1n, ...shown, state: 'open' } })
  })

  it('what the clock brings about in a change of somebody is by nobody', async ({ data }) => {
    const { id: thingId } = await add(data, { color: 'red' })
    const ann = { by: 'Ann', at: act.at }
    await data.apply(takeLoan({ thingId, borrower: 'Ann', until: noon }, morning), ann)
    const again = { thingId, borrower: 'Bob', until: evening }
    await data.apply(takeLoan(again, noon), { by: 'Bob', at: act.at })
    const events = await allOf(data)
    assert.deepEqual(
      events.map(({ type, by }) => `${type} by ${by}`),
      [
        'thing.created by undefined',
        'loan.created by Ann',
        'loan.updated by undefined',
        'loan.created by Bob',
      ],
    )
  })

  it('pages have the events of some types, or about one row, in order', async ({ data }) => {
    const ids: bigint[] = []
    for (const color of ['red', 'blue', 'red', 'blue']) ids.push((await add(data, { color })).id)
    for (const [n, id] of ids.entries()) {
      await data.apply(paintThing(id, 'green'), act)
      const loan = { thingId: id, borrower: `Borrower ${n}`, until: noon }
      await data.apply(takeLoan(loan, morning), act)
    }
    await data.apply(paintThing(ids[0] ?? 0n, undefined), act)
    const all = await allOf(data)
    assert.equal(all.length, 13)
    const about = (event: Event, id: unknown): boolean =>
      (event.data['thing'] as Thing | undefined)?.id === id ||
      (event.data['loan'] as { readonly thingId: bigint } | undefined)?.thingId === id
    const topic = { name: 'thingId', id: ids[0] ?? 0n }
    const cases: ReadonlyArray<readonly [Partial<EventQuery>, (event: Event) => boolean]> = [
      [{}, () => true],
      [{ types: ['thing.updated'] }, ({ type }) => type === 'thing.updated'],
      [
        { types: ['loan.created', 'thing.created', 'loan.deleted'] },
        ({ type }) => type.endsWith('.created'),
      ],
      [{ topic }, (event) => about(event, topic.id)],
      [
        { topic, types: ['thing.deleted', 'loan.created'] },
        (event) => about(event, topic.id) && /deleted|loan/.test(event.type),
      ],
      [{ topic, types: ['things.imported'] }, () => false],
      [{ topic: { name: 'loanId', id: 2n } }, ({ data: { loan } }) => (loan as Thing)?.id === 2n],
      [{ topic: { name: 'thingId', id: 99n } }, () => false],
    ]
    for (const [query, isWanted] of cases) {
      const wanted = all.filter(isWanted)
      for (const limit of [1, 2, 100]) {
        assert.deepEqual(await allOf(data, { ...query, limit }), wanted)
        assert.deepEqual(await newestFirst(data, { ...query, limit }), wanted.toReversed())
      }
    }
  })

  it('an import is one event, of each row that it brought', async (store) => {
    const { data } = store
    await add(data, { color: 'red' })
    await store.importThings([{ color: 'blue' }, { color: 'blue' }, { color: 'red' }])
    await add(data, { color: 'red' })
    await store.importThings([{ color: 'green' }])
    await data.apply(paintThing(3n, 'white'), act)
    const all = await allOf(data)
    assert.deepEqual(
      all.map(({ id, type }) => [id, type]),
      ['thing.created', 'things.imported', 'thing.created', 'things.imported', 'thing.updated'].map(
        (type, at) => [BigInt(at + 1), type],
      ),
    )
    assert.deepEqual(all[1]?.data, { first: 2n, last: 4n, count: 3n })
    for (const [id, wanted] of [
      [1n, [1n]],
      [2n, [2n]],
      [3n, [2n, 5n]],
      [4n, [2n]],
      [5n, [3n]],
      [6n, [4n]],
      [7n, []],
    ] as const) {
      const topic = { name: 'thingId', id }
      const about = await allOf(data, { topic, limit: 1 })
      assert.deepEqual(
        about.map((event) => event.id),
        wanted,
      )
      assert.deepEqual(await newestFirst(data, { topic, limit: 1 }), about.toReversed())
    }
    const types = ['things.imported']
    assert.equal((await allOf(data, { topic: { name: 'thingId', id: 3n }, types })).length, 1)
  })

  it('there always is a next page, and it begins where all was seen', async ({ data }) => {
    assert.deepEqual(await pageOf(data, {}), { outcome: 'page', json: '[]', next: 0n })
    for (let n = 0; n < 3; n += 1) await add(data, { color: 'red' })
    assert.equal(nextOf(await pageOf(data, { limit: 2 })), 2n)
    assert.equal(nextOf(await pageOf(data, { after: 2n, limit: 2 })), 3n)
    assert.deepEqual(await pageOf(data, { after: 3n }), { outcome: 'page', json: '[]', next: 3n })
    // Else whoever waits for a rare type would fall out of the log.
    assert.equal(nextOf(await pageOf(data, { types: ['loan.created'], after: 1n })), 3n)
    const expired = { outcome: 'expired', range: { oldest: 1n, newest: 3n } }
    assert.deepEqual(await pageOf(data, { after: 4n }), expired)
    assert.deepEqual(await pageOf(data, { after: -1n }), expired)
    assert.deepEqual(await pageOf(data, { after: int64.maximum }), expired)
    assert.equal(nextOf(await pageOf(data, { order: 'descending', after: 1n })), undefined)
  })

  it('the log is read on from an id, as pages have it', async ({ data }) => {
    assert.deepEqual(await data.events.range(), { oldest: 0n, newest: 0n })
    for (let n = 0; n < 5; n += 1) await add(data, { color: 'red' })
    assert.deepEqual(await data.events.range(), { oldest: 1n, newest: 5n })
    const kept = await data.events.after(2n, 2)
    const { json } = shownOf(await pageOf(data, { after: 2n, limit: 2 }))
    assert.equal(`[${kept.map((event) => event.json).join(',')}]`, json)
    assert.deepEqual(
      kept.map(({ id, type, ownerId }) => [id, type, ownerId]),
      [3n, 4n].map((id) => [id, 'thing.created', undefined]),
    )
    assert.deepEqual(await data.events.after(5n, 2), [])
  })

  it('64 callers at once, failures between: readers see each event once', async (store) => {
    const { data } = store
    let isOver = false
    const follow = async (limit: number): Promise<readonly Event[]> => {
      const seen: Event[] = []
      let after: bigint | undefined
      for (;;) {
        // What was written before is on the pages that follow.
        const isLast = isOver
        const page = shownOf(await pageOf(data, { after, limit }))
        const events = eventsOf(page)
        seen.push(...events)
        after = page.next
        if (isLast && events.length === 0) return seen
        await new Promise((resolve) => setImmediate(resolve))
      }
    }
    const readers = [1, 7, 100].map(follow)
    await Promise.all(
      atOnce(async () => {
        const { id } = await add(data, { color: 'red' })
        await Promise.allSettled([
          data.apply({ kind: 'thing.fail' }, act),
          data.apply(paintThing(id, 'blue'), act),
        ])
      }),
    )
    isOver = true
    const all = await allOf(data)
    assert.deepEqual(
      all.map(({ id }) => id),
      Array.from({ length: 2 * callers }, (_, n) => BigInt(n + 1)),
    )
    for (const seen of await Promise.all(readers)) assert.deepEqual(seen, all)
    const rows = new Map<bigint, Thing>()
    for (const { data: changed } of all) {
      const thing = changed['thing'] as Thing
      rows.set(thing.id, thing)
    }
    const { json } = await data.page(things, { where: {}, after: 0n, limit: 100 })
    assert.deepEqual([...rows.values()], parseExactly(json))
  })
}

type Event = {
  readonly id: bigint
  readonly type: string
  readonly timestamp: string
  readonly by?: string
  readonly data: Readonly<Record<string, unknown>>
}

type ShownPage = Extract<EventPage, { readonly outcome: 'page' }>

const pageOf = async (data: Store, query: Partial<EventQuery>): Promise<EventPage> =>
  await data.events.page({ reader: 'key_1', after: undefined, limit: 100, ...query })

const shownOf = (page: EventPage): ShownPage => {
  assert.ok(page.outcome === 'page')
  return page
}

const nextOf = (page: EventPage): bigint | undefined => shownOf(page).next

const eventsOf = ({ json }: ShownPage): readonly Event[] => parseExactly(json) as readonly Event[]

/** All events of a list, page by page, the oldest first. */
const allOf = async (data: Store, query: Partial<EventQuery> = {}): Promise<readonly Event[]> => {
  const all: Event[] = []
  let after: bigint | undefined
  do {
    const page = shownOf(await pageOf(data, { ...query, after }))
    const events = eventsOf(page)
    all.push(...events)
    after = page.next
    // The log always goes on; there is nothing before its first event.
    if (query.order !== 'descending') assert.notEqual(after, undefined)
    if (events.length === 0) return all
  } while (after !== undefined)
  return all
}

const newestFirst = async (data: Store, query: Partial<EventQuery>): Promise<readonly Event[]> =>
  await allOf(data, { ...query, order: 'descending' })
