import type { PostgresAddress } from '../../base/config/store-address.ts'
import { inUrl } from '../../base/addresses.ts'
import { type Clock, monotonic } from '../../base/clock.ts'

type Host = PostgresAddress['hosts'][number]

/** The part of a connection that concerns its server's timeline. */
type Cuttable = { readonly isOpen: boolean; cut(): void }

/** The last reported timeline of a server, and when it was reported, in milliseconds of the clock. */
type Said = { readonly timeline: number; readonly at: number }

/** How long the last report of a silent server stays valid, in milliseconds. */
const memory = 30_000

/**
 * Timelines rise with each promotion. A replaced primary still answers reads with old state, so connections to lower ones
 * are destroyed. A promoted standby may be demoted again; if it is silent, its last report stays valid for half a minute.
 */
export const makeTimelines = (clock: Clock = monotonic) => {
  /** By the address of the server, without servers that take no writes. */
  const said = new Map<string, Said>()
  const connections = new Map<Cuttable, number>()
  const highest = (): number => {
    const since = clock() - memory
    return Math.max(0, ...[...said.values()].map(({ at, timeline }) => (at < since ? 0 : timeline)))
  }
  /** @param timeline as just reported; undefined if the server takes no writes */
  const note = (host: Host, timeline: number | undefined): void => {
    if (timeline === undefined) {
      said.delete(nameOf(host))
      return
    }
    said.set(nameOf(host), { timeline, at: clock() })
    const newest = highest()
    for (const [connection, its] of connections) if (its < newest) connection.cut()
  }
  return {
    note,
    /** Whether a new connection to a server that takes writes may be used: no other one has a higher timeline. */
    admit: (host: Host, connection: Cuttable, timeline: number): boolean => {
      note(host, timeline)
      for (const each of connections.keys()) if (!each.isOpen) connections.delete(each)
      if (timeline < highest()) return false
      connections.set(connection, timeline)
      return true
    },
  }
}

export const nameOf = ({ host, port }: Host): string => `${inUrl(host)}:${port}`

const known = new Map<string, ReturnType<typeof makeTimelines>>()

/** The timelines of the servers of an address, shared by all connections of this thread. */
export const timelinesOf = ({ hosts }: PostgresAddress) =>
  known.getOrInsertComputed(hosts.map(nameOf).join(), () => makeTimelines())
