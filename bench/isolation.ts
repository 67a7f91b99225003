import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { casesFor } from './cases.ts'
import { allCores, bind, bindThreads, canBind } from './cores.ts'
import { fillStore } from './data.ts'
import { type Generator, runChild, sendLoad } from './load.ts'
import type { Load } from './shared/load-of-requests.ts'
import { median } from './measure.ts'
import type { PacedOrder, PacedResult } from './paced.ts'
import { writeRequest } from './shared/raw-client.ts'
import { type Server, serverOf, startService, stop } from './servers.ts'
import { usageOf } from './usage.ts'

/** The latency of a light load on production while staging is under another load. */
export type Isolation = {
  /** The load on staging. */
  readonly flood: string
  /** Milliseconds, as medians of the rounds. */
  readonly p50: number
  readonly p99: number
  /** How many requests a second staging answered. */
  readonly floodPerSecond: number
  /** How many processor cores the whole service used. */
  readonly cores: number
}

/** Requests a second of the load on production, which takes a few hundredths of a core. */
const pace = { perSecond: 500, seconds: 4 } as const

const animals = 100_000
const [stagingCore, productionCore] = ['0', '1']

/**
 * Measures the latency of production with staging at rest, then flooded with reads, then flooded with creates. The
 * reads are those that cost staging the most and the generator the least. Each environment has its own thread. Each
 * thread and its client share a core, if the system can bind them. Otherwise a shortage of cores would make one
 * wait for the other.
 */
export const measureIsolation = async (
  generator: Generator,
  rounds: number,
): Promise<readonly Isolation[]> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'petstore-bench-'))
  try {
    const fill = { animals, keys: 10 }
    const production = await fillStore(dataDir, { ...fill, environment: 'production' }, undefined)
    const staging = await fillStore(dataDir, { ...fill, environment: 'staging' }, undefined)
    const environments = ['production', 'staging'] as const
    const service = await startService({ dataDir, environments, threads: 1 })
    const { pid } = service.process
    const isBound = canBind() && pid !== undefined
    try {
      if (isBound) {
        // All of the process, because the helper threads of V8 work for staging above all.
        bindThreads(pid, '', stagingCore)
        bindThreads(pid, 'production', productionCore)
        // The load generators inherit it.
        bind(process.pid, stagingCore)
      }
      const cases = casesFor({ ...staging, animals })
      const loadOf = (name: string): Load | undefined =>
        cases.find((each) => each.name === name)?.load
      const floods = [
        { flood: 'nothing', load: undefined },
        { flood: 'cold pages', load: loadOf('cold page') },
        { flood: 'creates', load: loadOf('create, 64 connections') },
      ]
      const order: PacedOrder = {
        ...pace,
        core: isBound ? productionCore : undefined,
        port: serverOf(service, 'production').port,
        request: writeRequest('GET', '/v1/pets', {
          Authorization: `Bearer ${production.keys.wide}`,
        }),
      }
      const flooded = serverOf(service, 'staging')
      const seen: Isolation[] = []
      // The first round warms up.
      for (let round = 0; round <= rounds; round += 1) {
        for (const { flood, load } of floods) {
          const one = await measureOnce(order, flooded, load, generator)
          if (round > 0) seen.push({ flood, ...one })
        }
      }
      return floods.map(({ flood }) => {
        const own = seen.filter((each) => each.flood === flood)
        const of = (figure: 'p50' | 'p99' | 'floodPerSecond' | 'cores'): number =>
          median(own.map((each) => each[figure]))
        return {
          flood,
          p50: of('p50'),
          p99: of('p99'),
          floodPerSecond: of('floodPerSecond'),
          cores: of('cores'),
        }
      })
    } finally {
      if (isBound) bind(process.pid, allCores)
      await stop(service)
    }
  } finally {
    rmSync(dataDir, { recursive: true })
  }
}

const measureOnce = async (
  order: PacedOrder,
  staging: Server,
  load: Load | undefined,
  generator: Generator,
): Promise<Omit<Isolation, 'flood'>> => {
  const { pid } = staging.process
  const before = usageOf(pid)?.cpu ?? Number.NaN
  const begun = performance.now()
  const [paced, flood] = await Promise.all([
    runChild<PacedResult>('paced.ts', order),
    load && sendLoad(generator, staging.port, load, order.seconds),
  ])
  const cpu = (usageOf(pid)?.cpu ?? Number.NaN) - before
  return {
    p50: paced.p50,
    p99: paced.p99,
    floodPerSecond: flood === undefined ? 0 : flood.requests / flood.seconds,
    cores: cpu / 1_000 / (performance.now() - begun),
  }
}
