import { DatabaseSync } from 'node:sqlite'
import { OutcomeUnknown } from '../../src/base/errors/storage-errors.ts'
import { contents } from '../../src/resources/index.ts'
import type { Changes } from '../../src/store/changes.ts'
import type {
  Answer,
  Engine,
  Parameter,
  Statement,
  Transaction,
  Work,
} from '../../src/store/engine.ts'
import type { Storage } from '../../src/store/port.ts'
import { sqliteBulk } from '../../src/store/sqlite/bulk.ts'
import { openDatabase } from '../../src/store/sqlite/database.ts'
import { sqliteDialect } from '../../src/store/sqlite/dialect.ts'
import {
  type Ask,
  asking,
  insertText,
  type SqliteEngine,
  sqliteEngine,
} from '../../src/store/sqlite/engine.ts'
import { filterIndexes } from '../../src/store/sqlite/table-fit.ts'
import { tableSql } from '../../src/store/table-sql.ts'
import { indexNew } from '../../src/store/sqlite/text-index.ts'
import { searchColumn } from '../../src/store/sql/columns.ts'
import { storedOver } from '../../src/store/storage.ts'
import { type Link, LinkLost, unreachable } from './link.ts'
import type { Machine, VirtualTime } from './time.ts'

/** Milliseconds, as the service has them for PostgreSQL; `idle` is what the server allows a transaction that says nothing. */
const patience = { read: 2_000, lock: 4_000, write: 5_000, idle: 5_000 } as const

/** A transaction of one machine, from its request for the lock of the store, which `granted` tells of, to its end. */
type Session = {
  readonly machine: Machine | undefined
  isOver: boolean
  heardAt: number
  granted: () => void
}

/**
 * A database server of the simulation, with what the service uses of PostgreSQL: one lock for writing transactions, in the
 * order in which it was asked for; reads that see what is committed; a transaction that ends with its connection, or when
 * it says nothing for long. SQLite keeps its rows.
 */
export class SimulatedDatabase {
  isUp = true
  version = 0n
  readonly #time: VirtualTime
  readonly #database: DatabaseSync
  readonly #reading: DatabaseSync
  readonly #askReading: Ask
  readonly #ask: Ask
  readonly #begin: SqliteEngine['begin']
  readonly #leases = new Map<string, { readonly holder: string; readonly endsAt: number }>()
  #holder: Session | undefined
  #waiting: Session[] = []

  constructor(time: VirtualTime, path: string) {
    this.#time = time
    this.#database = openDatabase(path, { busyTimeout: 0 })
    // What the simulation loses is not the machine's.
    this.#database.exec('PRAGMA synchronous = OFF')
    this.#reading = new DatabaseSync(path, { readOnly: true })
    this.#askReading = asking(this.#reading)
    this.#ask = asking(this.#database)
    this.#begin = sqliteEngine(this.#database).begin
  }

  /** The server ends, and with it all transactions that are not committed. */
  fall(): void {
    this.isUp = false
    this.#waiting = []
    if (this.#holder !== undefined) this.#over(this.#holder)
  }

  /** A machine is gone, and its connections with it. */
  drop(machine: Machine): void {
    this.#waiting = this.#waiting.filter((session) => session.machine !== machine)
    if (this.#holder?.machine === machine) this.#over(this.#holder)
  }

  close(): void {
    this.#reading.close()
    this.#database.close()
  }

  /** Opens the store for one machine. */
  open(link: Link, changes: Changes, announce: () => Promise<void>): Storage {
    const writer = writerOf(this, link, changes)
    const known = contents.tables.map((table) => {
      const sql = tableSql(sqliteDialect, table, filterIndexes(this.#reading, table))
      return [table.name, { table, sql }] as const
    })
    const tables = new Map(known)
    const [[secret] = []] = this.#askReading(SECRET).rows
    const ask = async <T>(serve: () => T): Promise<T> => {
      try {
        return await link.call(serve, patience.read)
      } catch (error) {
        throw unreachable(error)
      }
    }
    const query: Engine['read'] = async (text, values) => await ask(() => this.#read(text, values))
    const engine: Engine = { dialect, read: query, upkeep: query, write: writer.write }
    const { commits, storage } = storedOver({
      engine,
      contents,
      reads: { read: async (text, values, of) => of((await query(text, values)).rows), tables },
      bulk: sqliteBulk({ database: this.#database, changes, begin: this.#begin }),
      changes,
      announce,
      maxTurns: 1,
      bytes: () => 0,
    })
    let seen = this.version
    return {
      ...storage,
      lease: async (...lease) => await ask(() => this.#lease(...lease)),
      secret: secret as Uint8Array,
      poll: async () => {
        const [[version] = []] = (await query(POLL)).rows
        if (version !== seen && version !== writer.version()) changes.bumpVersion()
        seen = version as bigint
      },
      ping: async () => void (await query('SELECT 1')),
      tryWriting: async () => await writer.write(function* () {}),
      close: async () => await commits.ended(),
    }
  }

  #read(text: string, values?: readonly Parameter[]): Answer {
    if (text === POLL) return { rows: [[this.version]], count: 1 }
    return this.#askReading(text, plain(values))
  }

  #lease(work: string, holder: string, milliseconds: number): boolean {
    const now = this.#time.now
    const before = this.#leases.get(work)
    if (before !== undefined && before.holder !== holder && before.endsAt > now) return false
    this.#leases.set(work, { holder, endsAt: now + milliseconds })
    return true
  }

  /** Asks for the lock; `granted` is called once the transaction has it. Who waits for too long is forgotten. */
  lock(session: Session, granted: () => void): void {
    if (session.isOver) return
    session.granted = granted
    this.#waiting.push(session)
    this.#time.after(patience.lock, () => this.#forget(session))
    this.#grant()
  }

  /** Runs statements of a transaction. It throws LinkLost if the server has ended it. */
  run(session: Session, statements: readonly Statement[]): readonly Answer[] {
    if (session.isOver || this.#holder !== session) throw new LinkLost('The transaction is over.')
    session.heardAt = this.#time.now
    return statements.map(([text, values]) => this.#ask(text, plain(values)))
  }

  commit(session: Session, statements: readonly Statement[], shows: boolean): bigint {
    this.run(session, statements)
    this.#database.exec('COMMIT')
    if (shows) this.version += 1n
    this.#next(session)
    return this.version
  }

  rollBack(session: Session): void {
    if (!session.isOver && this.#holder === session) this.#over(session)
    this.#forget(session)
    session.isOver = true
  }

  numbers(): Transaction {
    return this.#begin()
  }

  /** Ends a transaction that says nothing for too long: its machine may hang, or be cut off. */
  #watch(session: Session): void {
    const look = (): void => {
      if (this.#holder !== session) return
      if (this.#time.now - session.heardAt >= patience.idle) this.#over(session)
      else this.#time.after(patience.idle / 5, look)
    }
    this.#time.after(patience.idle, look)
  }

  #over(session: Session): void {
    this.#database.exec('ROLLBACK')
    this.#next(session)
  }

  #next(session: Session): void {
    session.isOver = true
    this.#holder = undefined
    this.#grant()
  }

  #grant(): void {
    if (this.#holder !== undefined) return
    const session = this.#waiting.shift()
    if (session === undefined) return
    this.#holder = session
    this.#database.exec('BEGIN IMMEDIATE')
    session.heardAt = this.#time.now
    this.#watch(session)
    session.granted()
  }

  #forget(session: Session): void {
    this.#waiting = this.#waiting.filter((waiting) => waiting !== session)
  }
}

const POLL = 'the version of the store'
const SECRET = "SELECT value FROM settings WHERE name = 'secret'"

/** Rows are locked by many ids at once, as in PostgreSQL. */
const dialect: Engine['dialect'] = {
  ...sqliteDialect,
  locking: { ids: 'id IN (SELECT value FROM json_each($1))', end: '' },
}

/** SQLite takes no arrays: the ids become JSON. */
const plain = (values: readonly Parameter[] = []) =>
  values.map((value) => (Array.isArray(value) ? `[${value.join()}]` : value)) as ReturnType<
    typeof Object.values
  >

const raising = `
  INSERT INTO removed_versions (table_name, highest) VALUES ($1, $2)
  ON CONFLICT DO UPDATE SET highest = max(highest, excluded.highest)`

/** Writes for one machine, one transaction after the other. `version` is that of its last one. */
const writerOf = (database: SimulatedDatabase, link: Link, changes: Changes) => {
  let version = 0n
  let turn: Promise<unknown> = Promise.resolve()
  const run = async <T>(work: (transaction: Transaction) => Work<T>): Promise<T> => {
    const session = { machine: link.machine, isOver: false, heardAt: 0, granted: () => {} }
    let isCommitting = false
    try {
      await link.ask<void>((send) => database.lock(session, send), patience.lock)
      if (database.version !== version) changes.noteOthers()
      const { transaction, unsent, shows } = buffered(database.numbers())
      const steps = work(transaction)
      let step = steps.next()
      while (step.done !== true) {
        const statements = step.value
        step = steps.next(await link.call(() => database.run(session, statements), patience.write))
      }
      isCommitting = true
      const commit = () => database.commit(session, unsent(), shows())
      version = await link.call(commit, patience.write)
      return step.value
    } catch (error) {
      // If the server does not hear that it is over, it finds out by itself.
      link.call(() => database.rollBack(session), patience.read).catch(() => {})
      if (isCommitting && error instanceof LinkLost)
        throw new OutcomeUnknown('Nobody knows whether it is kept.')
      throw unreachable(error)
    }
  }
  const write: Engine['write'] = async (work) => {
    const done = turn.then(async () => await run(work))
    turn = done.catch(() => {})
    return await done
  }
  return { write, version: () => version }
}

/** A transaction whose writes are sent with its commit. */
const buffered = (numbers: Transaction) => {
  const statements: Statement[] = []
  const raised = new Map<string, bigint>()
  let isShown = true
  const last: Transaction['last'] = (kind) => {
    const before = raised.get(kind) ?? 0n
    const stored = numbers.last(kind)
    return before > stored ? before : stored
  }
  const transaction: Transaction = {
    atCommit: (text, values) => void statements.push([text, values]),
    insert: ({ table, columns, onConflict = '' }, rows) => {
      if (rows.length === 0) return
      const names = Object.keys(columns)
      const text = insertText(`${table} (${names.join(', ')})`, rows.length, names.length)
      statements.push([`${text} ${onConflict}`, rows.flat()])
      if (!names.includes(`"${searchColumn}"`)) return
      const idAt = names.indexOf('"id"')
      const ids = `[${rows.map((row) => row[idAt]).join()}]`
      statements.push([indexNew({ name: table }, 'IN (SELECT value FROM json_each($1))'), [ids]])
    },
    unsent: () => statements.splice(0),
    next: numbers.next,
    last,
    raise: (kind, number) => {
      if (number <= last(kind)) return
      raised.set(kind, number)
      statements.push([raising, [kind.split(' of ')[1] ?? '', number]])
    },
    showsNothing: () => {
      isShown = false
    },
  }
  return { transaction, unsent: () => statements.splice(0), shows: () => isShown }
}
