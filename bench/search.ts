import { cpus } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { parseArgs } from 'node:util'
import { petCreate } from '../src/resources/pets/changes.ts'
import { pets } from '../src/resources/pets/table.ts'
import type { Storage } from '../src/store/port.ts'
import { temporaryFolder } from '../test/helpers/app.ts'
import { type Cleanup, withCleanup } from '../test/helpers/cleanup.ts'
import { newPostgresDatabase } from '../test/helpers/postgres-store.ts'
import { openStorage } from '../test/helpers/storage.ts'
import { quantile, usageOf } from './measure.ts'

/**
 * `npm run bench:search -- 100000 [--postgres]`: the processor time of a search among this many animals with
 * profiles, in SQLite, or in PostgreSQL including the database server.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { postgres: { type: 'boolean', default: false } },
})
const animals = Number(positionals[0] ?? 100_000)
const names = ['Bella', 'Luna', 'Max', 'Charlie', 'Rocky', 'Daisy', 'Milo', 'Coco']
const breeds = ['European shorthair', 'Border collie', 'Beagle', 'Siamese', 'Terrier']
const colours = ['black', 'grey tabby', 'white', 'ginger', 'brown', 'blue merle', 'cream']
const traits = 'shy,calm,playful,curious,deaf,old,tame,loud,gentle,clever,slow'.split(',')
const print = (text: string): void => void process.stdout.write(text)

/** Microseconds of processor time of this process. */
const own = (): number => process.cpuUsage().user + process.cpuUsage().system

const oneOf = (words: readonly string[], number: string): string =>
  `CASE ${number} % ${words.length} ${words.map((word, at) => `WHEN ${at} THEN '${word}'`).join(' ')} END`

/** SQL, valid in both databases, that inserts animals and profiles with their texts. */
const fill = (): string => {
  const numbers = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${animals})`
  const name = `${oneOf(names, 'i')} || ' ' || i`
  const parts = [oneOf(breeds, 'i / 3'), oneOf(colours, 'i / 7'), `'Kennel ' || i % 40`]
  const [breed, colour, place] = parts
  const about = [5, 11, 13, 17].map((n) => oneOf(traits, `i / ${n}`)).join(` || ' ' || `)
  return `
    ${numbers} INSERT INTO pets (id, name, name_folded, category_id, status, row_version, search_text)
    SELECT i, ${name}, lower(${name}), i % 1000, 'available', 1, '^ ' || lower(${name}) || ' $ ' FROM n;
    ${numbers} INSERT INTO profiles (id, breed, colour, location, description, photos, row_version, search_text) SELECT i, ${breed}, ${colour}, ${place}, ${about}, '[]', 1, '^  $ ' || lower(${[...parts, about].join(` || ' ' || `)}) || ' ' FROM n;`
}

/** Realistic queries: common words, numbers, prefixes, and words from an animal and its profile together. */
const textOf = (n: number): string => {
  const number = `${(n * 7_919) % animals}`.padStart(3, '1')
  const name = names[n % 8] ?? ''
  const [breed, colour, trait] = [breeds, colours, traits].map((all) => all[n % all.length])
  const plain = [name, number, name.slice(0, 2), `${name} ${number}`]
  const joined = [`${name} ${breed}`, `${colour} ${trait}`, `${name} kennel ${n % 40}`, `${breed}`]
  const texts = [...plain, ...joined]
  return texts[n % texts.length] ?? ''
}

/** @param used returns the microseconds of processor time used so far */
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
  await openStorage(path).close()
  using database = new DatabaseSync(path)
  database.exec(`BEGIN; ${fill()}
    INSERT INTO pets_search (pets_search) VALUES ('rebuild');
    INSERT INTO profiles_search (profiles_search) VALUES ('rebuild'); COMMIT`)
  const storage = openStorage(path)
  // Adds recent commits, so that the index has more than one segment.
  const added = (n: number) => petCreate({ name: textOf(n), categoryId: 1n, status: 'available' })
  for (let n = 0; n < 256; n += 1) await storage.data.apply(added(n), { at: 0 })
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
  // Opening the store creates the indexes again.
  await openStore()
  await connection.query('VACUUM ANALYZE')
  const pids = 'SELECT pid FROM pg_stat_activity WHERE datname IS NOT NULL'
  const { rows } = await connection.query(pids)
  return await measureSearches(storage, async () =>
    rows.reduce((sum, { pid }) => sum + usageOf(pid).cpu, own()),
  )
}

await withCleanup(async (t) => {
  print(`${cpus()[0]?.model}, Node ${process.version}; milliseconds of processor time\n`)
  print(values.postgres ? await inPostgres(t) : await inSqlite(temporaryFolder(t)))
})
