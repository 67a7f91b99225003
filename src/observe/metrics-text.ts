/** The media type of Prometheus's text format, version 0.0.4. */
export const metricsContentType = 'text/plain; version=0.0.4; charset=utf-8'

export type Family = {
  readonly name: string
  readonly help: string
  readonly kind: 'counter' | 'gauge' | 'histogram'
  readonly lines: readonly string[]
}

/** Formats the answer to a scrape: all lines of a metric together, one environment after the other. */
export const metricsText = (families: readonly Family[]): string => {
  const text = [...Map.groupBy(families, ({ name }) => name)].flatMap(([name, same]) => [
    `# HELP ${name} ${same[0]?.help}`,
    `# TYPE ${name} ${same[0]?.kind}`,
    ...same.flatMap(({ lines }) => lines),
  ])
  return `${text.join('\n')}\n`
}

/** The values of a gauge, each with its labels as text; null or undefined if it is not known. */
export type GaugeValues = ReadonlyArray<readonly [labels: string, value: number | null | undefined]>

/** Makes a gauge from values read at the time of a scrape. If its name ends in `_total`, it is a counter kept elsewhere. */
export const gaugeFamily = (title: string, values: GaugeValues): Family => {
  const { name, help } = partsOf(title)
  const known = values.flatMap(([labels, value]) =>
    value === null || value === undefined ? [] : [line(name, labels, value)],
  )
  return { name, help, kind: name.endsWith('_total') ? 'counter' : 'gauge', lines: known }
}

/** @param title a name and its help, as in a line that begins with `# HELP` */
export const partsOf = (title: string) => {
  const at = title.indexOf(' ')
  return { name: title.slice(0, at), help: title.slice(at + 1) }
}

export const line = (name: string, labels: string, value: number): string =>
  labels === '' ? `${name} ${value}` : `${name}{${labels}} ${value}`

/** Formats labels for the text format, without those that are undefined. Values must not need escapes. */
export const labelText = (
  names: readonly string[],
  values: ReadonlyArray<string | undefined>,
): string =>
  names
    .flatMap((name, at) => (values[at] === undefined ? [] : [`${name}="${values[at]}"`]))
    .join(',')

export const isPlain = (value: string): boolean => /^[\w .:[\]-]{1,80}$/.test(value)
