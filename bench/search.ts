import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { petCreate } from '../src/resources/pets/changes.ts'
import { pets } from '../src/resources/pets/table.ts'
import { contents } from '../src/resources/index.ts'
import { openSqliteStorage } from '../src/store/sqlite/storage.ts'
import { median } from './measure.ts'

/**
 * `npm run bench:search -- 100000`: the processor time of a search among so many animals in SQLite, and of 10,240 creations,
 * 64 at once, with the index of texts and without it, in turn.
 */
const animals = Number(process.argv[2] ?? 100_000)
const names = ['Bella', 'Luna', 'Max', 'Charlie', 'Rocky', 'Daisy', 'Milo', 'Coco']
const folder = mkdtempSync(join(tmpdir(), 'petstore-bench-'))

const open = (path: string, isIndexed = true) => {
  const tables = contents.tables.map(({ search, ...table }) =>
    search === undefined || (!isIndexed && table.name === 'pets') ? table : { ...table, search },
  )
  return openSqliteStorage({
    path,
    environment: 'staging',
    contents: { ...contents, tables },
    busyTimeout: 5_000,
  })
}

const create = async ({ data }: ReturnType<typeof open>, count: number): Promise<void> => {
  const one = (n: number) =>
    petCreate({ name: `${names[n % 8]} ${n}`, categoryId: 1n, status: 'available' })
  for (let n = 0; n < count; n += 64)
    await Promise.all(Array.from({ length: 64 }, (_, at) => data.apply(one(n + at), { at: 0 })))
}

/** Milliseconds of processor time. */
const timeOf = async (work: () => Promise<unknown>): Promise<number> => {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

const creations = async (path: string, isIndexed: boolean): Promise<number> => {
  await open(path).close()
  if (!isIndexed) {
    using database = new DatabaseSync(path)
    for (const what of [
      'TRIGGER IF EXISTS pets_search_insert',
      'TRIGGER pets_search_update',
      'TRIGGER pets_search_delete',
      'TABLE pets_search',
    ])
      database.exec(`DROP ${what}`)
    database.exec('ALTER TABLE pets DROP COLUMN search_text')
  }
  const storage = open(path, isIndexed)
  await create(storage, 2_048)
  const time = await timeOf(() => create(storage, 10_240))
  await storage.close()
  return time
}

try {
  const times: Record<'with' | 'without', number[]> = { with: [], without: [] }
  for (let round = 0; round < 5; round += 1) {
    times.with.push(await creations(join(folder, `with-${round}.sqlite`), true))
    times.without.push(await creations(join(folder, `without-${round}.sqlite`), false))
  }
  const storage = open(join(folder, 'searches.sqlite'))
  await create(storage, animals)
  const searches: number[] = []
  for (let n = 0; n < 400; n += 1) {
    const text = n % 2 === 0 ? `${names[n % 8]}` : `${(n * 7_919) % animals}`.padStart(3, '1')
    const query = { text, tables: [pets], limit: 20 }
    searches.push(await timeOf(() => storage.data.search(query)))
  }
  await storage.close()
  const sorted = searches.toSorted((one, other) => one - other)
  const at = (part: number): string => (sorted[Math.floor(part * 399)] ?? Number.NaN).toFixed(2)
  process.stdout.write(`${cpus()[0]?.model}, Node ${process.version}; milliseconds of processor time
10,240 creations: ${median(times.with).toFixed(0)} with the index, ${median(times.without).toFixed(0)} without
A search among ${animals} animals: p50 ${at(0.5)}, p99 ${at(0.99)}, worst ${at(1)}\n`)
} finally {
  rmSync(folder, { recursive: true })
}
