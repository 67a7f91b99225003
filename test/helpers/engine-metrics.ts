import { operationsOf } from '../../src/api/resource.ts'
import type { EngineObservation } from '../../src/core/engines.ts'
import { metricsOf } from '../../src/observability/metrics-families.ts'
import { MetricsMemory } from '../../src/observability/metrics-memory.ts'
import { metricsObserver } from '../../src/observability/metrics-recorder.ts'
import { metricsText } from '../../src/observability/metrics-text.ts'
import { petstore } from '../../src/resources.ts'
import { readScrape, type Scrape } from './metrics.ts'

const follower = { name: 'b', lagBytes: 0, lagSeconds: 0 }

/** What a thread observes that uses a database of PostgreSQL and counts in Valkey or Redis. */
export const engineObservations: readonly EngineObservation[] = [
  { kind: 'database_pool', busy: 1, idle: 2, most: 3, waiting: 0 },
  {
    kind: 'database_servers',
    servers: [
      { name: '10.0.0.1:5432', role: 'primary' },
      { name: '10.0.0.2:5432', role: 'standby' },
    ],
  },
  {
    kind: 'database_standbys',
    standbys: { followers: [follower], synchronous: 1, isSynchronousWanted: true },
  },
  { kind: 'counters_opened', deadline: 75 },
  { kind: 'counters_replicas', replicas: [follower], nodes: 3 },
]

/** The metrics of a service whose threads have observed this. */
export const scrapeOf = (...threads: ReadonlyArray<readonly EngineObservation[]>): Scrape => {
  const metrics = metricsOf(operationsOf(petstore))
  const memories = threads.map((observations) => {
    const memory = new MetricsMemory(metrics)
    const observe = metricsObserver(memory)
    for (const observation of observations) observe(observation)
    return memory
  })
  return readScrape(metricsText(new Map([['staging', memories]]), []))
}

/** Both scrapes in one; of a metric that both have, that of the first. */
export const together = (one: Scrape, other: Scrape): Scrape => {
  const lines = [
    ...one.lines,
    ...other.lines.filter(({ name }) => one.lines.every((line) => line.name !== name)),
  ]
  return { kinds: new Map([...other.kinds, ...one.kinds]), lines, sum: one.sum }
}
