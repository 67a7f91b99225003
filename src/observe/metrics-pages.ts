import { readdir, statfs } from 'node:fs/promises'
import type { Clock } from '../base/clock.ts'
import type { Environment } from '../base/environments.ts'
import { openFileLimit } from '../base/file-limit.ts'
import { healthReport, type ProcessFacts } from './health-report.ts'
import type { MetricsPage } from './metrics-server.ts'
import {
  type Family,
  gaugeFamily,
  type GaugeValues,
  labelText,
  metricsContentType,
  metricsText,
} from './metrics-text.ts'
import type { Supervised, WorkerState } from './service-metrics.ts'
import { readdirSync, readFileSync } from 'node:fs'
import { builtFolder as folder, builtPage, builtPageHeaders, fileType } from '../kit/built-pages.ts'

type PagesParts = {
  readonly dataDir: string
  readonly workers: ReadonlyMap<Environment, Supervised>
  readonly now: Clock
}

type States = ReadonlyMap<Environment, WorkerState>

/** Returns the pages at the address of the metrics, by path. The figures in them come from the workers on each request. */
export const metricsPages = ({
  dataDir,
  workers,
  now,
}: PagesParts): Readonly<Record<string, MetricsPage>> => {
  const states = async (): Promise<States> =>
    new Map(
      await Promise.all(
        [...workers].map(async ([name, worker]) => [name, await worker.state()] as const),
      ),
    )
  const page = (type: string, make: (all: States, facts: ProcessFacts) => string): MetricsPage => ({
    type,
    make: async () => make(...(await Promise.all([states(), processFacts(dataDir)]))),
  })
  return {
    ...healthPages,
    '/metrics': page(metricsContentType, (all, facts) => {
      const own = [...all.values()].flatMap(({ figures }) => figures?.metrics ?? [])
      return metricsText([...processMetrics(all, facts), ...own])
    }),
    '/health.json': page(
      'application/json',
      (all, facts) => `${JSON.stringify(healthReport(all, facts, now()), null, 2)}\n`,
    ),
  }
}

const processFacts = async (dataDir: string): Promise<ProcessFacts> => {
  const [openFiles, freeBytes] = await Promise.all([
    readdir('/dev/fd').then((files) => files.length, nothing),
    statfs(dataDir).then(({ bavail, bsize }) => bavail * bsize, nothing),
  ])
  const startedAt = Math.round(performance.timeOrigin)
  return { startedAt, residentBytes: residentBytes(), openFiles, freeBytes }
}

/** Undefined if no descriptor is left: Node reads this from a file. */
const residentBytes = (): number | undefined => {
  try {
    return process.memoryUsage.rss()
  } catch {
    return undefined
  }
}

const nothing = (): undefined => undefined

/** The names that begin with `process_` are those that Prometheus recommends for every client library. */
const processMetrics = (workers: States, facts: ProcessFacts): readonly Family[] => {
  const { user, system } = process.cpuUsage()
  const versions = new Set([...workers.values()].map(({ version }) => version))
  const builds = [...versions].map(
    (version) => [labelText(['version', 'node'], [version, process.versions.node]), 1] as const,
  )
  const each = (valueOf: (worker: WorkerState) => number): GaugeValues =>
    [...workers].map(([name, worker]) => [labelText(['environment'], [name]), valueOf(worker)])
  const rows: Readonly<Record<string, GaugeValues | number | undefined>> = {
    'petstore_build_info Always 1; the labels say what runs.': builds,
    'process_cpu_seconds_total Processor time spent.': (user + system) / 1e6,
    'process_resident_memory_bytes Memory in use.': facts.residentBytes,
    'process_start_time_seconds When the process started, in Unix seconds.': facts.startedAt / 1e3,
    'process_open_fds File descriptors open.': facts.openFiles,
    'process_max_fds File descriptors that may be open.': openFileLimit(),
    'petstore_data_free_bytes Space left where the databases lie.': facts.freeBytes,
    'petstore_threads Threads that serve the environment.': each(({ isServing }) =>
      Number(isServing),
    ),
    'petstore_threads_replaced_total Threads put in the place of one that failed.': each(
      (worker) => worker.replacedCount,
    ),
  }
  return Object.entries(rows).map(([title, now]) =>
    gaugeFamily(title, typeof now === 'object' ? now : [['', now]]),
  )
}

const headers = { ...builtPageHeaders, 'X-Content-Type-Options': 'nosniff' }

const docs = new URL('../../docs/', import.meta.url)
const text = 'text/plain; charset=utf-8'

/** The files of the page by path: those of the built console, and the documents that its lines link to, unchanged. */
const files: Readonly<Record<string, { readonly type: string; readonly file: URL }>> = {
  ...Object.fromEntries(
    readdirSync(folder)
      .filter((name) => /^(?:health\.|console\.css$|icon\.svg$)/.test(name))
      .map((name) => [`/${name}`, { type: fileType(name), file: new URL(name, folder) }]),
  ),
  '/help/cluster': { type: text, file: new URL('cluster.md', docs) },
  '/help/operations': { type: text, file: new URL('operations.md', docs) },
  '/help/troubleshooting': { type: text, file: new URL('troubleshooting.md', docs) },
}

/** The page for operators and its files, by path, which are read on request. It needs neither a key nor a database. */
export const healthPages: Readonly<Record<string, MetricsPage>> = {
  '/': { type: 'text/html; charset=utf-8', headers, make: () => page },
  ...Object.fromEntries(
    Object.entries(files).map(([path, { type, file }]) => [
      path,
      { type, headers, make: () => readFileSync(file, 'utf8') },
    ]),
  ),
}

const page = builtPage(
  'Health · Pet Store',
  'health',
  '',
  'health.js',
  'The page needs scripts. health.json has the same figures.',
)
