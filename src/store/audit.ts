import type { AuditEntry } from '../base/audit.ts'
import type { Engine, Statement, Transaction } from './engine.ts'
import { deleteOld } from './retention.ts'

// Every writer holds the lock of the store, so no two entries get the same id.
const insertion = `
  INSERT INTO audit_log (id, at, who, action, target, detail, origin)
  SELECT coalesce(max(id), 0) + 1, CAST($1 AS bigint), CAST($2 AS text), CAST($3 AS text),
    CAST($4 AS text), CAST($5 AS text), CAST($6 AS text)
  FROM audit_log`

export const auditStatement = ({ at, who, action, target, detail, origin }: AuditEntry) =>
  [insertion, [at, who, action, target, detail ?? null, origin]] as const satisfies Statement

/** Writes an entry in the same transaction as the change that it records. */
export const noteAudit = (
  { atCommit }: Pick<Transaction, 'atCommit'>,
  entry: AuditEntry | undefined,
): void => {
  if (entry !== undefined) atCommit(...auditStatement(entry))
}

/** The log of who changed keys, settings or whole stores. Other changes write their entries in their own transactions. */
export const storedAudit = (engine: Engine) => ({
  add: async (entry: AuditEntry): Promise<void> =>
    await engine.write(function* (transaction) {
      transaction.showsNothing()
      noteAudit(transaction, entry)
    }),
  /** Up to `max` entries since a time and after an id, in ascending order. */
  page: async (since: number, after: bigint, max: number) => {
    const { rows } = await engine.read(
      `SELECT id, at, who, action, target, detail, origin FROM audit_log
      WHERE at >= $1 AND id > $2 ORDER BY id LIMIT ${max}`,
      [since, after],
    )
    // The types of the columns.
    const lines = rows as unknown as ReadonlyArray<
      readonly [bigint, bigint, string, string, string, string | null, string]
    >
    return lines.map(([id, at, who, action, target, detail, origin]) => {
      return { id, at: Number(at), who, action, target, detail, origin }
    })
  },
  forget: async (before: number, max: number) => await deleteOld(engine, old, [before], max),
})

const old = { table: 'audit_log', key: 'id', old: 'at < $1 ORDER BY at' }
