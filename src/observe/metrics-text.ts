/** The media type of Prometheus's text format, version 0.0.4. */
export const metricsContentType = 'text/plain; version=0.0.4; charset=utf-8'

/** One metric as the text format writes it. */
export type Family = {
  readonly name: string
  readonly help: string
  readonly kind: 'counter' | 'gauge' | 'histogram'
  /** A line for each value. */
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
export const gaugeFamily = (name: string, help: string, values: GaugeValues): Family => ({
  name,
  help,
  kind: name.endsWith('_total') ? 'counter' : 'gauge',
  lines: values.flatMap(([labels, value]) =>
    value === null || value === undefined ? [] : [line(name, labels, value)],
  ),
})

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

/** Whether a value of a label needs no escape. */
export const isPlain = (value: string): boolean => /^[\w .:[\]-]{1,80}$/.test(value)

/** A series of a counter. */
export class Cell {
  value = 0

  add(amount: number): void {
    this.value += amount
  }

  lines(name: string, labels: string): readonly string[] {
    return [line(name, labels, this.value)]
  }
}

/** A series of a histogram. */
export class Buckets {
  /** The counts of the buckets, each without those below it, and last the count beyond all bounds. */
  readonly counts: number[]
  sum = 0
  readonly #bounds: readonly number[]

  /** @param bounds the upper bounds of the buckets, ascending, in seconds */
  constructor(bounds: readonly number[]) {
    this.#bounds = bounds
    this.counts = Array.from({ length: bounds.length + 1 }, () => 0)
  }

  add(seconds: number): void {
    let at = 0
    while (at < this.#bounds.length && seconds > (this.#bounds[at] ?? 0)) at += 1
    this.counts[at] = (this.counts[at] ?? 0) + 1
    this.sum += seconds
  }

  /** In the text the counts of buckets are cumulative. */
  lines(name: string, labels: string): readonly string[] {
    let total = 0
    const buckets = [...this.#bounds.map(String), '+Inf'].map((bound, at) => {
      total += this.counts[at] ?? 0
      return line(`${name}_bucket`, `${labels},le="${bound}"`, total)
    })
    return [...buckets, line(`${name}_sum`, labels, this.sum), line(`${name}_count`, labels, total)]
  }
}

export type SeriesParts = {
  readonly name: string
  readonly help: string
  readonly labels?: readonly string[]
  /** If the values of the labels come from outside: how many series there may be. The last is for all others. */
  readonly max?: number
}

/** All series of a metric that counts. */
export class Series<S extends Cell | Buckets> {
  readonly #parts: SeriesParts
  readonly #make: () => S
  readonly #cells = new Map<string, { readonly labels: string; readonly series: S }>()

  constructor(parts: SeriesParts, make: () => S) {
    this.#parts = parts
    this.#make = make
  }

  /** The series with these values of the labels. */
  of(...values: readonly string[]): S {
    // Most metrics have one label, and some are found with each call of the store.
    const key = values.length === 1 ? (values[0] ?? '') : values.join('/')
    return this.#cells.get(key)?.series ?? this.#add(key, values)
  }

  /** @param common the labels that all series have, as text */
  read(common: string): Family {
    const { name, help } = this.#parts
    const kind = name.endsWith('_total') ? 'counter' : 'histogram'
    const lines = [...this.#cells.values()].flatMap(({ labels, series }) =>
      series.lines(name, labels === '' ? common : `${common},${labels}`),
    )
    return { name, help, kind, lines }
  }

  #add(key: string, values: readonly string[]): S {
    const { labels = [], max = Infinity } = this.#parts
    const isOpen = max !== Infinity && values.some((value) => value !== 'other')
    if (isOpen && (this.#cells.size >= max - 1 || !values.every(isPlain))) {
      return this.of(...labels.map(() => 'other'))
    }
    const series = this.#make()
    this.#cells.set(key, { labels: labelText(labels, values), series })
    return series
  }
}

export const counter = (parts: SeriesParts): Series<Cell> => new Series(parts, () => new Cell())

/** @param bounds the upper bounds of the buckets, ascending, in seconds */
export const histogram = (bounds: readonly number[], parts: SeriesParts): Series<Buckets> =>
  new Series(parts, () => new Buckets(bounds))
