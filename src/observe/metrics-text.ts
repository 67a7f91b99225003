/** The media type of Prometheus's text format, version 0.0.4. */
export const metricsContentType = 'text/plain; version=0.0.4; charset=utf-8'

export type Family = {
  readonly name: string
  readonly help: string
  readonly kind: 'counter' | 'gauge' | 'histogram'
  readonly lines: readonly string[]
}

/** The whole answer to a scrape: all lines of a metric together, those of each environment in turn. */
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

/** A metric that is read when somebody asks. If its name ends in `_total`, it is a counter that something else keeps. */
export const gaugeFamily = (title: string, values: GaugeValues): Family => {
  const { name, help } = partsOf(title)
  const known = values.flatMap(([labels, value]) =>
    value === null || value === undefined ? [] : [line(name, labels, value)],
  )
  return { name, help, kind: name.endsWith('_total') ? 'counter' : 'gauge', lines: known }
}

/** @param title a name and its help, as in a line that begins with `# HELP` */
const partsOf = (title: string) => {
  const at = title.indexOf(' ')
  return { name: title.slice(0, at), help: title.slice(at + 1) }
}

const line = (name: string, labels: string, value: number): string =>
  labels === '' ? `${name} ${value}` : `${name}{${labels}} ${value}`

/** Labels as the text format writes them, without those that are undefined. The values must need no escape. */
export const labelText = (
  names: readonly string[],
  values: ReadonlyArray<string | undefined>,
): string =>
  names
    .flatMap((name, at) => (values[at] === undefined ? [] : [`${name}="${values[at]}"`]))
    .join(',')

export const isPlain = (value: string): boolean => /^[\w .:[\]-]{1,80}$/.test(value)

/** A series: of a counter, or of a histogram if it has buckets. */
export class Cell {
  /** The counts of the buckets, each without those below it, and last the count beyond all bounds: all that a counter has. */
  readonly counts: number[]
  readonly #bounds: readonly number[]
  #sum = 0

  constructor(bounds: readonly number[]) {
    this.#bounds = bounds
    this.counts = Array.from({ length: bounds.length + 1 }, () => 0)
  }

  add(amount: number): void {
    let at = 0
    while (at < this.#bounds.length && amount > (this.#bounds[at] ?? 0)) at += 1
    const isCounter = this.#bounds.length === 0
    this.counts[at] = (this.counts[at] ?? 0) + (isCounter ? amount : 1)
    if (!isCounter) this.#sum += amount
  }

  /** In the text the counts of buckets are cumulative. */
  lines(name: string, labels: string): readonly string[] {
    if (this.#bounds.length === 0) return [line(name, labels, this.counts[0] ?? 0)]
    let total = 0
    const buckets = [...this.#bounds.map(String), '+Inf'].map((bound, at) => {
      total += this.counts[at] ?? 0
      return line(`${name}_bucket`, `${labels},le="${bound}"`, total)
    })
    const sum = line(`${name}_sum`, labels, this.#sum)
    return [...buckets, sum, line(`${name}_count`, labels, total)]
  }
}

type SeriesParts = {
  readonly labels?: readonly string[]
  /** If the values of the labels come from outside: how many series there may be. The last is for all others. */
  readonly max?: number | undefined
  /** The upper bounds of the buckets of a histogram, ascending, in seconds. */
  readonly bounds?: readonly number[] | undefined
}

/** @param title as for `gaugeFamily` */
export const seriesOf = (title: string, parts: SeriesParts) => {
  const { name, help } = partsOf(title)
  const { labels = [], max = Infinity, bounds } = parts
  const cells = new Map<string, { readonly labels: string; readonly cell: Cell }>()

  const add = (key: string, values: readonly string[]): Cell => {
    const isOpen = max !== Infinity && values.some((value) => value !== 'other')
    if (isOpen && (cells.size >= max - 1 || !values.every(isPlain)))
      return of(...labels.map(() => 'other'))
    const cell = new Cell(bounds ?? [])
    cells.set(key, { labels: labelText(labels, values), cell })
    return cell
  }
  const of = (...values: readonly string[]): Cell => {
    // Most metrics have one label, and some are found with each call of the store.
    const key = values.length === 1 ? (values[0] ?? '') : values.join('/')
    return cells.get(key)?.cell ?? add(key, values)
  }
  return {
    of,
    /** @param common the labels that all series have, as text */
    read: (common: string): Family => ({
      name,
      help,
      kind: bounds === undefined ? 'counter' : 'histogram',
      lines: [...cells.values()].flatMap(({ labels: own, cell }) =>
        cell.lines(name, own === '' ? common : `${common},${own}`),
      ),
    }),
  }
}
