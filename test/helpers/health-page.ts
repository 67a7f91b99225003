import type { TestContext } from 'node:test'
import { healthPages } from '../../src/observe/metrics-pages.ts'
import { serveMetrics } from '../../src/observe/metrics-server.ts'
import { openPage, type PageOptions } from './browser.ts'

const production = {
  isUp: true,
  threads: 1,
  threadsReplaced: 0,
  databaseUp: true,
  requests: { seconds: 60, count: 12_720, p50: 1.2, p99: 9 },
  refusals: { rate_limit_exceeded: 118, missing_api_key: 3 },
  backupAgeSeconds: 3 * 3_600,
  keysExpiring: 1,
  deliveriesWaiting: 3,
  databaseServers: {
    servers: [
      { name: '10.0.0.1:5432', isUp: true, isPrimary: true },
      { name: '10.0.0.2:5432', isUp: true, isPrimary: false },
      { name: '10.0.0.3:5432', isUp: false, isPrimary: false },
    ],
    connections: { busy: 2, idle: 4, most: 9 },
    waiting: 0,
    standbys: 1,
    synchronousStandbys: 1,
    isSynchronousWanted: true,
    lagSeconds: 0.04,
  },
  sharedCounters: { threadsDown: 1, nodes: 3, replicas: null },
}

const staging = {
  ...production,
  isUp: false,
  databaseUp: false,
  requests: { seconds: 60, count: 0, p50: null, p99: null },
  refusals: {},
  backupAgeSeconds: null,
  databaseServers: null,
  sharedCounters: null,
}

/** The page of a service that tells these figures. */
export const openHealth = async (t: TestContext, options: PageOptions = {}) => {
  const server = await serveMetrics({ host: '127.0.0.1', port: 0, names: [] }, () =>
    Promise.resolve({
      ...healthPages,
      '/health.json': {
        type: 'application/json',
        make: () =>
          Promise.resolve(
            JSON.stringify({
              version: '1.1.0',
              at: new Date().toISOString(),
              dataFreeBytes: 41e9,
              environments: { production, staging },
            }),
          ),
      },
    }),
  )
  t.after(async () => await server.close())
  const url = server.url.replace('/metrics', '/')
  return { ...(await openPage(t, url, { ...options, ready: 'table' })), server }
}
