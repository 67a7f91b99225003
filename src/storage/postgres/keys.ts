import { type KeyRecord, KeyReplaced, type KeyStore, expiryNotice } from '../../keys/key-store.ts'
import { Batcher } from '../../core/batcher.ts'
import type { Plan } from '../../quotas/plans.ts'
import type { Changes } from '../changes.ts'
import type { Cell } from '../sql/columns.ts'
import { scopesIn, scopesText } from '../sql/key-scopes.ts'
import { expiryEvent } from '../sql/own-event-texts.ts'
import type { eventLog } from './event-log.ts'
import type { Glance } from './glance.ts'
import type { Query } from './readers.ts'
import type { Transaction, Writer } from './writer.ts'

const columns = `id, owner_id, hash, name, plan, per_minute, per_day, open_orders, scopes, created_at, expires_at,
    revoked_at, last_used_at`

const insert = `
  INSERT INTO api_keys (${columns}, number)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`

const change = `
  UPDATE api_keys SET name = $2, plan = $3, per_minute = $4, per_day = $5, open_orders = $6, scopes = $7,
    expires_at = $8, revoked_at = $9 WHERE id = $1`

const byId = `SELECT ${columns} FROM api_keys WHERE id = $1`

const byHash = `SELECT ${columns} FROM api_keys WHERE hash = ANY($1::bytea[])`

/** How many look-ups share a statement, of which each key is asked for once. There are two connections for reads. */
const mostLookUps = { questions: 1_000, underWay: 2 } as const

// A chain has one key without a successor: the newest.
const replacedBy = `
  SELECT later.id FROM api_keys AS old JOIN api_keys AS later USING (owner_id)
  WHERE old.id = $1 AND later.number > old.number ORDER BY later.number DESC LIMIT 1`

const touch = `
  UPDATE api_keys SET last_used_at = greatest(coalesce(last_used_at, 0), used_at)
  FROM unnest($1::text[], $2::bigint[]) AS used (key_id, used_at) WHERE id = key_id`

const expiring = `expires_at > $1 AND expires_at <= $2 AND expiry_told IS DISTINCT FROM expires_at
    AND revoked_at IS NULL`

/** How many keys are told of in one transaction. */
const toldAtOnce = 100

/** The position that has the number of the newest key. */
const lastNumber = 'keys'

/** Adds a key inside a transaction. */
export const insertKey = ({ positions, atCommit }: Transaction, record: KeyRecord): void => {
  const number = (positions.get(lastNumber) ?? 0n) + 1n
  positions.set(lastNumber, number)
  const { id, chainId, hash, createdAt, lastUsedAt } = record
  const [name, plan, perMinute, perDay, openOrders, scopes, expiresAt, revokedAt] =
    changeable(record)
  const limits = [perMinute, perDay, openOrders]
  const times = [createdAt, expiresAt, revokedAt, lastUsedAt]
  atCommit(insert, [id, chainId, hash, name, plan, ...limits, scopes, ...times, number].map(orNull))
  revise(atCommit)
}

/** Moves the revision, so that every process drops its cached keys. */
const revise = (atCommit: Transaction['atCommit']): void =>
  atCommit("UPDATE settings SET number = number + 1 WHERE name = 'key_revision'")

/** @param changes moves if an event was written */
export const postgresKeys = (
  query: Query,
  writer: Writer,
  log: ReturnType<typeof eventLog>,
  changes: Pick<Changes, 'move'>,
  glance: Glance,
): KeyStore => {
  const find = async (ask: Query, id: string): Promise<KeyRecord | undefined> => {
    const { rows } = await ask(byId, [id])
    return rows[0] && recordOf(rows[0])
  }
  const save = ({ atCommit }: Transaction, record: KeyRecord): void => {
    atCommit(change, [record.id, ...changeable(record)].map(orNull))
    revise(atCommit)
  }
  // After any key has changed, each caller's next request asks for its key.
  const lookUps = new Batcher(mostLookUps, async (hashes: readonly string[]) => {
    const asked = [...new Set(hashes)].map((hash) => Buffer.from(hash, 'hex'))
    const { rows } = await query(byHash, [asked])
    const records = new Map(rows.map(recordOf).map((record) => [hexOf(record.hash), record]))
    return hashes.map((hash) => records.get(hash))
  })

  return {
    insert: async (record) =>
      await writer.transaction(async (transaction) => insertKey(transaction, record)),
    findByHash: async (hash) => await lookUps.ask(hexOf(hash)),
    find: async (id) => await find(query, id),
    validChains: async (now) => {
      const { rows } = await query(
        'SELECT DISTINCT owner_id FROM api_keys WHERE coalesce(revoked_at > $1, TRUE) AND coalesce(expires_at > $1, TRUE)',
        [now],
      )
      return new Set(rows.map(([owner]) => String(owner)))
    },
    list: async () => {
      const { rows } = await query(`SELECT ${columns} FROM api_keys ORDER BY created_at, number`)
      return rows.map(recordOf)
    },
    update: async (id, wanted) =>
      await writer.transaction(async (transaction) => {
        const record = await find(transaction.query, id)
        if (record === undefined) return undefined
        const changed = { ...record, ...wanted }
        save(transaction, changed)
        return changed
      }),
    rotate: async (id, expiresAt, successor) =>
      await writer.transaction(async (transaction) => {
        const record = await find(transaction.query, id)
        if (record === undefined) throw new Error(`There is no key ${id} to rotate.`)
        const { rows } = await transaction.query(replacedBy, [id])
        if (rows[0] !== undefined) throw new KeyReplaced(id, String(rows[0][0]))
        save(transaction, { ...record, expiresAt })
        insertKey(transaction, successor)
      }),
    withdraw: async (id, replaced) =>
      await writer.transaction(async (transaction) => {
        transaction.atCommit('DELETE FROM api_keys WHERE id = $1', [id])
        revise(transaction.atCommit)
        const record = replaced && (await find(transaction.query, replaced.id))
        if (record !== undefined) save(transaction, { ...record, expiresAt: replaced?.expiresAt })
      }),
    touch: async (uses) => {
      if (uses.size === 0) return
      await writer.transaction(async ({ atCommit, showsNothing }) => {
        showsNothing()
        atCommit(touch, [[...uses.keys()], [...uses.values()]])
      })
    },
    tellExpiring: async (now) => {
      const until = now + expiryNotice
      // Else every node would take the lock of the store again and again for nothing.
      const some = await query(`SELECT 1 FROM api_keys WHERE ${expiring} LIMIT 1`, [now, until])
      if (some.rows.length === 0) return false
      const told = await writer.transaction(async (transaction) => {
        const { rows } = await transaction.query(
          `SELECT id, owner_id, name, expires_at FROM api_keys WHERE ${expiring}
          ORDER BY expires_at LIMIT ${toldAtOnce}`,
          [now, until],
        )
        const events = log(transaction)
        for (const [id, owner, name, end] of rows) {
          const key = { keyId: String(id), keyName: String(name), expiresAt: Number(end) }
          events.addOwn({ owner: String(owner), at: now, ...expiryEvent(key) })
        }
        events.save()
        transaction.atCommit(
          'UPDATE api_keys SET expiry_told = expires_at WHERE id = ANY($1::text[])',
          [rows.map(([id]) => String(id))],
        )
        return rows.length
      })
      if (told > 0) changes.move()
      return told > 0
    },
    revision: async () => (await glance()).keyRevision,
  }
}

const orNull = (value: Cell | undefined): Cell => value ?? null

/** The cells that a change writes, in its order. */
const changeable = ({ name, plan, limits, scopes, expiresAt, revokedAt }: KeyRecord) =>
  [
    name,
    plan,
    limits.perMinute,
    limits.perDay,
    limits.openOrders,
    scopesText(scopes),
    expiresAt,
    revokedAt,
  ] as const

/** Typed by the table. */
type KeyCells = readonly [
  id: string,
  chainId: string,
  hash: Uint8Array,
  name: string,
  plan: Plan,
  perMinute: bigint,
  perDay: bigint,
  openOrders: bigint,
  scopes: string | null,
  createdAt: bigint,
  expiresAt: bigint | null,
  revokedAt: bigint | null,
  lastUsedAt: bigint | null,
]

const recordOf = (cells: readonly Cell[]): KeyRecord => {
  const [id, chainId, hash, name, plan, perMinute, perDay, openOrders, scopes, ...times] =
    cells as unknown as KeyCells
  const [createdAt, expiresAt, revokedAt, lastUsedAt] = times
  return {
    id,
    chainId,
    hash,
    name,
    plan,
    limits: {
      perMinute: Number(perMinute),
      perDay: Number(perDay),
      openOrders: Number(openOrders),
    },
    scopes: scopesIn(scopes),
    createdAt: Number(createdAt),
    expiresAt: timeOf(expiresAt),
    revokedAt: timeOf(revokedAt),
    lastUsedAt: timeOf(lastUsedAt),
  }
}

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

const timeOf = (cell: bigint | null): number | undefined =>
  cell === null ? undefined : Number(cell)
