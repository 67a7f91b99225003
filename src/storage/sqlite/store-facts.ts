import { statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { expiryNotice } from '../../keys/key-store.ts'
import type { StoreFacts } from '../port.ts'
import { busyTimeouts } from './database.ts'
import { openFile } from './database-file.ts'
import { guarded } from './guard.ts'

/** The setting that has the time of the last backup. */
const lastBackup = 'last_backup'

/**
 * @param database the connection that writes
 * @param path of its file
 */
export const storeFacts = (
  database: DatabaseSync,
  path: string,
): ((now: number) => Promise<StoreFacts>) => {
  const backup = database.prepare(`SELECT value FROM settings WHERE name = '${lastBackup}'`)
  const expiring = database.prepare(`
    SELECT count(*) AS count FROM api_keys
    WHERE expires_at > ? AND expires_at <= ? AND revoked_at IS NULL`)
  return async (now) =>
    guarded(database, () => {
      const at = backup.get()?.['value']
      const row = expiring.get(now, now + expiryNotice)
      return {
        lastBackupAt: at === undefined ? undefined : Number(at),
        keysExpiring: Number(row?.['count']),
        bytes: bytesOf(path),
      }
    })
}

/** The size of a file with its write-ahead log. */
const bytesOf = (path: string): number | undefined => {
  const main = statSync(path, { throwIfNoEntry: false })
  const log = statSync(`${path}-wal`, { throwIfNoEntry: false })
  return main && main.size + (log?.size ?? 0)
}

/**
 * Notes in a store that a backup of it was made. It needs no more of the schema than every version has.
 *
 * @param at milliseconds since the Unix epoch
 * @throws what SQLite throws if the file cannot be written
 */
export const noteBackup = (path: string, at: number): void => {
  const database = openFile(path, busyTimeouts.command)
  try {
    database
      .prepare('INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)')
      .run(lastBackup, at)
  } finally {
    database.close()
  }
}
