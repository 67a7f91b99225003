import type { AuditEntry } from '../base/audit.ts'
import type { Engine, Statement, Transaction } from './engine.ts'
import { deleteOld } from './retention.ts'

// Whoever writes has the lock of the store, so no two lines get one id.
const insertion = `
  INSERT INTO audit_log (id, at, who, action, target, detail, origin)
  SELECT coalesce(max(id), 0) + 1, CAST($1 AS bigint), CAST($2 AS text), CAST($3 AS text),
    CAST($4 AS text), CAST($5 AS text), CAST($6 AS text)
  FROM audit_log`

export const auditStatement = ({ at, who, action, target, detail, origin }: AuditEntry) =>
  [insertion, [at, who, action, target, detail ?? null, origin]] as const satisfies Statement

/** Writes a line in the transaction of the change that it tells of. */
export const noteAudit = (
  { atCommit }: Pick<Transaction, 'atCommit'>,
  entry: AuditEntry | undefined,
): void => {
  if (entry !== undefined) atCommit(...auditStatement(entry))
}

/** Who changed keys, settings or whole stores. Changes write their lines themselves, in their transactions. */
export const storedAudit = (engine: Engine) => ({
  add: async (entry: AuditEntry): Promise<void> =>
    await engine.write(function* (transaction) {
      transaction.showsNothing()
      noteAudit(transaction, entry)
    }),
  /** The lines from a time on and behind an id, ascending, `max` at most. */
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
