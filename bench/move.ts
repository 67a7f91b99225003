import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { parseArgs } from 'node:util'
import { contents } from '../src/resources.ts'
import { openMove } from '../src/storage/configured/move.ts'
import { dataFiles } from '../src/storage/data-files.ts'
import { moveStore } from '../src/storage/move.ts'
import { openSqliteStorage } from '../src/storage/sqlite/storage.ts'
import { startPostgres } from '../test/helpers/postgres.ts'

/**
 * `npm run bench:move`: moves a store of so many animals, each with its event, into PostgreSQL on this machine, and compares
 * both. It tells the rows a second, the processor time of the command for each row, and the most memory that it had.
 */
const { animals } = parseArgs({
  options: { animals: { type: 'string', default: '100000' } },
}).values

const dataDir = mkdtempSync(join(tmpdir(), 'petstore-bench-'))
const files = dataFiles(dataDir, 'staging')
const store = {
  path: files.database,
  environment: 'staging',
  contents,
  busyTimeout: 1_000,
} as const
await openSqliteStorage(store).close()
const database = new DatabaseSync(files.database)
database.exec(`
  WITH RECURSIVE numbers AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM numbers WHERE n < ${Number(animals)})
  INSERT INTO pets (name, category_id, status, name_folded, row_version)
  SELECT 'Animal ' || n, n % 50, 'available', 'animal ' || n, 1 FROM numbers;
  INSERT INTO events (id, type, at, pet_id, body)
  SELECT id, 'pet.created', 1795132800000 + id, id, ',"type":"pet.created","timestamp":"2026-11-20T00:00:00.000Z","data":{"pet":{"id":'
    || id || ',"name":"' || name || '","categoryId":' || category_id || ',"status":"available"}}}' FROM pets`)
database.close()

const server = await startPostgres()
try {
  const { source, openTarget } = openMove(files, 'staging')
  const target = await openTarget(server.address(await server.newDatabase()))
  const started = performance.now()
  const before = process.cpuUsage()
  const { tables } = await moveStore(source, target, { copied: () => {}, compared: () => {} })
  const { user, system } = process.cpuUsage(before)
  const seconds = (performance.now() - started) / 1_000
  await target.close()
  source.close()
  const rows = Object.values(tables).reduce((sum, facts) => sum + facts.rows, 0)
  process.stdout.write(
    `${rows} rows copied and compared in ${seconds.toFixed(1)} s: ${Math.round(rows / seconds)} rows a second, ` +
      `${((user + system) / rows).toFixed(1)} µs of processor time for each, at most ${Math.round(process.resourceUsage().maxRSS / 1_024)} MB of memory.\n`,
  )
} finally {
  await server.close()
  rmSync(dataDir, { recursive: true })
}
