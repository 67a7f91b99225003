import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withCleanup } from '../test/helpers/cleanup.ts'
import { type Case, casesFor } from './cases.ts'
import { fillStore } from './data.ts'
import { type Engines, startEngines } from './engines.ts'
import { type Effort, figuresOf, measure, median, type Measured } from './measure.ts'
import type { Options } from './options.ts'
import type { ClusterResults, Shares } from './results.ts'
import { type Server, serverOf, startService, stop } from './servers.ts'
import { measureStart } from './startup.ts'
import { usageOf } from './usage.ts'

/** The highest acceptable processor time of a node, as a multiple of the bare server's. */
const bounds: Readonly<Record<string, number>> = {
  'first page, hot': 1.3,
  'cold page': 2.7,
  'single read, cold': 2.7,
  'wrong key': 1.2,
  'over quota': 1.2,
  banned: 1.2,
  'create, 64 connections': 2.2,
}

/**
 * Measures a node of a cluster: its store is in PostgreSQL and its counts in Redis, on the same machine.
 *
 * @returns the node against the bare server, what the engines spend on a request, and the size of an animal
 */
export const measureCluster = async (
  { keys, only, starts, sizes }: Options,
  effort: Effort,
): Promise<Pick<ClusterResults, 'node' | 'shares' | 'animalBytes'>> => {
  const animals = sizes.at(-1) ?? 1_000
  const dataDir = mkdtempSync(join(tmpdir(), 'petstore-bench-'))
  const measured: Measured[] = []
  const shares: Shares[] = []
  let [start, peak, animalBytes] = [Number.NaN, Number.NaN, Number.NaN]
  await withCleanup(async (t) => {
    t.after(() => rmSync(dataDir, { recursive: true }))
    const fill = { environment: 'staging', animals, keys } as const
    const filled = await fillStore(dataDir, fill, undefined)
    const engines = await startEngines(t, dataDir, 'staging')
    const { variables } = engines
    const serve = { dataDir, environments: ['staging'], threads: 1, variables } as const
    animalBytes = (await engines.bytesOf('pets')) / animals
    start = await measureStart(serve, filled.keys.wide, starts)
    const service = await startService(serve)
    t.after(async () => await stop(service))
    const server = serverOf(service, 'staging')
    const cases = casesFor({ ...filled, animals })
      .filter(({ name }) => name in bounds && name.includes(only))
      .map((each): Case => ({ ...each, bound: bounds[each.name], leastRate: 0 }))
    for (const each of cases) {
      measured.push(await measure(server, each, effort))
      shares.push(await sharesOf(server, each, engines, effort))
    }
    peak = usageOf(service.process.pid)?.peak ?? Number.NaN
  })
  const node = { animals, keys, threads: 1, cases: measured, peak, start }
  return { node, shares, animalBytes }
}

/** The medians of rounds of the same load. */
const sharesOf = async (
  server: Server,
  each: Case,
  engines: Engines,
  effort: Effort,
): Promise<Shares> => {
  const rounds: Array<Omit<Shares, 'name'>> = []
  for (let round = 0; round < effort.rounds; round += 1) {
    const before = engines.spent()
    const { requestsPerSecond } = await figuresOf(server, each, effort)
    const after = engines.spent()
    const requests = requestsPerSecond * effort.seconds
    rounds.push({
      postgres: (after.postgres - before.postgres) / requests,
      counters: (after.counters - before.counters) / requests,
    })
  }
  return {
    name: each.name,
    postgres: median(rounds.map(({ postgres }) => postgres)),
    counters: median(rounds.map(({ counters }) => counters)),
  }
}
