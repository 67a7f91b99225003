import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { temporaryFolder } from '../helpers/app.ts'
import type { Cleanup } from '../helpers/cleanup.ts'
import { findProgram } from '../helpers/needs.ts'
import { startNodes } from '../helpers/nodes.ts'
import { noPostgres } from '../helpers/postgres.ts'
import { type Service, startService } from '../helpers/service.ts'
import { pauseFor, pauseOf, treeOf } from './chaos.ts'
import { oneOf } from './random.ts'
import type { Tortured } from './run.ts'
import { commandsOn, wide } from './service.ts'
import { watchCounters } from './watch.ts'

/** Milliseconds of the longest pause of a program. */
const longestPause = 6_000

/** What nodes over one PostgreSQL and one Redis lack here, as in "needs …"; undefined if they can run. */
export const missingEngines = (): string | undefined => {
  if (findProgram('redis-server') === undefined)
    return 'needs redis-server: apt-get install --no-install-recommends redis-server'
  const missing = noPostgres()
  return missing === false ? undefined : missing
}

/**
 * Starts nodes over one PostgreSQL and one Redis. A round kills or pauses a node, the database or the counters, or cuts a node
 * off from both. They end with the run.
 *
 * @param further variables of the services
 */
export const startNodesOverEngines = async (
  t: Cleanup,
  count: number,
  further: Readonly<Record<string, string>>,
): Promise<Tortured> => {
  const chosen = {
    PETSTORE_METRICS_PORT: '0',
    PETSTORE_LOG_LEVEL: 'error',
    // Links lead to one place, whichever node tells them.
    PETSTORE_STAGING_BASE_URL: 'http://127.0.0.1/v1',
    // On a busy machine a node does not count alone, but where the counters are down.
    PETSTORE_COUNTERS_DEADLINE: '2000ms',
    ...further,
  }
  // What the counters have counted is in their file before they answer.
  const kept = ['--appendonly', 'yes', '--appendfsync', 'no']
  const { nodes, server, valkey, env } = await startNodes(t, chosen, count, kept)
  const services = nodes.map(({ service }) => service)
  const environment = 'staging'
  const bases = services.map(
    ({ env: own }) => `http://127.0.0.1:${own['PETSTORE_STAGING_PORT']}/v1`,
  )
  const metrics = services.map((service) => String(service.metricsUrl()))
  const key = await (services[0] as Service).addKey(environment, ...wide)

  const killNode = async (_: number, place: number): Promise<void> => {
    const { process: child, dataDir, env: own } = services[place] as Service
    child.kill('SIGKILL')
    await once(child, 'close')
    const metricsPort = new URL(metrics[place] ?? '').port
    services[place] = await startService(t, dataDir, { ...own, PETSTORE_METRICS_PORT: metricsPort })
  }
  const cutNodeOff = async (time: number, place: number): Promise<void> => {
    const links = Object.values(nodes[place]?.links ?? {})
    for (const link of links) link.cut()
    await wait(time)
    for (const link of links) link.heal()
  }
  const killDatabase = async (): Promise<void> => {
    await server.kill()
    // Its children may hold its memory yet.
    for (;;) {
      try {
        return await server.start()
      } catch {
        await wait(100)
      }
    }
  }
  const pauseDatabase = async (time: number): Promise<void> => {
    server.pause()
    await wait(time)
    server.resume()
  }
  const pauseNode = async (time: number, place: number): Promise<void> =>
    await pauseFor(treeOf(services[place]?.process.pid ?? 0), time)
  type Act = (time: number, place: number) => Promise<void>
  const deeds: ReadonlyArray<readonly [string, Act]> = [
    ['kill a node', killNode],
    ['pause a node', pauseNode],
    ['cut a node from its engines', cutNodeOff],
    ['kill the database', killDatabase],
    ['pause the database', pauseDatabase],
    ['kill the counters', async () => await valkey.restart()],
    ['pause the counters', async (time) => await pauseFor([valkey.pid], time)],
  ]
  return {
    nodes: bases,
    key,
    // A program that is paused does what it was told once it wakes.
    late: longestPause + 5_000,
    disturb: async (random) => {
      const [what, act] = oneOf(random, deeds)
      const place = Math.floor(random() * count)
      return { what, done: act(pauseOf(random, longestPause), place) }
    },
    watchCounters: (ending) => watchCounters(metrics, ending),
    petstore: commandsOn({ ...env, PETSTORE_DATA_DIR: temporaryFolder(t) }, environment),
  }
}
