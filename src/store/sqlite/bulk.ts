import type { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import type { Table } from '../../base/data/table.ts'
import { type BulkEngine, type Gathering, idsBehind, importUnderWay } from '../bulk.ts'
import type { Changes } from '../changes.ts'
import { asking, rowInserter, rowsOf, type SqliteEngine } from './engine.ts'
import { type ServiceLock, takeServiceLock } from './lock.ts'
import { pagesOf } from '../moved-table.ts'
import { lastId } from '../unit-of-work.ts'
import { importedColumnsOf, names, versionColumn } from '../sql/columns.ts'
import { indexNew } from './text-index.ts'
import { guarded, transaction } from './transaction.ts'

/** Rows that one transaction moves: it blocks other writers for a few milliseconds. */
const chunkSize = 1_000

type Parts = {
  readonly database: DatabaseSync
  readonly changes: Changes
  readonly begin: SqliteEngine['begin']
}

/**
 * Imports rows without delaying a running service. All become visible atomically, or none if anything fails:
 *
 * 1. Gather the rows in a temporary table, which has its own file.
 * 2. Reserve a range of ids and mark it as hidden.
 * 3. Move the rows in batches; others write in the pauses.
 * 4. Remove the mark, and write one event for all rows.
 *
 * Rows of a killed import stay hidden until the next import deletes them.
 */
export const sqliteBulk = (parts: Parts): BulkEngine => {
  const { database } = parts
  return {
    async *batches(text) {
      // One statement reads one snapshot, however long it takes (https://www.sqlite.org/isolation.html).
      yield* pagesOf(rowsOf(database, text))
    },
    gather: async (table) => {
      const lock = takeServiceLock(`${database.location()}.import-lock`)
      if (lock === undefined) throw importUnderWay()
      using opened = new DisposableStack()
      opened.defer(lock.release)
      await clearHidden(database)
      const gathered = gathering(parts, table, lock)
      opened.move()
      return gathered
    },
  }
}

const gathering = (parts: Parts, table: Table, lock: ServiceLock): Gathering => {
  const { database, changes } = parts
  const columns = importedColumnsOf(table)
  const list = names(columns)
  // One transaction over all rows is faster, and locks only the temporary file.
  database.exec(
    `CREATE TEMP TABLE gathered AS SELECT ${list} FROM main.${table.name} WHERE FALSE; BEGIN`,
  )
  const insert = rowInserter(database, 'temp.gathered', columns.length)
  // Moves the rows with numbers after `?2` up to `?3`. The id of a row is its number plus `?1`.
  const moving = `
    INSERT INTO main.${table.name} (id, ${list}, ${versionColumn})
    SELECT rowid + ?1, ${list}, 1 FROM temp.gathered WHERE rowid > ?2 AND rowid <= ?3`

  return {
    add: async (rows) => guarded(database, () => insert(rows)),
    commit: async (count, note, progress) => {
      database.exec('COMMIT')
      const moved = await move(parts, table, moving, [count, note, progress])
      changes.noteOthers()
      return moved
    },
    end: async () => {
      try {
        if (database.isTransaction) database.exec('ROLLBACK')
        database.exec('DROP TABLE temp.gathered')
        await clearHidden(database)
      } finally {
        lock.release()
      }
    },
  }
}

const move = async (
  { database, begin }: Parts,
  table: Table,
  text: string,
  [count, note, progress]: Parameters<Gathering['commit']>,
): ReturnType<Gathering['commit']> => {
  const piece = database.prepare(text)
  const index = table.search && database.prepare(indexNew(table, '> ?1 + ?2 AND id <= ?1 + ?3'))
  let heldUp = 0
  const held = <T>(work: () => T): T => {
    let locked = 0
    const result = guarded(database, () =>
      transaction(database, () => {
        locked = performance.now()
        return work()
      }),
    )
    heldUp = Math.max(heldUp, performance.now() - locked)
    return result
  }

  const before = held(() => takeIds(database, table, begin().last(lastId(table)), count))
  // A crash may lose hidden rows, because nobody was told about them.
  database.exec('PRAGMA synchronous = NORMAL')
  for (let moved = 0; moved < count; moved += chunkSize) {
    const started = performance.now()
    held(() => {
      piece.run(before, moved, moved + chunkSize)
      index?.run(before, moved, moved + chunkSize)
    })
    progress(moved)
    // Pause for as long as the batch took, so that others get half of the time.
    await setTimeout(performance.now() - started)
  }
  // Syncing this transaction also syncs all earlier ones, as they are in the same log.
  database.exec('PRAGMA synchronous = FULL')
  const ids = idsBehind(before, count)
  held(() => {
    database.exec('DELETE FROM import_under_way')
    note(begin(), ids)
  })
  return { ids, heldUp }
}

/** Reserves the next ids for an import and hides them. Rows added from now on get later ids. */
const takeIds = (database: DatabaseSync, { name }: Table, before: bigint, count: number) => {
  const { first, last } = idsBehind(before, count)
  const ask = asking(database)
  const { count: known } = ask('UPDATE sqlite_sequence SET seq = $1 WHERE name = $2', [last, name])
  if (known === 0) ask('INSERT INTO sqlite_sequence (seq, name) VALUES ($1, $2)', [last, name])
  const values = [first, last, name]
  ask('INSERT INTO import_under_way (one, first, last, table_name) VALUES (1, $1, $2, $3)', values)
  return before
}

/** The first and last id that an unfinished import has reserved in a table; undefined if there is no import. */
export const hiddenIds = (database: DatabaseSync) => {
  const found = asking(database).first('SELECT table_name, first, last FROM import_under_way')
  if (found === undefined) return undefined
  // The STRICT table guarantees the types.
  const [table, first, last] = found as readonly [string, bigint, bigint]
  return { table, first, last }
}

const clearHidden = async (database: DatabaseSync): Promise<void> => {
  const hidden = guarded(database, () => hiddenIds(database))
  if (hidden === undefined) return
  const { table, first, last } = hidden
  const remove = database.prepare(`DELETE FROM "${table}" WHERE id >= ? AND id < min(?, ? + 1)`)
  const size = BigInt(chunkSize)
  for (let at = first; at <= last; at += size) {
    guarded(database, () => remove.run(at, at + size, last))
    await setTimeout(1)
  }
  guarded(database, () => database.exec('DELETE FROM import_under_way'))
}
