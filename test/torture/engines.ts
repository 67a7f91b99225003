import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { temporaryFolder } from '../helpers/app.ts'
import type { Cleanup } from '../helpers/cleanup.ts'
import { freePort } from '../helpers/free-port.ts'
import { findProgram } from '../helpers/needs.ts'
import { noPostgres, startPostgres } from '../helpers/postgres.ts'
import { runCommand, startService } from '../helpers/service.ts'
import { startProxy } from '../helpers/tcp-proxy.ts'
import { startValkey } from '../helpers/valkey.ts'
import { pauseFor, pauseOf, treeOf } from './chaos.ts'
import type { Tortured } from './run.ts'
import { wide } from './service.ts'
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
  const server = await startPostgres()
  t.after(async () => await server.close())
  // What it has counted is in its file before it answers.
  const counters = await startValkey(t, ['--appendonly', 'yes', '--appendfsync', 'no'])
  const database = await server.newDatabase()
  const common = {
    PETSTORE_ENVIRONMENTS: 'production',
    PETSTORE_LOG_LEVEL: 'error',
    PETSTORE_SECRET_KEY: randomBytes(32).toString('base64'),
    // Links lead to one place, whichever node tells them.
    PETSTORE_PRODUCTION_BASE_URL: 'http://127.0.0.1/v1',
    // On a busy machine a node does not count alone, but where the counters are down.
    PETSTORE_COUNTERS_DEADLINE: '2000ms',
  }
  const places = (store: number, counting: number) => ({
    PETSTORE_PRODUCTION_STORE: `postgres://petstore@127.0.0.1:${store}/${database}`,
    PETSTORE_PRODUCTION_COUNTERS: `valkey://127.0.0.1:${counting}/proof`,
  })
  const startNode = async () => {
    const [store, counting] = [await startProxy(t, server.port), await startProxy(t, counters.port)]
    const dataDir = temporaryFolder(t)
    const port = await freePort()
    const variables = {
      ...common,
      ...places(store.port, counting.port),
      PETSTORE_PRODUCTION_PORT: String(port),
      PETSTORE_METRICS_PORT: String(await freePort()),
      ...further,
    }
    const start = async () => await startService(t, dataDir, variables)
    let service = await start()
    return {
      base: `http://127.0.0.1:${port}/v1`,
      metrics: service.facts.production?.metrics ?? '',
      addKey: async (...plan: string[]) => await service.addKey('production', ...plan),
      kill: async () => {
        service.process.kill('SIGKILL')
        await once(service.process, 'close')
        service = await start()
      },
      pause: async (time: number) => await pauseFor(treeOf(service.process.pid ?? 0), time),
      cutOff: async (time: number) => {
        for (const link of [store, counting]) link.cut()
        await wait(time)
        for (const link of [store, counting]) link.heal()
      },
    }
  }
  const nodes = [await startNode()]
  while (nodes.length < count) nodes.push(await startNode())
  const [first] = nodes
  if (first === undefined) throw new Error('There is no node.')
  const key = await first.addKey('--plan', 'enterprise', ...wide)
  const env = {
    ...common,
    ...places(server.port, counters.port),
    PETSTORE_DATA_DIR: temporaryFolder(t),
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
  type Node = Awaited<ReturnType<typeof startNode>>
  type Deeds = ReadonlyArray<readonly [string, (time: number, node: Node) => Promise<void>]>
  const deeds: Deeds = [
    ['kill a node', async (_, node) => await node.kill()],
    ['pause a node', async (time, node) => await node.pause(time)],
    ['cut a node from its engines', async (time, node) => await node.cutOff(time)],
    ['kill the database', killDatabase],
    ['pause the database', pauseDatabase],
    ['kill the counters', async () => await counters.restart()],
    ['pause the counters', async (time) => await pauseFor([counters.pid], time)],
  ]
  return {
    nodes: nodes.map(({ base }) => base),
    key,
    // A program that is paused does what it was told once it wakes.
    late: longestPause + 5_000,
    disturb: async (random) => {
      const [what, act] = deeds[Math.floor(random() * deeds.length)] ?? []
      const node = nodes[Math.floor(random() * nodes.length)] ?? first
      return {
        what: what ?? '',
        done: act?.(pauseOf(random, longestPause), node) ?? Promise.resolve(),
      }
    },
    watchCounters: (ending) =>
      watchCounters(
        nodes.map(({ metrics }) => metrics),
        ending,
      ),
    petstore: async (...args) => {
      const { status, out, error } = await runCommand(args, env)
      if (status !== 0) throw Object.assign(new Error(error), { code: status })
      return out
    },
  }
}
