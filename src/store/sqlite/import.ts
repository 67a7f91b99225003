import type { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import type { Clock } from '../../base/clock.ts'
import { type Import, type Imported, ImportUnderWay } from '../../base/data/bulk.ts'
import { hiddenFieldsOf, type Row, type Table } from '../../base/data/table.ts'
import type { Changes } from '../changes.ts'
import { cellsOf } from '../sql/columns.ts'
import { guarded, transaction } from './transaction.ts'
import type { EventLog } from '../event-log.ts'
import type { SqliteEngine } from './engine.ts'
import { type ServiceLock, takeServiceLock } from './lock.ts'
import { highestId } from './rows.ts'
import { type WriteSql, writeSql } from './table-sql.ts'

/** Rows that one transaction moves: a few milliseconds in which nobody else can write. */
const chunkSize = 1_000n

/** What writes the events of a transaction. */
export type EventWriting = Pick<SqliteEngine, 'begin'> & { readonly log: EventLog }

/** The table that an import fills, and its statements. */
type Target = { readonly table: Table; readonly sql: WriteSql; readonly events: EventWriting }

/**
 * Imports rows without delaying a running service for long. All of them become visible at one moment, or none if
 * anything fails:
 *
 * 1. Gather the rows in a temporary table, in a file of SQLite's own.
 * 2. Take a range of ids for them, and mark it as hidden.
 * 3. Move the rows there piece by piece, with a pause after each in which others can write.
 * 4. Remove the mark, and write the one event that tells of all rows.
 *
 * Rows of a killed import stay hidden until the next import deletes them.
 *
 * @throws ImportUnderWay
 */
export const beginImport = async (
  database: DatabaseSync,
  table: Table,
  changes: Changes,
  events: EventWriting,
): Promise<Import> => {
  if (table.id !== 'assigned') throw new TypeError(`${table.name} chooses its ids by itself.`)
  const filled = hiddenFieldsOf(table).find(({ isOptional }) => !isOptional)
  if (filled !== undefined) throw new TypeError(`No import fills ${table.name}.${filled.name}.`)
  const lock = takeServiceLock(`${database.location()}.import-lock`)
  if (lock === undefined) throw new ImportUnderWay()
  try {
    await clearHidden(database)
    return gatherInto(database, { table, sql: writeSql(table), events }, lock, changes)
  } catch (error) {
    lock.release()
    throw error
  }
}

const gatherInto = (
  database: DatabaseSync,
  target: Target,
  lock: ServiceLock,
  changes: Changes,
): Import => {
  const { gather } = target.sql
  // One transaction over all rows is faster, and locks nothing but the temporary file.
  database.exec(`${gather.create}; BEGIN`)
  const insert = database.prepare(gather.insert)
  let count = 0n

  return {
    add: async (rows) => {
      guarded(database, () => {
        for (const row of rows) insert.run(...cellsOf(gather.columns, row as Row))
      })
      count += BigInt(rows.length)
    },
    commit: async (clock, progress) => {
      database.exec('COMMIT')
      if (count === 0n) return { count: 0, ids: undefined, heldUp: 0 }
      const imported = await move(database, target, count, clock, progress)
      changes.move()
      return imported
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
  database: DatabaseSync,
  { table, sql, events }: Target,
  count: bigint,
  clock: Clock,
  progress: (moved: number) => void,
): Promise<Imported> => {
  const piece = database.prepare(sql.gather.move)
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

  const addTotals = totalsOf(database, table, sql)
  const before = held(() => takeIds(database, table, count))
  // A crash may lose hidden rows: nobody was told of them.
  database.exec('PRAGMA synchronous = NORMAL')
  for (let moved = 0n; moved < count; moved += chunkSize) {
    const started = performance.now()
    held(() => piece.run(before, moved, moved + chunkSize))
    progress(Number(moved))
    // Pause for as long as the piece took, so that others get half of the time.
    await setTimeout(performance.now() - started)
  }
  // Syncing this transaction also syncs all earlier ones, which are in the same log.
  database.exec('PRAGMA synchronous = FULL')
  const ids = { first: before + 1n, last: before + count }
  held(() => {
    addTotals()
    database.exec('DELETE FROM import_under_way')
    const log = events.log(events.begin())
    log.noteImport(table, { ...ids, count: Number(count) }, { at: clock() })
    log.save()
  })
  return { count: Number(count), ids, heldUp }
}

/** What adds the gathered rows to the totals of their table, if it has any. */
const totalsOf = (database: DatabaseSync, table: Table, sql: WriteSql): (() => void) => {
  const column = sql.gather.columns.find(({ name }) => name === table.totals)?.column
  return column === undefined ? () => {} : gatheredTotals(database, table, column)
}

/** Takes the next ids for an import and hides them. Rows that are added from now on get later ids. */
const takeIds = (database: DatabaseSync, table: Table, count: bigint): bigint => {
  const { name } = table
  const before = highestId(database, table)()
  const { changes } = database
    .prepare('UPDATE sqlite_sequence SET seq = ? WHERE name = ?')
    .run(before + count, name)
  if (changes === 0) {
    database
      .prepare('INSERT INTO sqlite_sequence (seq, name) VALUES (?, ?)')
      .run(before + count, name)
  }
  database
    .prepare('INSERT INTO import_under_way (one, first, last, table_name) VALUES (1, ?, ?, ?)')
    .run(before + 1n, before + count, name)
  return before
}

/** The ids that an unfinished import has taken in a table, both included. Rows with these ids are invisible. */
type HiddenIds = { readonly table: string; readonly first: bigint; readonly last: bigint }

/** Reads the hidden ids; undefined if there is no import. */
export const hiddenIds = (database: DatabaseSync): HiddenIds | undefined => {
  const statement = database.prepare(
    'SELECT table_name AS "table", first, last FROM import_under_way',
  )
  statement.setReadBigInts(true)
  // The columns are typed by the STRICT table.
  return statement.get() as HiddenIds | undefined
}

/** Deletes the hidden rows of an earlier import, piece by piece. */
const clearHidden = async (database: DatabaseSync): Promise<void> => {
  const hidden = guarded(database, () => hiddenIds(database))
  if (hidden === undefined) return
  const { table, first, last } = hidden
  const remove = database.prepare(`DELETE FROM "${table}" WHERE id >= ? AND id < ?`)
  for (let at = first; at <= last; at += chunkSize) {
    const end = at + chunkSize <= last ? at + chunkSize : last + 1n
    guarded(database, () => remove.run(at, end))
    await setTimeout(1)
  }
  guarded(database, () => database.exec('DELETE FROM import_under_way'))
}

/**
 * Counts the rows that an import has gathered.
 *
 * @param column of the field whose values are counted
 * @returns what adds them to the totals, inside the transaction that makes them visible
 */
const gatheredTotals = (database: DatabaseSync, { name }: Table, column: string): (() => void) => {
  const counted = database
    .prepare(`SELECT "${column}" AS value, count(*) AS count FROM temp.gathered GROUP BY 1`)
    .all()
  const add = database.prepare(`
    INSERT INTO totals (table_name, value, count) VALUES (?, ?, ?)
    ON CONFLICT DO UPDATE SET count = count + excluded.count`)
  return () => {
    for (const { value = null, count = null } of counted) add.run(name, value, count)
  }
}
