import { once } from 'node:events'
import { statSync } from 'node:fs'
import { Session } from 'node:inspector'
import { join, relative } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { getHeapStatistics } from 'node:v8'
import { Worker } from 'node:worker_threads'
import { operationsOf } from '../../src/kit/resource.ts'
import { serviceMetrics } from '../../src/observe/service-metrics.ts'
import { observedStorage } from '../../src/observe/observed-storage.ts'
import { petstore } from '../../src/resources/index.ts'
import { startApp, temporaryFolder } from '../../test/helpers/app.ts'
import { type Cleanup, withCleanup } from '../../test/helpers/cleanup.ts'
import type { Order } from './client.ts'
import { animals, type Kind, kindsFor } from './kinds.ts'
import { type Seen, tapDatabase } from './taps.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const wide = { perMinute: 500_000_000, perDay: 500_000_000, openOrders: 5_000 }
const seen: Seen = { statements: 0, commits: 0 }

/**
 * Counts the work for a request, and prints it as JSON. The application runs in this process, over real
 * sockets, and the client in a thread. `guard.ts` starts this with the necessary Node flags. The first
 * argument is `work` or `files`, all others are the names of kinds; all kinds if there are none.
 */
const main = async ([what, ...names]: readonly string[]): Promise<void> => {
  if (what === 'work') tapDatabase(seen)
  stopTimers()
  const result: Record<string, unknown> = {}
  const all = kindsFor({ secret: Buffer.of(), wide: '', spent: '' }).map(({ name }) => name)
  for (const name of names.length > 0 ? names : all) {
    await withCleanup(async (t) => void (result[name] = await inApp(t, name, what)))
  }
  process.stdout.write(`${JSON.stringify(result)}\n`)
}

type Send = (requests: readonly string[], count: number) => Promise<number>

/** Counts one kind with a separate store and application, so that no other kind interferes. */
const inApp = async (t: Cleanup, name: string, what: string | undefined): Promise<unknown> => {
  const dataDir = temporaryFolder(t)
  const observe = serviceMetrics('staging', operationsOf(petstore)).observe
  const app = await startApp(t, {
    dataDir,
    observe,
    wrapStorage: (storage) => observedStorage(storage, observe),
  })
  const file = join(dataDir, 'staging.sqlite')
  execute(file, fill)
  const { key } = await app.addKey('enterprise', wide)
  const spent = await app.addKey('enterprise', { ...wide, perDay: 1 })
  await app.call('/pets', { key: spent.key })
  const ground = { secret: app.storage.secret, wide: key, spent: spent.key }
  const kind = kindsFor(ground).find((each) => each.name === name)
  if (kind === undefined) throw new Error(`There is no kind of the name ${name}.`)
  const client = new Worker(new URL('client.ts', import.meta.url), { workerData: app.port })
  t.after(() => client.terminate())
  const send: Send = async (requests, count) => {
    const { concurrency, status } = kind
    client.postMessage({ requests, count, concurrency, status } satisfies Order)
    const [bytes] = await once(client, 'message')
    return bytes
  }
  await send(kind.requests, kind.warming)
  return await (what === 'work' ? countWork(kind, send, file) : listFiles(kind, send))
}

/** Stops timers, because work that depends on time and not on the number of requests must not count. */
const stopTimers = (): void => {
  const timeout = globalThis.setTimeout
  const never = (): NodeJS.Timeout => {
    const timer = timeout(() => undefined, 0)
    clearTimeout(timer)
    return timer
  }
  Object.assign(globalThis, { setTimeout: never, setInterval: never })
}

const execute = (file: string, statements: string): void => {
  using database = new DatabaseSync(file, { timeout: 1_000 })
  database.exec(statements)
}

const fill = `
  WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${animals})
  INSERT INTO pets (name, name_folded, category_id, status)
  SELECT 'Animal ' || (10000 + i), 'animal ' || (10000 + i), 100 + i % 100,
    CASE i % 3 WHEN 0 THEN 'sold' WHEN 1 THEN 'pending' ELSE 'available' END
  FROM n`

/** Counts the work for one request of a kind, as the mean over several hundred. */
const countWork = async (kind: Kind, send: Send, file: string) => {
  const fresh = kind.requests.length === 1 ? kind.requests : kind.requests.slice(kind.warming)
  // From here on, the length of the write-ahead log equals the bytes written.
  execute(file, 'PRAGMA wal_checkpoint(TRUNCATE)')
  globalThis.gc?.()
  Object.assign(seen, { statements: 0, commits: 0 })
  const before = getHeapStatistics().total_allocated_bytes
  const bytes = await send(fresh, kind.counted)
  const allocated = getHeapStatistics().total_allocated_bytes - before
  const each = (amount: number): number => Number((amount / kind.counted).toFixed(3))
  return {
    statements: each(seen.statements),
    commits: each(seen.commits),
    heapBytes: Math.round(allocated / kind.counted),
    answerBytes: each(bytes),
    diskBytes: each(statSync(`${file}-wal`).size),
  }
}

/** Lists the files of `src/` with a function that each of five requests called, by V8's precise coverage. */
const listFiles = async (kind: Kind, send: Send): Promise<readonly string[]> => {
  const session = new Session()
  session.connect()
  session.post('Profiler.enable')
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  const executed = (): Set<string> => {
    const files = new Set<string>()
    session.post('Profiler.takePreciseCoverage', (error, { result }) => {
      if (error !== null) throw error
      for (const { url, functions } of result) {
        if (!url.startsWith('file:') || !functions.some(({ ranges }) => ranges[0]?.count)) continue
        const file = relative(root, fileURLToPath(url))
        if (file.startsWith('src')) files.add(file)
      }
    })
    return files
  }
  let always: Set<string> | undefined
  for (let asked = 0; asked < 5; asked += 1) {
    executed()
    await send([kind.requests[(kind.warming + asked) % kind.requests.length] ?? ''], 1)
    always = always?.intersection(executed()) ?? executed()
  }
  session.disconnect()
  return [...(always ?? [])].toSorted()
}

if (import.meta.main) await main(process.argv.slice(2))
