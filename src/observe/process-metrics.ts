import { readdir, statfs } from 'node:fs/promises'
import { openFileLimit } from '../base/file-limit.ts'
import { type Family, gaugeFamily, labelText } from './metrics-text.ts'

/** What is known of the process and its machine at this moment; undefined if the system cannot tell. */
export type ProcessFacts = {
  /** Milliseconds since the Unix epoch. */
  readonly startedAt: number
  readonly residentBytes: number | undefined
  readonly openFiles: number | undefined
  /** Space left where the databases lie. */
  readonly freeBytes: number | undefined
}

export const processFacts = async (dataDir: string): Promise<ProcessFacts> => {
  const [openFiles, freeBytes] = await Promise.all([
    readdir('/dev/fd').then((files) => files.length, nothing),
    statfs(dataDir).then(({ bavail, bsize }) => bavail * bsize, nothing),
  ])
  const startedAt = Math.round(performance.timeOrigin)
  return { startedAt, residentBytes: residentBytes(), openFiles, freeBytes }
}

/** Names that begin with `process_` are those that Prometheus recommends to every client. */
export const processMetrics = (version: string, facts: ProcessFacts): readonly Family[] => {
  const { user, system } = process.cpuUsage()
  const build = labelText(['version', 'node'], [version, process.versions.node])
  const metric = (name: string, help: string, value: number | undefined): Family =>
    gaugeFamily(name, help, [['', value]])
  return [
    gaugeFamily('petstore_build_info', 'Always 1; the labels say what runs.', [[build, 1]]),
    metric('process_cpu_seconds_total', 'Processor time spent.', (user + system) / 1e6),
    metric('process_resident_memory_bytes', 'Memory in use.', facts.residentBytes),
    metric(
      'process_start_time_seconds',
      'When the process started, in Unix seconds.',
      facts.startedAt / 1_000,
    ),
    metric('process_open_fds', 'File descriptors open.', facts.openFiles),
    metric('process_max_fds', 'File descriptors that may be open.', openFileLimit()),
    metric('petstore_data_free_bytes', 'Space left where the databases lie.', facts.freeBytes),
  ]
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
