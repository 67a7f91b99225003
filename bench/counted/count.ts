import { once } from 'node:events'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Socket } from 'node:net'
import { DatabaseSync } from 'node:sqlite'
import { getHeapStatistics } from 'node:v8'
import { Worker } from 'node:worker_threads'
import { operationsOf } from '../../src/api/resource.ts'
import { metricsOf } from '../../src/observability/metrics-families.ts'
import { MetricsMemory } from '../../src/observability/metrics-memory.ts'
import { metricsObserver } from '../../src/observability/metrics-recorder.ts'
import { observedStorage } from '../../src/observability/observed-storage.ts'
import { petstore } from '../../src/resources.ts'
import { startApp, type TestApp, temporaryFolder } from '../../test/helpers/app.ts'
import { withCleanup } from '../../test/helpers/cleanup.ts'
import type { Answered, ClientData, Order } from './client.ts'
import { animals, type Ground, type Kind, kindsFor } from './kinds.ts'
import { type Seen, tapDatabase, tapSockets } from './taps.ts'
import type { Counts, Work } from './work.ts'

/**
 * Counts the work for a request of each kind and prints it as JSON. It runs the application in this process, over real
 * sockets. The client is in a thread, whose memory is its own. Started by `runCount`, with the flags
 * that it needs of Node; the arguments are the names of the kinds, all if there are none.
 */
const main = async (): Promise<void> => {
  const wanted = new Set(process.argv.slice(2))
  const seen: Seen = { statements: 0, commits: 0, writes: 0 }
  tapDatabase(seen)
  stopTime()
  const work: Record<string, Counts> = {}
  for (const { name } of kindsFor(nowhere)) {
    if (wanted.size === 0 || wanted.has(name)) work[name] = await countKind(name, seen)
  }
  const result: Work = { node: process.version, kinds: work }
  process.stdout.write(`${JSON.stringify(result)}\n`)
}

/** Used only for the names of the kinds. */
const nowhere: Ground = { secret: Buffer.of(), keys: { wide: '', spent: '', banned: '' } }

/** Counts for one kind, with a store and an application of its own, so that no other kind is seen in it. */
const countKind = async (name: string, seen: Seen): Promise<Counts> => {
  let counts: Counts | undefined
  await withCleanup(async (t) => {
    const dataDir = temporaryFolder(t)
    const observe = metricsObserver(new MetricsMemory(metricsOf(operationsOf(petstore))))
    const app = await startApp(t, {
      dataDir,
      observe,
      wrapStorage: (storage) => observedStorage(storage, observe),
      trustedProxies: ['127.0.0.1'],
    })
    app.app.server.once('connection', (socket: Socket) => tapSockets(seen, socket))
    const file = join(dataDir, 'staging.sqlite')
    const kind = kindsFor(await prepare(app, file)).find((each) => each.name === name)
    if (kind === undefined) return
    const written = new Int32Array(new SharedArrayBuffer(4))
    const workerData: ClientData = { port: app.port, written }
    const client = new Worker(new URL('client.ts', import.meta.url), { workerData })
    t.after(() => client.terminate())
    const send: Send = async (order) => {
      Atomics.store(written, 0, 0)
      client.postMessage(order)
      // The service reads nothing until all are sent, so that they arrive together even on a loaded machine.
      if (order.together > 1) Atomics.wait(written, 0, 0, 10_000)
      const [answered] = await once(client, 'message')
      return answered
    }
    await sendAll(send, kind, kind.requests, kind.warming)
    counts = await count(send, kind, seen, file)
  })
  if (counts === undefined) throw new Error(`There is no kind of the name ${name}.`)
  return counts
}

type Send = (order: Order) => Promise<Answered>

/** Work that depends on time, not on the number of requests, must not be counted. */
const stopTime = (): void => {
  const never = (): NodeJS.Timeout => {
    const timer = timeout(() => undefined, 0)
    clearTimeout(timer)
    return timer
  }
  const timeout = globalThis.setTimeout
  Object.assign(globalThis, { setTimeout: never, setInterval: never })
}

const wide = { perMinute: 500_000_000, perDay: 500_000_000, openOrders: 5_000 }

/** Fills the store, and puts the keys into the states that their kinds need. */
const prepare = async (app: TestApp, file: string): Promise<Ground> => {
  const database = new DatabaseSync(file)
  database.exec(`
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${animals})
    INSERT INTO pets (name, name_folded, category_id, status)
    SELECT 'Animal ' || (10000 + i), 'animal ' || (10000 + i), 100 + i % 100,
      CASE i % 3 WHEN 0 THEN 'sold' WHEN 1 THEN 'pending' ELSE 'available' END
    FROM n;
  `)
  database.close()
  const { key } = await app.addKey('enterprise', wide)
  const spent = await app.addKey('enterprise', { ...wide, perDay: 1 })
  const banned = await app.addKey('free')
  await app.call('/pets', { key: spent.key })
  // As many requests as a minute allows, then as many refusals.
  for (let sent = 0; sent < 2 * 60; sent += 1) await app.call('/pets', { key: banned.key })
  return {
    secret: app.storage.secret,
    keys: { wide: key, spent: spent.key, banned: banned.key },
  }
}

const sendAll = async (
  send: Send,
  { status, together }: Kind,
  requests: readonly string[],
  wanted: number,
): Promise<number> => {
  if (together === 1) return (await send({ requests, count: wanted, together, status })).bytes
  let bytes = 0
  for (let sent = 0; sent < wanted; sent += together) {
    const from = sent % requests.length
    const some = requests.slice(from, from + together)
    bytes += (await send({ requests: some, count: together, together, status })).bytes
  }
  return bytes
}

const count = async (send: Send, kind: Kind, seen: Seen, file: string): Promise<Counts> => {
  const requests = kind.requests.length === 1 ? kind.requests : kind.requests.slice(kind.warming)
  emptyWal(file)
  globalThis.gc?.()
  Object.assign(seen, { statements: 0, commits: 0, writes: 0 })
  const before = getHeapStatistics().total_allocated_bytes
  const bytes = await sendAll(send, kind, requests, kind.counted)
  const allocated = getHeapStatistics().total_allocated_bytes - before
  const each = (amount: number): number => Number((amount / kind.counted).toFixed(3))
  return {
    statements: each(seen.statements),
    commits: each(seen.commits),
    heapBytes: Math.round(allocated / kind.counted),
    socketBytes: each(bytes),
    socketWrites: each(seen.writes),
    diskBytes: each(statSync(`${file}-wal`).size),
  }
}

/** From here on, the length of the write-ahead log equals the bytes written. */
const emptyWal = (file: string): void => {
  const database = new DatabaseSync(file, { timeout: 1_000 })
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  database.close()
}

await main()
