import type { Family } from './metrics-registry.ts'

/** The media type of Prometheus's text format, version 0.0.4. */
export const metricsContentType = 'text/plain; version=0.0.4; charset=utf-8'

/** A metric of the process or the machine, read at each scrape. */
export type Sample = {
  readonly name: string
  readonly help: string
  readonly kind: 'counter' | 'gauge'
  readonly series: ReadonlyArray<{ readonly labels: string; readonly value: number }>
}

/** The whole answer to a scrape: all lines of a metric together, those of each environment in turn. */
export const metricsText = (
  environments: ReadonlyArray<readonly Family[]>,
  samples: readonly Sample[],
): string => {
  const all = [...samples.map(familyOf), ...environments.flat()]
  const byName = Map.groupBy(all, ({ name }) => name)
  const text = [...byName].flatMap(([name, [first, ...others]]) => [
    `# HELP ${name} ${first?.help}`,
    `# TYPE ${name} ${first?.kind}`,
    ...(first?.lines ?? []),
    ...others.flatMap(({ lines }) => lines),
  ])
  return `${text.join('\n')}\n`
}

const familyOf = ({ name, help, kind, series }: Sample): Family => ({
  name,
  help,
  kind,
  lines: series.map(({ labels, value }) =>
    labels === '' ? `${name} ${value}` : `${name}{${labels}} ${value}`,
  ),
})
