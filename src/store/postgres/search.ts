import { setTimeout as wait } from 'node:timers/promises'
import type { PostgresAddress } from '../../base/config/store-address.ts'
import { type Clock, monotonic } from '../../base/clock.ts'
import type { ServerRole } from '../../base/engines.ts'
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

/** Searches for the primary. After a failure all get that error at once, for a growing time that differs between nodes. */
export class Search {
  readonly #address: PostgresAddress
  readonly #parts: SearchParts
  #failures = 0
  #notBefore = -Infinity
  #failure: unknown

  constructor(address: PostgresAddress, parts: Partial<SearchParts> = {}) {
    this.#address = address
    this.#parts = { open: connect, clock: monotonic, random: Math.random, ...parts }
  }

  /** @throws StorageUnavailable if there is none, or none was there a moment ago */
  async connect(settings: ConnectionSettings): Promise<Connection> {
    const { open, clock, random } = this.#parts
    const began = clock()
    if (began < this.#notBefore) throw this.#failure
    try {
      const connection = await open(this.#address, settings)
      this.#failures = 0
      return connection
    } catch (error) {
      // Several attempts may fail together; they count as one.
      if (began >= this.#notBefore) {
        const delay = Math.min(delays.max, delays.first * 2 ** this.#failures)
        this.#failures += 1
        this.#notBefore = clock() + delay * (0.5 + random() / 2)
        this.#failure = error
      }
      throw error
    }
  }

  /** A server began to take writes, so the next attempt need not wait. */
  hurry(): void {
    this.#failures = 0
    this.#notBefore = -Infinity
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
  noteRole: (host: Host, role: ServerRole) => void,
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
