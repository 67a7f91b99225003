import type { Environment } from '../keys/key-format.ts'
import { metricsLayout } from './metrics-families.ts'
import type { Family } from './metrics-layout.ts'
import type { MetricsMemory } from './metrics-memory.ts'

/** Metrics as Prometheus reads them: its text format, version 0.0.4. */
export const metricsContentType = 'text/plain; version=0.0.4; charset=utf-8'

/** A metric of the process or the machine, read when it is asked for. */
export type Sample = {
  readonly name: string
  readonly help: string
  readonly kind: 'counter' | 'gauge'
  readonly series: ReadonlyArray<{ readonly labels: string; readonly value: number }>
}

/** The whole answer to a scrape. */
export const metricsText = (
  memories: ReadonlyMap<Environment, MetricsMemory>,
  samples: readonly Sample[],
): string => {
  const lines: string[] = []
  for (const { name, help, kind, series } of samples) {
    lines.push(...head(name, help, kind))
    for (const { labels, value } of series) lines.push(line(name, labels, value))
  }
  for (const family of metricsLayout.families) {
    lines.push(...head(family.name, family.help, family.kind))
    for (const [environment, memory] of memories) addFamily(lines, family, environment, memory)
  }
  return `${lines.join('\n')}\n`
}

const head = (name: string, help: string, kind: string): readonly string[] => [
  `# HELP ${name} ${help}`,
  `# TYPE ${name} ${kind}`,
]

const addFamily = (
  lines: string[],
  family: Family,
  environment: Environment,
  memory: MetricsMemory,
): void => {
  const { name, kind, offset, width, hidden } = family
  for (const [index, text] of memory.labels(family).entries()) {
    if (text === undefined) continue
    const at = offset + index * width
    const labels = `environment="${environment}"${text === '' ? '' : `,${text}`}`
    if (kind === 'histogram') {
      addHistogram(lines, family, labels, memory.cells.subarray(at, at + width))
      continue
    }
    const value = memory.cells[at] ?? 0
    if (value !== 0 || !hidden.has(text)) lines.push(line(name, labels, value))
  }
}

/** Buckets are cumulative in the text, and each its own count in memory. */
const addHistogram = (
  lines: string[],
  { name, bounds }: Family,
  labels: string,
  cells: Float64Array,
): void => {
  let count = 0
  for (const [index, bound] of [...bounds, Infinity].entries()) {
    count += cells[index] ?? 0
    const shown = bound === Infinity ? '+Inf' : String(bound)
    lines.push(line(`${name}_bucket`, `${labels},le="${shown}"`, count))
  }
  lines.push(line(`${name}_sum`, labels, cells[bounds.length + 1] ?? 0))
  lines.push(line(`${name}_count`, labels, count))
}

const line = (name: string, labels: string, value: number): string =>
  labels === '' ? `${name} ${value}` : `${name}{${labels}} ${value}`
