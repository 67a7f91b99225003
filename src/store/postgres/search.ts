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

/** Exponential backoff in milliseconds: the first delay after a failure, and the longest. */
const delays = { first: 50, max: 500 } as const

type SearchParts = {
  readonly open: typeof connect
  /** A monotonic clock, in milliseconds. */
  readonly clock: Clock
  /** From 0 to less than 1. */
  readonly random: () => number
}

export type Search = ReturnType<typeof searchPrimary>

/** Searches for the primary. After a failure all callers get its error at once, for a growing time with jitter. */
export const searchPrimary = (
  address: PostgresAddress,
  { open = connect, clock = monotonic, random = Math.random }: Partial<SearchParts> = {},
) => {
  let failures = 0
  let notBefore = -Infinity
  let failure: unknown
  return {
    /** @throws StorageUnavailable if there is no primary, or a recent search found none */
    connect: async (settings: ConnectionSettings): Promise<Connection> => {
      const began = clock()
      if (began < notBefore) throw failure
      try {
        const connection = await open(address, settings)
        failures = 0
        return connection
      } catch (error) {
        // Several attempts that fail together count as one.
        if (began >= notBefore) {
          const delay = Math.min(delays.max, delays.first * 2 ** failures)
          failures += 1
          notBefore = clock() + delay * (0.5 + random() / 2)
          failure = error
        }
        throw error
      }
    },
    /** Call when a server has begun to take writes: the next attempt need not wait. */
    hurry: (): void => {
      failures = 0
      notBefore = -Infinity
    },
  }
}

type Host = PostgresAddress['hosts'][number]

/**
 * Checks four times a second, until the returned function is called, whether another server has become the primary.
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
        // The server is not reachable, or not yet.
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
