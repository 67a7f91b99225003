import { readdir, statfs } from 'node:fs/promises'
import { openFileLimit } from '../core/file-limit.ts'
import { labelText } from './metrics-registry.ts'
import type { Sample } from './metrics-text.ts'

/**
 * Metrics of the process and its machine at this moment. Those that a system cannot tell are left out. Names that begin
 * with `process_` are those that Prometheus recommends to every client.
 */
export const processSamples = async (
  version: string,
  dataDir: string,
): Promise<readonly Sample[]> => {
  const cpu = process.cpuUsage()
  const [openFiles, free] = await Promise.all([
    readdir('/dev/fd').then((files) => files.length, nothing),
    statfs(dataDir).then(({ bavail, bsize }) => bavail * bsize, nothing),
  ])
  const samples = [
    gauge('petstore_build_info', 'Always 1; the labels say what runs.', 1, {
      version,
      node: process.versions.node,
    }),
    {
      ...gauge('process_cpu_seconds_total', 'Processor time spent.', (cpu.user + cpu.system) / 1e6),
      kind: 'counter' as const,
    },
    gauge('process_resident_memory_bytes', 'Memory in use.', residentBytes()),
    gauge(
      'process_start_time_seconds',
      'When the process started, in Unix seconds.',
      Math.round(performance.timeOrigin) / 1_000,
    ),
    gauge('process_open_fds', 'File descriptors open.', openFiles),
    gauge('process_max_fds', 'File descriptors that may be open.', openFileLimit()),
    gauge('petstore_data_free_bytes', 'Space left where the databases lie.', free),
  ]
  return samples.filter(({ series }) => series.length > 0)
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

const gauge = (
  name: string,
  help: string,
  value: number | undefined,
  labels: Readonly<Record<string, string>> = {},
): Sample => ({
  name,
  help,
  kind: 'gauge',
  series:
    value === undefined
      ? []
      : [{ labels: labelText(Object.keys(labels), Object.values(labels)), value }],
})
