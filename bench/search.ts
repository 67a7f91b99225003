import { cpus } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { parseArgs } from 'node:util'
import { petCreate } from '../src/resources/pets/changes.ts'
import { pets } from '../src/resources/pets/table.ts'
import { contents } from '../src/resources/index.ts'
import type { Storage } from '../src/store/port.ts'
import { temporaryFolder } from '../test/helpers/app.ts'
import { type Cleanup, withCleanup } from '../test/helpers/cleanup.ts'
import { newPostgresDatabase } from '../test/helpers/postgres-store.ts'
import { openStorage } from '../test/helpers/storage.ts'
import { median, quantile, usageOf } from './measure.ts'

/**
 * `npm run bench:search -- 100000`: the processor time of a search among so many animals in SQLite, and of 10,240 creations,
 * 64 at once, with the index of texts and without it, in turn. `--profiles`: each animal has a profile; `--postgres`: a
 * search in PostgreSQL, with the time of the server.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    profiles: { type: 'boolean', default: false },
    postgres: { type: 'boolean', default: false },
  },
})
const animals = Number(positionals[0] ?? 100_000)
const names = ['Bella', 'Luna', 'Max', 'Charlie', 'Rocky', 'Daisy', 'Milo', 'Coco']
const breeds = ['European shorthair', 'Border collie', 'Beagle', 'Siamese', 'Terrier']
const colours = ['black', 'grey tabby', 'white', 'ginger', 'brown', 'blue merle', 'cream']
const traits = 'shy,calm,playful,curious,deaf,old,tame,loud,gentle,clever,slow'.split(',')
const print = (text: string): void => void process.stdout.write(text)

const open = (path: string, isIndexed = true) => {
  const tables = contents.tables.map(({ search, ...table }) =>
    search === undefined || (!isIndexed && table.name === 'pets') ? table : { ...table, search },
  )
  return openStorage(path, { contents: { ...contents, tables } })
}

const create = async ({ data }: Storage, count: number): Promise<void> => {
  const one = (n: number) =>
    petCreate({ name: `${names[n % 8]} ${n}`, categoryId: 1n, status: 'available' })
  for (let n = 0; n < count; n += 64)
    await Promise.all(Array.from({ length: 64 }, (_, at) => data.apply(one(n + at), { at: 0 })))
}

/** Microseconds of processor time of this process. */
const own = (): number => process.cpuUsage().user + process.cpuUsage().system

const creations = async (path: string, isIndexed: boolean): Promise<number> => {
  await open(path).close()
  if (!isIndexed) {
    using database = new DatabaseSync(path)
    database.exec(`DROP TRIGGER pets_search_update; DROP TRIGGER pets_search_delete; DROP TABLE pets_search;
      ALTER TABLE pets DROP COLUMN search_text`)
  }
  const storage = open(path, isIndexed)
  await create(storage, 2_048)
  const before = own()
  await create(storage, 10_240)
  const time = (own() - before) / 1_000
  await storage.close()
  return time
}

const measureCreations = async (folder: string): Promise<string> => {
  const times: readonly [number[], number[]] = [[], []]
  for (let round = 0; round < 18; round += 1)
    times[round % 2]?.push(await creations(join(folder, `${round}.sqlite`), round % 2 === 0))
  const [indexed, plain] = [median(times[0]), median(times[1])]
  const ratio = (indexed / plain).toFixed(2)
  return `10,240 creations: ${indexed.toFixed(0)} with the index, ${plain.toFixed(0)} without, ${ratio} times\n`
}

const oneOf = (words: readonly string[], number: string): string =>
  `CASE ${number} % ${words.length} ${words.map((word, at) => `WHEN ${at} THEN '${word}'`).join(' ')} END`

/** Animals and their profiles, with their texts, in the words of both databases. */
const fill = (): string => {
  const numbers = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${animals})`
  const name = `${oneOf(names, 'i')} || ' ' || i`
  const parts = [oneOf(breeds, 'i / 3'), oneOf(colours, 'i / 7'), `'Kennel ' || i % 40`]
  const [breed, colour, place] = parts
  const about = [5, 11, 13, 17].map((n) => oneOf(traits, `i / ${n}`)).join(` || ' ' || `)
  return `
    ${numbers} INSERT INTO pets (id, name, name_folded, category_id, status, row_version, search_text)
    SELECT i, ${name}, lower(${name}), i % 1000, 'available', 1, '^ ' || lower(${name}) || ' $ ' FROM n;
    ${values.profiles ? numbers : '--'} INSERT INTO profiles (id, breed, colour, location, description, photos, row_version, search_text) SELECT i, ${breed}, ${colour}, ${place}, ${about}, '[]', 1, '^  $ ' || lower(${[...parts, about].join(` || ' ' || `)}) || ' ' FROM n;`
}

/** What people look for: common words, numbers, beginnings, and words of the animal and of its profile together. */
const textOf = (n: number): string => {
  const number = `${(n * 7_919) % animals}`.padStart(3, '1')
  const name = names[n % 8] ?? ''
  const texts = [name, number, name.slice(0, 2), `${name} ${number}`]
  if (values.profiles) {
    const [breed, colour, trait] = [breeds, colours, traits].map((all) => all[n % all.length])
    texts.push(`${name} ${breed}`, `${colour} ${trait}`, `${name} kennel ${n % 40}`, `${breed}`)
  }
  return texts[n % texts.length] ?? ''
}

/** @param used microseconds of processor time until now */
const measureSearches = async ({ data }: Storage, used: () => Promise<number>): Promise<string> => {
  const times: number[] = []
  for (let n = 0; n < 400; n += 1) {
    const query = { text: textOf(n * 3), tables: [pets], limit: 20 }
    const before = await used()
    await data.search(query)
    times.push(((await used()) - before) / 1_000)
  }
  const [p50, p99, worst] = [0.5, 0.99, 1].map((share) => quantile(times, share).toFixed(2))
  return `A search among ${animals} animals: p50 ${p50}, p99 ${p99}, worst ${worst}\n`
}

const inSqlite = async (folder: string): Promise<string> => {
  const path = join(folder, 'searches.sqlite')
  await open(path).close()
  using database = new DatabaseSync(path)
  database.exec(`BEGIN; ${fill()}
    INSERT INTO pets_search (pets_search) VALUES ('rebuild');
    INSERT INTO profiles_search (profiles_search) VALUES ('rebuild'); COMMIT`)
  const storage = open(path)
  // The index has segments of recent commits too.
  await create(storage, 2_048)
  const found = await measureSearches(storage, async () => own())
  await storage.close()
  return found
}

const inPostgres = async (t: Cleanup): Promise<string> => {
  const { client, open: openStore } = await newPostgresDatabase(t)
  const [storage, connection] = [await openStore(), await client()]
  t.after(async () => await connection.end())
  await connection.query('DROP INDEX pets_search; DROP INDEX profiles_search')
  await connection.query(fill())
  // It makes the indexes again.
  await openStore()
  await connection.query('VACUUM ANALYZE')
  const pids = 'SELECT pid FROM pg_stat_activity WHERE datname IS NOT NULL'
  const { rows } = await connection.query(pids)
  return await measureSearches(storage, async () =>
    rows.reduce((sum, { pid }) => sum + usageOf(pid).cpu, own()),
  )
}

await withCleanup(async (t) => {
  const folder = temporaryFolder(t)
  print(`${cpus()[0]?.model}, Node ${process.version}; milliseconds of processor time\n`)
  if (!values.postgres) print(await measureCreations(folder))
  print(values.postgres ? await inPostgres(t) : await inSqlite(folder))
})
