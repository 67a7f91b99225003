import type { HostPort, ValkeyPlace } from '../../../base/config/valkey-place.ts'
import type { Clock } from '../../../base/clock.ts'
import { messageOf } from '../../../base/errors/message-of.ts'
import { infoIn } from './engine-watch.ts'
import { bounded, type Connection, connect, connectToSentinel } from './connection.ts'

/** The facts about the engine that operators check before services rely on it. */
export type ValkeyFacts = Awaited<ReturnType<typeof inspectValkey>>

/** The oldest major versions that the service was tested with. */
const oldestEngines = { valkey: 8, redis: 7 } as const

const pings = 9

/** Inspects the engine and its sentinels without changing anything. Throws as `connect` does. */
export const inspectValkey = async (place: ValkeyPlace, now: Clock) => {
  /** For each sentinel, why it cannot be reached or lacks a quorum for a failover; undefined if all is well. */
  const sentinels = await Promise.all(
    (place.sentinels?.at ?? []).map(async (at) => ({
      at,
      trouble: await sentinelTrouble(place, at),
    })),
  )
  using connection = await connect(place)
  const info = infoIn(await ask(connection, 'INFO'))
  const before = now()
  const [seconds, microseconds] = ((await ask(connection, 'TIME')) as readonly unknown[]).map(
    (part) => Number(String(part)),
  )
  // Assume that the engine read its clock halfway between the request and the answer.
  const present = (before + now()) / 2
  const isValkey = info.has('valkey_version')
  const version = info.get('valkey_version') ?? info.get('redis_version') ?? ''
  const oldest = isValkey ? oldestEngines.valkey : oldestEngines.redis
  return {
    server: `${isValkey ? 'Valkey' : 'Redis'} ${version}`,
    /** Whether it is older than the versions that the service was tested with. */
    isOld: Number.parseInt(version, 10) < oldest,
    /** The most bytes that it may use; 0 for no limit. */
    maxMemory: Number(info.get('maxmemory') ?? 0),
    /** Its eviction policy, like `noeviction`. */
    whenFull: info.get('maxmemory_policy') ?? '',
    replicas: Number(info.get('connected_slaves') ?? 0),
    /** Whether its data survives a restart. */
    keeps: info.get('aof_enabled') === '1',
    /** Milliseconds by which its clock is ahead of this machine's. */
    ahead: (seconds ?? 0) * 1_000 + (microseconds ?? 0) / 1_000 - present,
    /** The median latency of an answer, in milliseconds. */
    latency: await latencyOf(connection),
    sentinels,
  }
}

const ask = async (connection: Connection, ...args: readonly string[]): Promise<unknown> =>
  await bounded(connection.send(args))

const latencyOf = async (connection: Connection): Promise<number> => {
  // Pings one after the other.
  const times = await Array.fromAsync({ length: pings }, async () => {
    const started = performance.now()
    await ask(connection, 'PING')
    return performance.now() - started
  })
  return times.toSorted((a, b) => a - b)[Math.floor(pings / 2)] ?? 0
}

/** Attempts to reach a sentinel before it counts as gone: one on a busy machine may answer late. */
const attempts = 5

const sentinelTrouble = async (
  place: ValkeyPlace,
  at: HostPort,
  left = attempts,
): Promise<string | undefined> => {
  try {
    using sentinel = await connectToSentinel(place, at)
    // The answer is an error if too few sentinels are reachable for a quorum.
    await ask(sentinel, 'SENTINEL', 'CKQUORUM', place.sentinels?.master ?? '')
    return undefined
  } catch (error) {
    return left > 1 ? await sentinelTrouble(place, at, left - 1) : messageOf(error)
  }
}
