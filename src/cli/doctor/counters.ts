import type { CountersPlace } from '../../base/config/variables.ts'
import { shownPlace } from '../../base/config/valkey-place.ts'
import type { Environment } from '../../base/environments.ts'
import { messageOf } from '../../base/errors/message-of.ts'
import type { ValkeyFacts } from '../../access/quotas/valkey/inspection.ts'
import { checkOtherClock, type Finding, fine, troubles } from './finding.ts'

/** Fewer sentinels could not outvote one that is cut off. */
const minSentinels = 3

/** Checks the Valkey or Redis that counts, and its sentinels. @param deadline of an answer to the service, in milliseconds */
export const checkCounters = async (
  place: CountersPlace,
  environment: Environment,
  deadline: number,
  now: () => number,
): Promise<readonly Finding[]> => {
  if (place === 'memory') return []
  const name = shownPlace(place)
  const { inspectValkey } = await import('../../access/quotas/valkey/inspection.ts')
  try {
    return findingsOf(await inspectValkey(place, now), name, deadline)
  } catch (error) {
    const variable = `PETSTORE_${environment.toUpperCase()}_COUNTERS`
    return troubles('counters', [
      `${name} cannot be used: ${messageOf(error)}\nLook at the engine and the network to it, and at what ${variable} says.`,
    ])
  }
}

const findingsOf = (facts: ValkeyFacts, name: string, deadline: number): readonly Finding[] => {
  const { server, latency, keeps, whenFull, sentinels, replicas } = facts
  const over = keeps
    ? 'keeps its counts across a restart'
    : 'loses its counts at a restart; the services then restore what they know'
  return [
    fine('counters', `${name} counts, on ${server}, within ${latency.toFixed(1)} ms. It ${over}.`),
    ...troubles('counters', [
      facts.isOld &&
        `${server} is older than the versions that the service was tested with.\nUse Valkey 8 or Redis 7, or newer.`,
      facts.maxMemory > 0 &&
        whenFull !== 'volatile-ttl' &&
        `maxmemory is set and maxmemory-policy is ${whenFull}, so an engine that is full refuses to count, or forgets keys.\nSet maxmemory-policy to volatile-ttl: it evicts addresses first.`,
      !keeps &&
        replicas > 0 &&
        'appendonly is off, so a master that restarts before the sentinels notice comes back empty, and its replicas become empty too.\nSet appendonly to yes on all of them.',
      latency > deadline / 2 &&
        `An answer takes ${latency.toFixed(0)} ms, and the service waits for ${deadline} ms.\nBring the engine nearer, or raise PETSTORE_COUNTERS_DEADLINE.`,
      ...sentinels.map(
        ({ at: { host, port }, trouble: reason }) =>
          reason !== undefined &&
          `The sentinel ${host}:${port} cannot be used: ${reason}\nStart it, and check that all sentinels watch the same master.`,
      ),
      sentinels.length > 0 &&
        sentinels.length < minSentinels &&
        `There are only ${sentinels.length} sentinels, so the loss of a machine may leave too few to choose a master.\nRun three, each on its own machine, and name all of them.`,
      sentinels.length > 0 &&
        replicas === 0 &&
        'No replica follows the master, so nothing can take its place.\nStart a replica on another machine.',
    ]),
    ...checkOtherClock('engine', facts.ahead, 'quotas and bans use the clock of the engine'),
  ]
}
