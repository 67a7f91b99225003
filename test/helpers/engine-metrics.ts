import { operationsOf } from '../../src/kit/resource.ts'
import type { EngineObservation } from '../../src/base/observation.ts'
import { metricsText } from '../../src/observe/metrics-text.ts'
import { serviceMetrics } from '../../src/observe/service-metrics.ts'
import { petstore } from '../../src/resources/index.ts'
import { readScrape, type Scrape } from './metrics.ts'

const follower = { name: 'b', lagBytes: 0, lagSeconds: 0 }

/** What a service observes that uses a database of PostgreSQL and counts in Valkey or Redis. */
export const engineObservations: readonly EngineObservation[] = [
  { kind: 'database_pool', busy: 1, idle: 2, max: 3, waiting: 0 },
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

/** The metrics of a service that has observed this. */
export const scrapeOf = (observations: readonly EngineObservation[]): Scrape => {
  const metrics = serviceMetrics('staging', operationsOf(petstore))
  for (const observation of observations) metrics.observe(observation)
  return readScrape(metricsText(metrics.figures().metrics))
}
