import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { Worker } from 'node:worker_threads'
import { buildApp } from '../../src/app.ts'
import { issueKey } from '../../src/keys/life-cycle.ts'
import { Links } from '../../src/api/links.ts'
import { Changes } from '../../src/storage/changes.ts'
import { ForwardedWrites } from '../../src/storage/forwarding/forwarded-writes.ts'
import { contents } from '../../src/resources.ts'
import { CountersMemory } from '../../src/quotas/shared/counters-memory.ts'
import { SharedCounters } from '../../src/quotas/shared/shared-counters.ts'
import { forwardingStorage } from '../../src/storage/forwarding/storage.ts'
import { openSqliteReads } from '../../src/storage/sqlite/reads.ts'
import type { AddingCommand, AddingOrder } from '../helpers/adding-thread.ts'
import { temporaryFolder, wideLimits } from '../helpers/app.ts'
import { outgoing } from '../helpers/outgoing.ts'
import { call } from '../helpers/http.ts'

/** The version of the animals, with something to do each time that it is read. */
class WatchedChanges extends Changes {
  onRead = (read: () => number): number => read()

  override get version(): number {
    return this.onRead(() => super.version)
  }
}

/** An application that reads in this thread, and another thread that writes to the same store. */
const setUp = async (t: TestContext) => {
  const folder = temporaryFolder(t)
  const path = join(folder, 'staging.sqlite')
  const changes = new WatchedChanges()
  const { key, record } = issueKey({
    environment: 'staging',
    name: 'A reader',
    plan: 'enterprise',
    limits: wideLimits,
    now: 0,
    expiresAt: undefined,
  })
  const acknowledged = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  const order: AddingOrder = {
    path,
    changes: changes.shared,
    key: record,
    acknowledged: acknowledged.buffer,
  }
  const thread = new Worker(new URL('../helpers/adding-thread.ts', import.meta.url), {
    workerData: order,
  })
  const ended = once(thread, 'exit')
  await once(thread, 'message')
  const links = new Links('http://127.0.0.1/v1')
  const app = await buildApp({
    environment: 'staging',
    // Nothing reaches the other thread; a write would fail at once.
    storage: forwardingStorage(
      openSqliteReads(path, contents, 1_000, changes),
      new ForwardedWrites({ writer: 0 }),
    ),
    writer: undefined,
    counters: new SharedCounters(new CountersMemory(), 0, changes),
    links,
    baseUrls: () => ({ production: links.base, staging: links.base }),
    trustedProxies: [],
    ...outgoing(folder),
    clock: () => 0,
    observers: [],
  })
  app.server.listen({ host: '127.0.0.1', port: 0 })
  await once(app.server, 'listening')
  const tell = (command: AddingCommand): void => thread.postMessage(command)
  t.after(async () => {
    app.connections.closeAll()
    await app.close()
    tell('close')
    await ended
  })
  const { port } = app.server.address() as AddressInfo

  return {
    changes,
    acknowledged: () => Atomics.load(acknowledged, 0),
    add: tell,
    /** Lets the other thread add one animal, and blocks until that thread has acknowledged it. */
    addOneNow: (): void => {
      const before = Atomics.load(acknowledged, 0)
      tell(1)
      assert.notEqual(Atomics.wait(acknowledged, 0, before, 300_000), 'timed-out')
    },
    /** How many animals a list shows. */
    listed: async (query: string): Promise<number> => {
      const { text } = await call(`http://127.0.0.1:${port}/v1/pets${query}`, { key })
      return JSON.parse(text).length
    },
  }
}

/** A list of the same animals, spelled in as many ways as there are numbers from 0 to 511: each is a page of its own. */
const spelled = (number: number): string => {
  const status = 'available'.replaceAll(/./g, (letter, at: number) =>
    (number & (1 << at)) === 0 ? letter : `%${letter.charCodeAt(0).toString(16)}`,
  )
  return `?limit=100&status=${status}`
}

test('whenever another thread adds an animal while a page is made, every page asked for after that shows it', async (t) => {
  const store = await setUp(t)
  const popular = '?limit=100'
  let hits = 0
  for (let point = 1; point <= 8; point += 1) {
    for (const side of ['before', 'after'] as const) {
      // A page is cached from its second request on. The other page gets its second one below; the popular page had it.
      const other = spelled(2 * point + (side === 'before' ? 0 : 1))
      await store.listed(other)
      for (let asked = 0; asked < 3; asked += 1) await store.listed(popular)
      let reads = 0
      store.changes.onRead = (read) => {
        reads += 1
        if (reads !== point) return read()
        hits += 1
        if (side === 'before') store.addOneNow()
        const version = read()
        if (side === 'after') store.addOneNow()
        return version
      }
      await store.listed(other)
      store.changes.onRead = (read) => read()
      for (const query of [popular, other, popular]) {
        const where = `${query}, added ${side} read ${point} of the version`
        assert.equal(await store.listed(query), store.acknowledged(), where)
      }
    }
  }
  assert.ok(hits >= 2, `the animals were added at ${hits} points`)
})

test('while another thread adds animals, no list is without one that was acknowledged before', async (t) => {
  for (let round = 0; round < 3; round += 1) {
    const store = await setUp(t)
    const spellings = [0, 1, 2, 3].map(spelled)
    store.add(95)
    while (store.acknowledged() < 95) {
      for (const query of spellings) {
        const before = store.acknowledged()
        const shown = await store.listed(query)
        assert.ok(shown >= before, `${query} shows ${shown} of ${before} animals`)
      }
    }
    for (const query of spellings) assert.equal(await store.listed(query), 95)
  }
})
