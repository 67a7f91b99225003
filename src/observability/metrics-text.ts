import type { Environment } from '../core/environments.ts'
import type { Family, Join, LabelText } from './metrics-layout.ts'
import type { MetricsMemory } from './metrics-memory.ts'

/** The media type of Prometheus's text format, version 0.0.4. */
export const metricsContentType = 'text/plain; version=0.0.4; charset=utf-8'

/** A metric of the process or the machine, read at each scrape. */
export type Sample = {
  readonly name: string
  readonly help: string
  readonly kind: 'counter' | 'gauge'
  readonly series: ReadonlyArray<{ readonly labels: string; readonly value: number }>
}

/** The whole answer to a scrape; `memories` has one entry for each worker of an environment. */
export const metricsText = (
  memories: ReadonlyMap<Environment, readonly MetricsMemory[]>,
  samples: readonly Sample[],
): string => {
  const lines: string[] = []
  for (const { name, help, kind, series } of samples) {
    lines.push(...head(name, help, kind))
    for (const { labels, value } of series) lines.push(line(name, labels, value))
  }
  const [[first] = []] = memories.values()
  for (const family of first?.metrics.layout.families ?? []) {
    const shown = [...memories].filter(([, threads]) => isShown(family, threads))
    if (shown.length === 0) continue
    lines.push(...head(family.name, family.help, family.kind))
    for (const [environment, threads] of shown) addFamily(lines, family, environment, threads)
  }
  return `${lines.join('\n')}\n`
}

/** Whether an environment has what a family tells of. */
const isShown = ({ sign }: Family, memories: readonly MetricsMemory[]): boolean =>
  sign === undefined || memories.some(({ cells }) => cells[sign] !== 0)

const head = (name: string, help: string, kind: string): readonly string[] => [
  `# HELP ${name} ${help}`,
  `# TYPE ${name} ${kind}`,
]

const addFamily = (
  lines: string[],
  family: Family,
  environment: Environment,
  memories: readonly MetricsMemory[],
): void => {
  const { name, kind } = family
  const { hidden } = family.series()
  for (const [text, cells] of joined(family, memories)) {
    const labels = `environment="${environment}"${text === '' ? '' : `,${text}`}`
    if (kind === 'histogram') {
      addHistogram(lines, family, labels, cells)
      continue
    }
    const [value = 0] = cells
    // NaN stands for a value that is not known now.
    if (!Number.isNaN(value) && (value !== 0 || !hidden.has(text)))
      lines.push(line(name, labels, value))
  }
}

/**
 * The cells of each series of a family, joined over all workers. If labels are set at run time, workers may have
 * different series.
 */
const joined = (
  family: Family,
  memories: readonly MetricsMemory[],
): ReadonlyMap<LabelText, Float64Array> => {
  const { offset, width, join } = family
  const all = new Map<LabelText, Float64Array>()
  const begun = memories.filter(
    ({ cells, metrics: { families } }) => cells[families.heartbeat.offset] !== 0,
  )
  // The least of all is that of a thread that has begun: the cells of any other are still 0.
  for (const memory of join === 'least' && begun.length > 0 ? begun : memories) {
    for (const [index, text] of memory.labels(family).entries()) {
      if (text === undefined) continue
      const at = offset + index * width
      const cells = memory.cells.subarray(at, at + width)
      const before = all.get(text)
      if (before === undefined) all.set(text, cells.slice())
      else
        for (const [cell, value] of cells.entries())
          before[cell] = joins[join](before[cell] ?? 0, value)
    }
  }
  return all
}

const joins: Readonly<Record<Join, (one: number, other: number) => number>> = {
  sum: (one, other) => one + other,
  least: Math.min,
  most: Math.max,
}

/** In the text buckets are cumulative; in memory each has its own count. */
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
