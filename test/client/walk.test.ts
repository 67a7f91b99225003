import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { ConnectionError, type Pet } from '../../client/src/index.ts'
import { startApp } from '../helpers/app.ts'
import { clientOf } from '../helpers/client.ts'
import { addPet } from '../helpers/storage.ts'

/** A store of 25 animals, whose connection breaks on the requests of these numbers, from 1 on. */
const startBreaking = async (t: TestContext, ...broken: readonly number[]) => {
  const app = await startApp(t)
  for (let n = 1; n <= 25; n += 1) {
    const status = n % 5 === 1 ? 'sold' : 'available'
    await addPet(app.storage, { name: `Pet ${n}`, categoryId: 1n, status })
  }
  let sent = 0
  const store = clientOf(app, {
    retries: 0,
    fetch: async (input, init) => {
      sent += 1
      if (broken.includes(sent)) throw new TypeError('fetch failed')
      return await fetch(input, init)
    },
  })
  return { app, store }
}

const idsOf = (pets: readonly Pet[]): readonly bigint[] => pets.map(({ id }) => id)
const everyId = Array.from({ length: 25 }, (_, n) => BigInt(n + 1))

test('a walk that broke goes on where it could not fetch, without a gap or a repetition', async (t) => {
  const { store } = await startBreaking(t, 3, 5)
  const ids: bigint[] = []
  let cursor: string | undefined
  let breaks = 0
  for (let done = false; !done;) {
    const list = store.pets.list({ limit: 5, cursor })
    try {
      for await (const { id } of list) ids.push(id)
      done = true
    } catch (error) {
      assert.ok(error instanceof ConnectionError)
      breaks += 1
      cursor = list.cursor
    }
  }
  assert.deepEqual(ids, everyId)
  assert.equal(breaks, 2)
})

test('a walk whose first page broke begins again', async (t) => {
  const { store } = await startBreaking(t, 1)
  const list = store.pets.list()
  await assert.rejects(Array.fromAsync(list), ConnectionError)
  assert.equal(list.cursor, undefined)
  // The same list can be walked again, from its start.
  assert.equal((await Array.fromAsync(list)).length, 25)
})

test('a program that stopped within a page gets that page again, and misses nothing', async (t) => {
  const { app, store } = await startBreaking(t)
  const list = store.pets.list({ limit: 10 })
  const ids = new Set<bigint>()
  for await (const { id } of list) {
    ids.add(id)
    if (ids.size === 14) break
  }
  // Another process, perhaps.
  const rest = await Array.fromAsync(clientOf(app).pets.list({ limit: 10, cursor: list.cursor }))
  assert.deepEqual(idsOf(rest), everyId.slice(10))
})

test('a list is a page when awaited, and every animal when iterated over', async (t) => {
  const { store } = await startBreaking(t)
  const page = await store.pets.list()
  assert.deepEqual([page.pets.length, page.hasNext], [20, true])
  const last = await page.next()
  assert.deepEqual([last?.pets.length, last?.hasNext], [5, false])
  assert.equal(await last?.next(), undefined)
  // A page names the place of the next one.
  const named = await store.pets.list({ cursor: page.nextCursor })
  assert.deepEqual([named.items, named.nextCursor], [last?.items, undefined])
  await assert.rejects(store.pets.list({ cursor: page.nextCursor, status: 'sold' }), /cursor/)

  for (const [list, wanted] of [
    [page, everyId],
    [store.pets.list({ limit: 7 }), everyId],
    [store.pets.list({ status: 'sold', limit: 2 }), [1n, 6n, 11n, 16n, 21n]],
  ] as const) {
    assert.deepEqual(idsOf(await Array.fromAsync(list)), wanted)
  }
  const pages = await Array.fromAsync(store.pets.list({ limit: 10 }).pages())
  const lengths = pages.map(({ pets }) => pets.length)
  assert.deepEqual(lengths, [10, 10, 5])
})
