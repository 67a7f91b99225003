import type { PostgresAddress } from '../../base/config/store-address.ts'
import type { ServerRole } from '../../base/engines.ts'
import { pollInterval } from '../port.ts'
import { type Connection, openTo, timelineOf } from './connection.ts'
import { timelinesOf } from './timelines.ts'

type Host = PostgresAddress['hosts'][number]

/** Called with what a server was found to be. */
type NoteRole = (host: Host, role: ServerRole) => void

/**
 * Checks four times a second whether another server of an address has become the primary. So a node notices without a
 * write and without losing a connection.
 *
 * @param patience milliseconds that an answer may take
 * @param onPrimary called if a server begins to take writes
 * @returns a function that ends it
 */
export const watchForPrimary = (
  address: PostgresAddress,
  patience: number,
  noteRole: NoteRole,
  onPrimary: () => void,
): (() => void) => {
  if (address.hosts.length < 2) return () => {}
  const stops = address.hosts.map((host) =>
    watchServer(host, address, patience, noteRole, onPrimary),
  )
  return () => {
    for (const stop of stops) stop()
  }
}

const watchServer = (
  host: Host,
  address: PostgresAddress,
  patience: number,
  noteRole: NoteRole,
  onPrimary: () => void,
): (() => void) => {
  let seen: number | undefined
  let connection: Connection | undefined
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  const check = async (): Promise<void> => {
    try {
      if (connection?.isOpen !== true) {
        connection = await openTo(host, address, { patience, session: {} })
      }
      const open = connection
      const timeline = await open.within(patience, () => timelineOf(open))
      timelinesOf(address).note(host, timeline)
      noteRole(host, timeline === undefined ? 'standby' : 'primary')
      if (timeline !== undefined && timeline !== seen) onPrimary()
      seen = timeline
    } catch {
      noteRole(host, 'unreachable')
      // It is not there, or not yet.
      connection?.cut()
      seen = undefined
    }
    if (isStopped) connection?.cut()
    else timer = setTimeout(() => void check(), pollInterval).unref()
  }
  void check()
  return () => {
    isStopped = true
    clearTimeout(timer)
    connection?.cut()
  }
}
