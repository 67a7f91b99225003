import { join } from 'node:path'
import { openDatabase } from '../src/store/sqlite/database.ts'
import { openStorage } from '../test/helpers/storage.ts'
import { median } from './measure.ts'

const order = `INSERT INTO orders (id, pet_id, status, "by", placed_at, expires_at, owner_id, row_version)
  VALUES (?1, ?1, 'placed', 'wide', '2026-11-26T12:00:00.000Z', '2026-11-27T12:00:00.000Z', 'key_' || ?1 % 150, 1)`
const event = (type: string, of = 'NULL'): string =>
  `INSERT INTO events (type, at, pet_id, order_id, body) VALUES ('${type}', 1, ?1, ${of}, printf('%200s', ''))`
const create = `INSERT INTO pets (name, name_folded, category_id, status, search_text) VALUES ('Rex', 'rex', 3, 'available', '^ rex $ ' || ?1)`
const index = `INSERT INTO pets_search (rowid, search_text) SELECT id, search_text FROM pets WHERE id > (SELECT max(id) - 64 FROM pets);`
const sums = `INSERT INTO sums VALUES (1, '', '', -1, 64) ON CONFLICT DO UPDATE SET count = count + 64;`
const update = `UPDATE pets SET category_id = ?1 % 2 WHERE id = ?1`
const hold = `UPDATE pets SET status = 'pending', order_id = ?1 WHERE id = ?1`

/** The statements that the service runs for each change, and those for each batch of 64. */
const kinds: ReadonlyArray<readonly [name: string, each: readonly string[], together: string]> = [
  ['create', [create, event('pet.created')], index + sums],
  ['update', [update, event('pet.updated')], ''],
  ['order', [order, hold, event('order.placed', '?1'), event('pet.updated')], sums],
]

/** Microseconds of processor time of SQLite alone for a change, at 64 per durable commit: a lower bound for any store on it. */
export const floors = async (folder: string): Promise<string> => {
  const found: string[] = []
  for (const [name, texts, together] of kinds) {
    const path = join(folder, `${name}.sqlite`)
    await openStorage(path).close()
    using database = openDatabase(path, { busyTimeout: 1_000 })
    database.exec(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60000)
      INSERT INTO pets (name, name_folded, category_id, status) SELECT 'Animal ' || i, 'animal ' || i, i % 1000, 'available' FROM n`)
    const statements = texts.map((text) => database.prepare(text))
    const times: number[] = []
    for (let n = 0; n < 51_200;) {
      const { user, system } = process.cpuUsage()
      database.exec('BEGIN IMMEDIATE')
      for (const end = n + 64; n < end; n += 1) for (const each of statements) each.get(n + 1)
      database.exec(`${together} COMMIT`)
      const after = process.cpuUsage()
      times.push((after.user - user + after.system - system) / 64)
    }
    found.push(`${name} ${median(times).toFixed(1)} µs`)
  }
  return found.join(', ')
}
