import assert from 'node:assert/strict'
import type { EventPage, EventQuery } from '../../src/base/data/table.ts'
import type { Store } from '../../src/base/data/store.ts'
import { act } from '../helpers/act.ts'
import { parseExactly } from '../helpers/exact-json.ts'
import { paintThing, takeLoan, type Thing, things } from '../helpers/things.ts'
import { add, type AddContract, atOnce, callers, morning, noon } from './store-case.ts'

/** Tests the log of events: what is one, in which order they are read, and that none is missed. */
export const eventContract = (it: AddContract): void => {
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
      assert.deepEqual(
        await allOf(data, { topic, limit: 1, order: 'descending' }),
        about.toReversed(),
      )
    }
    const types = ['things.imported']
    assert.equal((await allOf(data, { topic: { name: 'thingId', id: 3n }, types })).length, 1)
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
