import { LocalCluster } from '../../scripts/cluster/cluster.ts'
import type { Replication } from '../../scripts/cluster/databases.ts'
import type { Cleanup } from '../helpers/cleanup.ts'
import { disturb, longestPause } from './chaos.ts'
import type { Tortured } from './run.ts'
import { commandsOn } from './service.ts'
import { watchCounters } from './watch.ts'

/** The port of the metrics, unless it is configured otherwise. */
const metricsPort = 9_464

/**
 * Starts a cluster of three machines on this one. It ends with the run.
 *
 * @param further variables of the services
 * @param say is told each step
 */
export const startCluster = async (
  t: Cleanup,
  replication: Replication,
  further: Readonly<Record<string, string>> = {},
  say: (step: string) => void = () => {},
): Promise<Tortured> => {
  const cluster = await LocalCluster.create()
  t.after(async () => await cluster.end())
  const { nodes, key } = await cluster.start(replication, say, further)
  const [first] = cluster.machines
  if (first === undefined) throw new Error('There is no machine.')
  return {
    nodes,
    key,
    // A program that is paused does what it was told once it wakes.
    late: longestPause + 5_000,
    disturb: async (random) => await disturb(cluster, random),
    watchCounters: (ending) => {
      const metrics = nodes.map((node) => `http://${new URL(node).hostname}:${metricsPort}/metrics`)
      return watchCounters(metrics, ending)
    },
    petstore: commandsOn(cluster.variables(first)),
  }
}
