import type { DatabaseStandbys, Follower, Observe } from '../../base/observation.ts'
import type { Cell } from '../sql/columns.ts'
import type { Query } from '../engine.ts'
import type { Readers } from './readers.ts'
import type { Writer } from './writer.ts'

/** Milliseconds between checks of this thread's connections, and how many checks there are per query of the primary. */
const intervals = { every: 1_000, checksPerQuery: 5 } as const

/**
 * One row for each standby, or a single row if there is none. A running base backup is not a standby. Without the right to read
 * all statistics, only the existence of standbys is visible.
 */
const standbysText = `
  SELECT (current_setting('synchronous_standby_names') <> '')::int4, pid, coalesce(nullif(application_name, ''), '?'),
    (state IS NOT NULL)::int4, (sync_state IN ('sync', 'quorum'))::int4, pg_wal_lsn_diff(flush_lsn, '0/0')::int8,
    greatest(0, pg_wal_lsn_diff(pg_current_wal_flush_lsn(), flush_lsn))::int8,
    (extract(epoch FROM flush_lag) * 1000)::int8
  FROM (SELECT 1) AS one LEFT JOIN pg_stat_replication ON state IS DISTINCT FROM 'backup'`

type Watched = {
  readonly readers: Pick<Readers, 'connections' | 'servers' | 'upkeep'>
  readonly writer: Pick<Writer, 'connections' | 'waiting'>
  readonly commits: { readonly waiting: () => number }
}

/** Observes this thread's connections once a second and, if asked to, the standbys every five. Returns a stop function. */
export const startWatch = (
  { readers, writer, commits }: Watched,
  asks: boolean,
  observe: Observe,
): (() => void) => {
  const standbys = standbysOf(readers.upkeep, performance.now.bind(performance))
  let count = 0
  const look = (): void => {
    const [reading, writing] = [readers.connections(), writer.connections()]
    observe({
      kind: 'database_pool',
      busy: reading.busy + writing.busy,
      idle: reading.idle + writing.idle,
      max: reading.max + writing.max,
      waiting: writer.waiting() + commits.waiting(),
    })
    if (!asks) return
    observe({ kind: 'database_servers', servers: readers.servers() })
    if (count % intervals.checksPerQuery === 0) void ask()
    count += 1
  }
  // Several servers imply failover, which loses writes unless commits wait for a standby.
  const isWanted = readers.servers().length > 1
  const ask = async (): Promise<void> => {
    // If no primary answers, reads and writes report the reason.
    const found = await standbys().catch(() => undefined)
    const isSynchronousWanted = isWanted || found?.isSynchronousWanted === true
    observe({ kind: 'database_standbys', standbys: found && { ...found, isSynchronousWanted } })
  }
  look()
  const timer = setInterval(look, intervals.every)
  timer.unref()
  return () => clearInterval(timer)
}

/** The state of the standbys as the primary reports it. `now` is a monotonic clock in milliseconds. */
export const standbysOf = (query: Query, now: () => number) => {
  /** By the name of a standby: its last position, and when it was first seen there. */
  const moved = new Map<string, { readonly position: bigint; readonly at: number }>()
  /** @param before the preceding rows, because two standbys may have the same name */
  const followerOf = (
    [, , application, shown, , position, bytes, lag]: readonly Cell[],
    before: ReadonlyArray<readonly Cell[]>,
  ): Follower => {
    const same = before.filter(([, , other]) => other === application).length
    const name = same === 0 ? String(application) : `${String(application)} ${same + 1}`
    if (shown !== 1 || typeof position !== 'bigint') {
      return { name, lagBytes: null, lagSeconds: null }
    }
    const last = moved.get(name)
    const isStill = last?.position === position
    const at = isStill ? last.at : now()
    if (!isStill) moved.set(name, { position, at })
    // If a standby hangs, PostgreSQL keeps reporting its last state.
    const stood = bytes === 0n ? 0 : now() - at
    return {
      name,
      lagBytes: Number(bytes),
      lagSeconds: Math.max(Number(lag ?? 0n), stood) / 1_000,
    }
  }
  /** @throws StorageUnavailable */
  return async (): Promise<DatabaseStandbys> => {
    const { rows } = await query(standbysText)
    const seen = rows.filter(([, pid]) => pid !== null)
    const isShown = seen.every(([, , , shown]) => shown === 1)
    return {
      followers: seen.map((row, at) => followerOf(row, seen.slice(0, at))),
      synchronous: isShown ? seen.filter(([, , , , isSync]) => isSync === 1).length : undefined,
      isSynchronousWanted: rows[0]?.[0] === 1,
    }
  }
}
