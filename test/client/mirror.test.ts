import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import {
  Lab,
  type MirrorChange,
  type MirrorPosition,
  type Pet,
  type PetStore,
} from '../../client/src/index.ts'
import { pets } from '../../src/resources/pets/table.ts'
import { startApp, TestClock } from '../helpers/app.ts'
import { clientOf, fastClient, startFastStore } from '../helpers/client.ts'
import { importRows } from '../helpers/import-rows.ts'
import { poll } from '../helpers/poll.ts'
import { startProxy } from '../helpers/tcp-proxy.ts'

/** Mirrors until it is ended. */
const startMirror = (store: PetStore, { load, save }: Copy) => {
  const controller = new AbortController()
  const ended = assert.rejects(store.mirror({ load, save, signal: controller.signal }), /enough/)
  return async (): Promise<void> => {
    controller.abort(new Error('enough'))
    await ended
  }
}

/** A copy in memory, which a mirror keeps. */
class Copy {
  readonly pets = new Map<bigint, Pet>()
  position: MirrorPosition | undefined
  cleared = 0

  readonly load = (): MirrorPosition | undefined => this.position

  readonly save = (changes: readonly MirrorChange[], position: MirrorPosition): void => {
    for (const change of changes) {
      if (change.kind === 'put') this.pets.set(change.pet.id, { ...change.pet })
      else if (change.kind === 'delete') this.pets.delete(change.id)
      else {
        this.pets.clear()
        this.cleared += 1
      }
    }
    this.position = position
  }

  /** Whether it has what the store has. */
  async equals(store: PetStore): Promise<boolean> {
    const stored = (await Array.fromAsync(store.pets.list())).map((pet) => ({ ...pet }))
    const copied = [...this.pets.values()].toSorted((one, other) => Number(one.id - other.id))
    return isDeepStrictEqual(copied, stored)
  }
}

test('a mirror equals the store: listed, followed, after a pause, and after the log lost its place', async (t) => {
  const { app, store } = await startFastStore(t)
  for (let n = 0; n < 130; n += 1) await store.pets.create({ name: `Old ${n}`, categoryId: n })
  const copy = new Copy()

  /** Mirrors until the copy equals the store, while something changes. */
  const mirrorDuring = async (change: () => Promise<void>): Promise<void> => {
    const end = startMirror(store, copy)
    await change()
    await poll(async () => await copy.equals(store))
    await end()
  }

  await mirrorDuring(async () => {
    await store.pets.update(1, { status: 'sold' })
    await store.pets.delete(2)
    const { id } = await store.pets.create({ name: 'New', categoryId: 1 })
    await store.pets.update(id, { name: 'Renamed' })
  })
  assert.equal(copy.cleared, 1)

  await store.pets.delete(3)
  const order = await store.orders.place({ petId: 4 })
  await mirrorDuring(async () => void (await store.orders.update(order.id, { status: 'approved' })))
  assert.equal(copy.cleared, 1)

  // Animals of an import have no events of their own.
  await mirrorDuring(async () => {
    const added = { name: 'Imported', categoryId: 2n, status: 'available' } as const
    const rows = Array.from({ length: 150 }, () => added)
    await importRows(app.storage.bulk, pets, rows, app.clock.time)
    await store.pets.update(140, { name: 'Renamed' })
  })
  assert.equal(copy.cleared, 1)

  copy.position = { event: '999999' }
  copy.pets.set(99_999n, { id: 99_999n, name: 'Gone', categoryId: 1n })
  await mirrorDuring(async () => {})
  assert.equal(copy.cleared, 2)
})

test('a mirror equals the store after an hour of changes with outages', async (t) => {
  const app = await startApp(t)
  const proxy = await startProxy(t, app.port)
  const baseUrl = `http://127.0.0.1:${proxy.port}/v1`
  const { store } = fastClient({ baseUrl, apiKey: app.key, retries: 0 }, new TestClock())
  const direct = clientOf(app)
  const lab = new Lab(direct)
  const copy = new Copy()
  const end = startMirror(store, copy)
  for (let minute = 0; minute < 65; minute += 1) {
    if (minute % 10 === 3) proxy.cut()
    if (minute % 10 === 6) proxy.heal()
    const { id } = await direct.pets.create({ name: `Pet ${minute}`, categoryId: minute })
    if (minute % 3 === 1) await direct.pets.delete(id - 1n)
    // The hold ends by itself, in a later minute.
    const expiresAt = new Date(app.clock.time + (minute + 10) * 60_000)
    if (minute % 3 === 2) await direct.orders.place({ petId: id, expiresAt })
    await lab.moveClock({ advance: 'PT1M' })
    // In the quiet, what is told so far arrives.
    if (minute % 10 === 9) await poll(async () => await copy.equals(direct))
  }
  proxy.heal()
  await poll(async () => await copy.equals(direct))
  assert.equal(copy.cleared, 1)
  await end()
})

test('a listing that broke goes on behind its last animal', async (t) => {
  const { store } = await startFastStore(t)
  for (let n = 0; n < 8; n += 1) await store.pets.create({ name: `Old ${n}`, categoryId: n })
  const copy = new Copy()
  copy.position = { event: String((await store.usage()).lastEventId), listedTo: '5' }
  const end = startMirror(store, copy)
  await poll(() => copy.position?.listedTo === undefined)
  await end()
  assert.equal(copy.pets.has(5n), false)
  assert.equal(copy.pets.has(6n), true)
  assert.equal(copy.cleared, 0)
})
