import { dateTimeText } from '../base/date-time.ts'
import type { ChangeContext, Refused, Result } from '../base/data/change.ts'
import type { Applied } from '../base/data/store.ts'
import {
  expiryNotice,
  type KeyRecord,
  type KeysRule,
  type KeyStore,
} from '../access/keys/key-store.ts'
import { defaultScopes, isScope, namesOf, type Scopes, scopesOf } from '../access/keys/scopes.ts'
import type { Plan } from '../access/quotas/plans.ts'
import { noteAudit } from './audit.ts'
import type { Changes } from './changes.ts'
import {
  ask,
  type Engine,
  type Insertion,
  type Transaction,
  type Work,
  type Read,
} from './engine.ts'
import type { EventLog } from './event-log.ts'
import { resultQuery, NewResults, resultIn } from './results.ts'
import type { Cell } from './sql/columns.ts'

/** The mutable columns of a key, their types, and their values. */
const changeable = [
  ['hash', 'bytea', ({ hash }: KeyRecord): Cell => hash],
  ['name', 'text', ({ name }: KeyRecord): Cell => name],
  ['plan', 'text', ({ plan }: KeyRecord): Cell => plan],
  ['per_minute', 'bigint', ({ limits }: KeyRecord): Cell => limits.perMinute],
  ['per_day', 'bigint', ({ limits }: KeyRecord): Cell => limits.perDay],
  ['open_orders', 'bigint', ({ limits }: KeyRecord): Cell => limits.openOrders],
  ['scopes', 'text', ({ scopes }: KeyRecord): Cell => scopesText(scopes)],
  ['expires_at', 'bigint', ({ expiresAt }: KeyRecord): Cell => expiresAt ?? null],
  ['revoked_at', 'bigint', ({ revokedAt }: KeyRecord): Cell => revokedAt ?? null],
] as const

const columns = [
  ['id', 'text', ({ id }: KeyRecord): Cell => id],
  ['owner_id', 'text', ({ ownerId }: KeyRecord): Cell => ownerId],
  ...changeable,
  ['created_at', 'bigint', ({ createdAt }: KeyRecord): Cell => createdAt],
  ['last_used_at', 'bigint', ({ lastUsedAt }: KeyRecord): Cell => lastUsedAt ?? null],
  ['maker_id', 'text', ({ makerId }: KeyRecord): Cell => makerId ?? null],
] as const

const selectKeys = `SELECT ${columns.map(([name]) => name).join(', ')} FROM api_keys`

const byHash = `${selectKeys} WHERE hash = $1`

const byId = `${selectKeys} WHERE id = $1`

const change = `UPDATE api_keys SET ${changeable.map(([name], at) => `${name} = $${at + 2}`).join(', ')} WHERE id = $1`

const expiring = `expires_at > $1 AND expires_at <= $2 AND expiry_told IS DISTINCT FROM expires_at
    AND revoked_at IS NULL`

export type StoredKeys = KeyStore & { insertWithin(transaction: Transaction, key: KeyRecord): void }

/** @param changes its version changes if an event is written */
export const storedKeys = (
  { dialect, read, upkeep, write }: Engine,
  readOne: Read,
  logOf: EventLog,
  changes: Pick<Changes, 'bumpVersion'>,
): StoredKeys => {
  const number = dialect.keyNumber
  const revision = `SELECT ${dialect.settingNumber} FROM settings WHERE name = 'key_revision'`
  const insertion: Insertion = {
    table: 'api_keys',
    columns: {
      ...Object.fromEntries(columns.map(([name, type]) => [name, type])),
      [number]: 'bigint',
    },
  }
  const used = dialect.given(1, { key_id: 'text', used_at: 'bigint' })
  const touch = `
    UPDATE api_keys SET last_used_at = ${dialect.greatest}(coalesce(last_used_at, 0), used_at)
    FROM ${used.text} WHERE id = key_id`
  const announced = dialect.given(1, { key_id: 'text' })
  const mark = `UPDATE api_keys SET expiry_told = expires_at WHERE id IN (SELECT key_id FROM ${announced.text})`
  const ofOwner = `${selectKeys} WHERE owner_id = $1 ORDER BY ${number}`

  /** Increments the revision, which makes every process drop its cached keys. */
  const revise = ({ atCommit }: Transaction): void => {
    const value = dialect.settingNumber
    atCommit(`UPDATE settings SET ${value} = ${value} + 1 WHERE name = 'key_revision'`)
  }
  const insertWithin = (transaction: Transaction, record: KeyRecord): void => {
    transaction.insert(insertion, [
      [...columns.map(([, , of]) => of(record)), transaction.next('keys')],
    ])
    revise(transaction)
  }
  const save = (transaction: Transaction, record: KeyRecord): void => {
    transaction.atCommit(change, [record.id, ...changeable.map(([, , of]) => of(record))])
    revise(transaction)
  }

  return {
    findByHash: (hash) => readOne(byHash, [hash], ([cells]) => cells && keyRecordOf(cells)),
    revision: async () => Number((await upkeep(revision)).rows[0]?.[0]),
    insertWithin,
    validOwners: async (now) => {
      const { rows } = await read(
        `SELECT DISTINCT owner_id FROM api_keys
        WHERE coalesce(revoked_at > $1, TRUE) AND coalesce(expires_at > $1, TRUE)`,
        [now],
      )
      return new Set(rows.map(([ownerId]) => String(ownerId)))
    },
    insert: async (record, audit) =>
      await write(function* (transaction) {
        insertWithin(transaction, record)
        noteAudit(transaction, audit)
      }),
    find: async (id) => {
      const { rows } = await read(byId, [id])
      return rows[0] && keyRecordOf(rows[0])
    },
    list: async () => {
      const { rows } = await read(`${selectKeys} ORDER BY created_at, ${number}`)
      return rows.map(keyRecordOf)
    },
    ofOwner: async (ownerId) => (await read(ofOwner, [ownerId])).rows.map(keyRecordOf),
    decide: async <R extends Result>(ownerId: string, rule: KeysRule<R>, act: ChangeContext) => {
      const { once, at, by, audit, trace } = act
      let isTold = false
      const applied = await write(function* (transaction): Work<Applied<R | Refused>> {
        // The transaction holds the lock of the store, so no other node can store a result at the same time.
        const before = once && resultIn((yield [resultQuery(once)])[0], once)
        // The stored result of this change has this type.
        if (before !== undefined) return before as Applied<R>
        const team = (yield* ask(ofOwner, [ownerId])).rows.map(keyRecordOf)
        const decision = rule(team)
        if ('refused' in decision) {
          return { outcome: 'done', result: decision.refused, replayed: false }
        }
        const { writes = [], removes = [], events = [], result } = decision
        for (const record of writes) {
          if (team.some(({ id }) => id === record.id)) save(transaction, record)
          else insertWithin(transaction, record)
        }
        for (const id of removes) transaction.atCommit('DELETE FROM api_keys WHERE id = $1', [id])
        if (removes.length > 0) revise(transaction)
        const [target] = [...writes.map(({ id }) => id), ...removes]
        if (audit !== undefined && target !== undefined) {
          noteAudit(transaction, { at, action: events[0]?.type ?? '', target, ...audit })
        }
        const log = logOf(transaction)
        for (const { type, data } of events) {
          log.addOwn({ ownerId, type, at, by, trace, data: JSON.stringify(data) })
        }
        log.save()
        isTold = events.length > 0
        const results = new NewResults()
        if (once !== undefined) results.add(once, result)
        yield results.statements
        return { outcome: 'done', result, replayed: false }
      })
      if (isTold) changes.bumpVersion()
      return applied
    },
    touch: async (uses) => {
      if (uses.size === 0) return
      await write(function* ({ atCommit, showsNothing }) {
        showsNothing()
        atCommit(touch, used.values([...uses]))
      })
    },
    notifyExpiring: async (now) => {
      const until = now + expiryNotice
      // Beginning a transaction would take the lock of the store.
      const some = await upkeep(`SELECT 1 FROM api_keys WHERE ${expiring} LIMIT 1`, [now, until])
      if (some.rows.length === 0) return false
      const count = await write(function* (transaction) {
        const { rows } = yield* ask(
          `SELECT id, owner_id, name, expires_at FROM api_keys WHERE ${expiring}
          ORDER BY expires_at LIMIT 100`,
          [now, until],
        )
        const events = logOf(transaction)
        for (const [id, ownerId, name, end] of rows) {
          const expiresAt = dateTimeText(Number(end))
          const data = JSON.stringify({ keyId: String(id), keyName: String(name), expiresAt })
          events.addOwn({ ownerId: String(ownerId), type: 'key.expiring', at: now, data })
        }
        transaction.atCommit(mark, announced.values(rows.map(([id = null]) => [id])))
        events.save()
        return rows.length
      })
      if (count > 0) changes.bumpVersion()
      return count > 0
    },
  }
}

const keyRecordOf = (cells: readonly Cell[]): KeyRecord => {
  const [id, ownerId, hash, name, plan, ...rest] = cells
  const [perMinute, perDay, openOrders, scopes, expiresAt, ...others] = rest
  const [revokedAt, createdAt, lastUsedAt, makerId = null] = others
  return {
    id: String(id),
    ownerId: String(ownerId),
    makerId: makerId === null ? undefined : String(makerId),
    // Only the service writes these columns.
    hash: hash as Uint8Array,
    name: String(name),
    plan: plan as Plan,
    limits: {
      perMinute: Number(perMinute),
      perDay: Number(perDay),
      openOrders: Number(openOrders),
    },
    scopes: scopesIn(scopes as string | null),
    createdAt: Number(createdAt),
    expiresAt: timeOf(expiresAt),
    revokedAt: timeOf(revokedAt),
    lastUsedAt: timeOf(lastUsedAt),
  }
}

/** Scopes in stored form: names separated by spaces (RFC 6749 section 3.3), or null for all. */
const scopesText = (scopes: Scopes): string | null =>
  scopes === defaultScopes ? null : namesOf(scopes).join(' ')

/** Unknown names, from a newer version, grant nothing. */
const scopesIn = (text: string | null): Scopes =>
  text === null ? defaultScopes : scopesOf(text.split(' ').filter(isScope))

const timeOf = (cell: Cell = null): number | undefined => (cell === null ? undefined : Number(cell))
