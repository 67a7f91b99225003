import type { Awaitable } from '../base/awaitable.ts'
import type { ChangeContext, Change } from '../base/data/change.ts'
import type { StoreFacts } from '../base/observation.ts'
import type { Contents } from '../base/data/contents.ts'
import type { Store } from '../base/data/store.ts'
import type { Table } from '../base/data/table.ts'
import { expiryNotice, type KeyRecord, type KeyStore } from '../access/keys/key-store.ts'
import { noteAudit, storedAudit } from './audit.ts'
import { type ApplyParts, applyTogether, dependentsIn, makeChanges } from './apply.ts'
import { type BulkEngine, storedBulk } from './bulk.ts'
import type { Changes } from './changes.ts'
import { storedCounts } from './counts.ts'
import { ask, type Engine, type Read } from './engine.ts'
import { eventLog } from './event-log.ts'
import { eventReads } from './event-reads.ts'
import { groupCommit, type GroupCommitParts } from './group-commit.ts'
import { type StoredKeys, storedKeys } from './keys.ts'
import { type ReadTable, rowReads } from './reads.ts'
import { storedHistory } from './request-history.ts'
import { resultRetention } from './results.ts'
import { eventRetention } from './retention.ts'
import { textSearch } from './text-search.ts'
import { workParts } from './unit-of-work.ts'

type Parts = Pick<GroupCommitParts, 'announce' | 'maxTurns'> & {
  readonly engine: Engine
  readonly contents: Contents
  readonly reads: {
    readonly read: Read
    /** The same for statements whose best plan depends on their values; `read` would plan them only once. */
    readonly readAnew?: Read
    /** The same for the reads of most requests. */
    readonly readOne?: Read
    readonly tables: ReadonlyMap<string, ReadTable>
  }
  readonly bulk: BulkEngine
  readonly changes: Changes
  readonly bytes: () => Awaitable<number | undefined>
}

export type Seed = {
  readonly changes: readonly Change[]
  readonly keys: readonly KeyRecord[]
  readonly act: ChangeContext
}

/** The part of a store that is independent of the engine, and the parts that the engine's own code needs. */
export const storedOver = (parts: Parts) => {
  const { engine, reads, bulk, changes, bytes } = parts
  const { tables, rules } = parts.contents
  const { dialect } = engine
  const { readOne = reads.read } = reads
  const log = eventLog(tables)
  const applying: ApplyParts = {
    rules: new Map(rules.map((rule) => [rule.kind, rule])),
    log,
    dependents: dependentsIn(tables),
    work: workParts(engine, reads.tables, changes),
  }
  const commits = groupCommit({ ...parts, applying })
  const keys = storedKeys(engine, readOne, log, changes)
  const { whole, ...rows } = rowReads(dialect, reads.read, readOne, reads.tables)
  const data: Store = {
    ...rows,
    search: textSearch(dialect, reads.readAnew ?? reads.read, reads.tables),
    events: eventReads(dialect, reads.read, tables),
    changes,
    apply: commits.apply,
  }

  return {
    commits,
    storage: {
      data,
      bulk: {
        ...storedBulk(engine, bulk, reads.tables, log),
        applyAll: applyTogether(engine, applying, commits.committed),
      },
      /** The rows with their hidden fields, for internal use. */
      whole,
      keys: keys as KeyStore,
      counts: storedCounts(engine, log, changes),
      history: storedHistory(engine),
      idempotency: resultRetention(engine),
      /** Retention of the events of `data`. The newest event is never deleted, because new ids continue from it. */
      events: eventRetention(engine),
      audit: storedAudit(engine),
      /** Adds sample data at the first start, in one transaction. Returns whether this was the first start. */
      seedOnce: async (seed: Seed): Promise<boolean> => {
        const seeded = await seedOnce(engine, applying, tables, keys, seed)
        changes.bumpVersion()
        return seeded
      },
      /** @param now milliseconds since the Unix epoch */
      facts: async (now: number): Promise<StoreFacts> => {
        const { rows: found } = await engine.upkeep(
          `SELECT (SELECT ${dialect.settingNumber} FROM settings WHERE name = 'last_backup'),
            (SELECT ${dialect.settingNumber} FROM settings WHERE name = 'failed_backup'),
            (SELECT count(*) FROM api_keys WHERE expires_at > $1 AND expires_at <= $2 AND revoked_at IS NULL)`,
          [now, now + expiryNotice],
        )
        const [backup = null, failed = null, expiring = 0n] = found[0] ?? []
        return {
          lastBackupAt: backup === null ? undefined : Number(backup),
          failedBackupAt: failed === null ? undefined : Number(failed),
          keysExpiring: Number(expiring),
          bytes: await bytes(),
        }
      },
    },
  }
}

/** Adds the initial content of a new store, in one transaction, unless it has rows. Returns whether this was the first time. */
const seedOnce = async (
  { dialect, write }: Engine,
  parts: ApplyParts,
  tables: readonly Table[],
  keys: StoredKeys,
  seed: Seed,
): Promise<boolean> =>
  await write(function* (transaction) {
    const { count } = yield* ask(
      `INSERT INTO settings (name, ${dialect.settingNumber}) VALUES ('seeded', 1)
      ON CONFLICT (name) DO NOTHING`,
    )
    if (count === 0) return false
    let isEmpty = true
    for (const { name } of tables) {
      isEmpty &&= (yield* ask(`SELECT 1 FROM ${name} LIMIT 1`)).count === 0
    }
    if (isEmpty) {
      const pending = seed.changes.map((change) => ({ change, act: seed.act }))
      yield* makeChanges(parts, transaction, pending)
    }
    const audit = { at: seed.act.at, who: 'service', action: 'key.created', origin: 'first start' }
    for (const key of seed.keys) {
      keys.insertWithin(transaction, key)
      noteAudit(transaction, { ...audit, target: key.id })
    }
    return true
  })
