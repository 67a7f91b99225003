import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { KeyReplaced, type KeyRecord, type KeyStore } from '../../keys/key-store.ts'
import type { Plan } from '../../quotas/plans.ts'
import type { Changes } from '../changes.ts'
import { scopesIn, scopesText } from '../sql/key-scopes.ts'
import { transaction } from './transaction.ts'
import type { EventWrites } from './events-writes.ts'
import { guarded } from './guard.ts'
import { ownExpiryEvents } from './own-events.ts'
import type { Snapshot } from './snapshot.ts'

/** What requests read of the keys. It always reads the present state, so that a revoked key is valid nowhere. */
export type KeyReads = Pick<KeyStore, 'findByHash' | 'validChains' | 'revision'>

export const sqliteKeyReads = (database: DatabaseSync, snapshot: Snapshot): KeyReads => {
  const byHash = keysWhere(database, 'WHERE hash = ?')
  const revision = database.prepare("SELECT value FROM settings WHERE name = 'key_revision'")
  const valid = database.prepare(`
    SELECT DISTINCT owner_id FROM api_keys
    WHERE coalesce(revoked_at > ?, TRUE) AND coalesce(expires_at > ?, TRUE)`)
  return {
    findByHash: (hash) => snapshot.readNow(() => recordIf(byHash.get(hash))),
    validChains: async (now) =>
      snapshot.readNow(() => new Set(valid.all(now, now).map((row) => String(row['owner_id'])))),
    revision: async () => snapshot.readNow(() => Number(revision.get()?.['value'])),
  }
}

/** What changes the keys. `insertNow` adds one inside the caller's transaction. */
export type KeyWrites = Omit<KeyStore, keyof KeyReads> & { insertNow(record: KeyRecord): void }

/**
 * @param database the connection that writes
 * @param changes moves if an event was written
 */
export const sqliteKeyWrites = (
  database: DatabaseSync,
  events: EventWrites,
  changes: Pick<Changes, 'move'>,
): KeyWrites => {
  const tellExpiring = ownExpiryEvents(database, events)
  const insert = database.prepare(`
    INSERT INTO api_keys (id, owner_id, hash, name, plan, per_minute, per_day, open_orders,
      scopes, created_at, expires_at, revoked_at, last_used_at)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`)
  const byId = keysWhere(database, 'WHERE id = ?')
  const all = keysWhere(database, 'ORDER BY created_at, rowid')
  const change = database.prepare(`
    UPDATE api_keys SET name = ?, plan = ?, per_minute = ?, per_day = ?, open_orders = ?,
      scopes = ?, expires_at = ?, revoked_at = ? WHERE id = ?`)
  // A chain has one key without a successor: the newest.
  const replacedBy = database.prepare(`
    SELECT later.id FROM api_keys AS old JOIN api_keys AS later USING (owner_id)
    WHERE old.id = ? AND later.rowid > old.rowid ORDER BY later.rowid DESC LIMIT 1`)
  const remove = database.prepare('DELETE FROM api_keys WHERE id = ?')
  const touch = database.prepare(
    'UPDATE api_keys SET last_used_at = max(coalesce(last_used_at, 0), ?) WHERE id = ?',
  )
  const revise = database.prepare(
    "UPDATE settings SET value = value + 1 WHERE name = 'key_revision'",
  )

  const insertRecord = (record: KeyRecord): void => {
    insert.run(
      record.id,
      record.chainId,
      record.hash,
      record.name,
      record.plan,
      record.limits.perMinute,
      record.limits.perDay,
      record.limits.openOrders,
      scopesText(record.scopes),
      record.createdAt,
      record.expiresAt ?? null,
      record.revokedAt ?? null,
      record.lastUsedAt ?? null,
    )
  }

  const changeRecord = (record: KeyRecord): void => {
    change.run(
      record.name,
      record.plan,
      record.limits.perMinute,
      record.limits.perDay,
      record.limits.openOrders,
      scopesText(record.scopes),
      record.expiresAt ?? null,
      record.revokedAt ?? null,
      record.id,
    )
  }

  const find = (id: string): KeyRecord | undefined => recordIf(byId.get(id))

  /** Runs a change of keys, and moves the revision, so that every process drops its cached keys. */
  const changing = <T>(work: () => T): T =>
    guarded(database, () =>
      transaction(database, () => {
        revise.run()
        return work()
      }),
    )

  const insertNow = (record: KeyRecord): void => changing(() => insertRecord(record))

  return {
    insertNow,
    insert: async (record) => insertNow(record),
    find: async (id) => guarded(database, () => find(id)),
    list: async () =>
      guarded(database, () => (all.all() as unknown as readonly KeyCells[]).map(recordOf)),
    update: async (id, wanted) =>
      changing(() => {
        const record = find(id)
        if (record === undefined) return undefined
        const changed = { ...record, ...wanted }
        changeRecord(changed)
        return changed
      }),
    rotate: async (id, expiresAt, successor) =>
      changing(() => {
        const record = find(id)
        if (record === undefined) throw new Error(`There is no key ${id} to rotate.`)
        const replacement = replacedBy.get(id)
        if (replacement !== undefined) throw new KeyReplaced(id, String(replacement['id']))
        changeRecord({ ...record, expiresAt })
        insertRecord(successor)
      }),
    withdraw: async (id, replaced) =>
      changing(() => {
        remove.run(id)
        const record = replaced && find(replaced.id)
        if (record !== undefined) changeRecord({ ...record, expiresAt: replaced?.expiresAt })
      }),
    tellExpiring: async (now) => {
      const told = guarded(database, () => tellExpiring(now))
      if (told > 0) changes.move()
      return told > 0
    },
    touch: async (uses) =>
      guarded(database, () =>
        transaction(database, () => {
          for (const [id, time] of uses) touch.run(time, id)
        }),
      ),
  }
}

/** Rows as arrays: an object with a name for each column takes longer to make than to find. */
const keysWhere = (database: DatabaseSync, which: string): StatementSync => {
  const statement = database.prepare(`
    SELECT id, owner_id, hash, name, plan, per_minute, per_day, open_orders, scopes, created_at,
      expires_at, revoked_at, last_used_at FROM api_keys ${which}`)
  statement.setReturnArrays(true)
  return statement
}

/** Typed by the STRICT table. */
type KeyCells = readonly [
  id: string,
  chainId: string,
  hash: Uint8Array,
  name: string,
  plan: Plan,
  perMinute: number,
  perDay: number,
  openOrders: number,
  scopes: string | null,
  createdAt: number,
  expiresAt: number | null,
  revokedAt: number | null,
  lastUsedAt: number | null,
]

const recordIf = (row: unknown): KeyRecord | undefined =>
  row === undefined ? undefined : recordOf(row as KeyCells)

const recordOf = ([
  id,
  chainId,
  hash,
  name,
  plan,
  perMinute,
  perDay,
  openOrders,
  scopes,
  createdAt,
  expiresAt,
  revokedAt,
  lastUsedAt,
]: KeyCells): KeyRecord => ({
  id,
  chainId,
  hash,
  name,
  plan,
  limits: { perMinute, perDay, openOrders },
  scopes: scopesIn(scopes),
  createdAt,
  expiresAt: expiresAt ?? undefined,
  revokedAt: revokedAt ?? undefined,
  lastUsedAt: lastUsedAt ?? undefined,
})
