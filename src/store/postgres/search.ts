import { setTimeout as wait } from 'node:timers/promises'
import type { PostgresAddress } from '../../base/config/store-address.ts'
import { type Clock, monotonic } from '../../base/clock.ts'
import type { ServerRole } from '../../base/observation.ts'
import { pollInterval } from '../port.ts'
import {
  connect,
  type Connection,
  type ConnectionSettings,
  openTo,
  timelineOf,
} from './connection.ts'
import { timelinesOf } from './timelines.ts'

/** Milliseconds from a failure to the next attempt: the first time, and at most. It doubles from one to the other. */
const delays = { first: 50, max: 500 } as const

type SearchParts = {
  readonly open: typeof connect
  /** Milliseconds that only grow. */
  readonly clock: Clock
  /** From 0 to below 1. */
  readonly random: () => number
}

export type Search = ReturnType<typeof searchPrimary>

/** Searches for the primary. After a failure all get that error at once, for a growing time that differs between nodes. */
export const searchPrimary = (
  address: PostgresAddress,
  { open = connect, clock = monotonic, random = Math.random }: Partial<SearchParts> = {},
) => {
  let failures = 0
  let notBefore = -Infinity
  let failure: unknown
  return {
    /** @throws StorageUnavailable if there is none, or none was there a moment ago */
    connect: async (settings: ConnectionSettings): Promise<Connection> => {
      const began = clock()
      if (began < notBefore) throw failure
      try {
        const connection = await open(address, settings)
        failures = 0
        return connection
      } catch (error) {
        // Several attempts may fail together; they count as one.
        if (began >= notBefore) {
          const delay = Math.min(delays.max, delays.first * 2 ** failures)
          failures += 1
          notBefore = clock() + delay * (0.5 + random() / 2)
          failure = error
        }
        throw error
      }
    },
    /** A server began to take writes, so the next attempt need not wait. */
    hurry: (): void => {
      failures = 0
      notBefore = -Infinity
    },
  }
}

type Host = PostgresAddress['hosts'][number]

/**
 * Checks four times a second whether another server became the primary, until the returned function is called.
 * `patience` is in milliseconds.
 */
export const watchForPrimary = (
  address: PostgresAddress,
  patience: number,
  noteRole: (host: Host, role: ServerRole) => unknown,
  onPrimary: () => void,
): (() => void) => {
  if (address.hosts.length < 2) return () => {}
  const stop = new AbortController()
  const watchServer = async (host: Host): Promise<void> => {
    let seen: number | undefined
    let connection: Connection | undefined
    stop.signal.addEventListener('abort', () => connection?.cut())
    while (!stop.signal.aborted) {
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
      await wait(pollInterval, undefined, { ref: false, signal: stop.signal }).catch(() => {})
    }
    connection?.cut()
  }
  for (const host of address.hosts) void watchServer(host)
  return () => stop.abort()
}
