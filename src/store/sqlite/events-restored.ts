import { DatabaseSync } from 'node:sqlite'
import { dateTimeText } from '../../base/date-time.ts'
import { unmark } from './clean-end.ts'
import { edge, idsPassedOver } from '../sql/events.ts'

/**
 * Makes the ids of events go on far behind those of a backup. The lost store has given the next ids to events that
 * clients and receivers have seen. If new events got these ids, readers would miss them, or take them for repetitions.
 *
 * The place is marked by an event that nobody owns, so nobody sees it.
 *
 * @param path the file of a database that nobody else has open
 * @param at now, in milliseconds since the Unix epoch
 */
export const passOverLostIds = (path: string, at: number): void => {
  const database = new DatabaseSync(path)
  try {
    // A file that was copied while a service had it.
    unmark(database)
    // A store of a version without events has no such table.
    const has = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'own_events'").get()
    if (has === undefined) return
    const type = 'store.restored'
    database
      .prepare(
        // Older versions name the columns otherwise.
        `INSERT INTO own_events VALUES (${edge('max')} + ?, ?, ?, '', ?)`,
      )
      .run(
        idsPassedOver,
        type,
        at,
        `,"type":"${type}","timestamp":"${dateTimeText(at)}","data":{}}`,
      )
  } finally {
    database.close()
  }
}
