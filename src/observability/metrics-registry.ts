import type { Environment } from '../core/environments.ts'

/** One metric of an environment, as the text format writes it. */
export type Family = {
  readonly name: string
  readonly help: string
  readonly kind: 'counter' | 'gauge' | 'histogram'
  /** A line for each value. */
  readonly lines: readonly string[]
}

type Parts = {
  readonly name: string
  readonly help: string
  /** The names of its labels. */
  readonly labels?: readonly string[]
  /** If the values of the labels come from outside: how many series there may be. The last is for all others. */
  readonly max?: number
  /** Whether the environment has what the metric tells of; it has by default. */
  readonly isShown?: () => boolean
}

/** The value of a series of a counter. */
export type Cell = { value: number }

/** Label values that need no escape. */
const plainValues = /^[\w .:[\]-]{1,80}$/

/** Most metrics have one label, and some are found with each call of the store. */
const keyOf = (values: readonly string[]): string =>
  values.length === 1 ? (values[0] ?? '') : values.join('/')

/** The series of a metric, by the values of their labels. */
class AllSeries<S> {
  readonly #parts: Parts
  readonly #make: () => S
  readonly #known = new Map<string, readonly [labels: string, series: S]>()

  constructor(parts: Parts, make: () => S) {
    this.#parts = parts
    this.#make = make
  }

  of(...values: readonly string[]): S {
    const known = this.#known.get(keyOf(values))
    return known === undefined ? this.#add(values) : known[1]
  }

  /** With the labels as text. */
  entries(): Iterable<readonly [labels: string, series: S]> {
    return this.#known.values()
  }

  #add(values: readonly string[]): S {
    const { labels = [], max = Infinity } = this.#parts
    const others = labels.map(() => 'other')
    const isOpen = max !== Infinity && values.join() !== others.join()
    if (
      isOpen &&
      (this.#known.size >= max - 1 || !values.every((value) => plainValues.test(value)))
    ) {
      return this.of(...others)
    }
    const series = this.#make()
    this.#known.set(keyOf(values), [labelText(labels, values), series])
    return series
  }
}

/** Labels as the text format writes them; the values must need no escape. */
export const labelText = (names: readonly string[], values: readonly string[]): string =>
  names
    .flatMap((name, at) => (values[at] === undefined ? [] : [`${name}="${values[at]}"`]))
    .join(',')

/** A series of a histogram. */
export class Buckets {
  /** The counts of the buckets, each without those below it, and last the count beyond all bounds. */
  readonly counts: number[]
  sum = 0
  readonly #bounds: readonly number[]

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
}

/** The present value of a gauge, or of each of its series by the value of its label; undefined if it is not known. */
type Present =
  | number
  | undefined
  | ReadonlyArray<readonly [label: string, value: number | null | undefined]>

/** The metrics of one environment. Each is shown in the order in which it was made. */
export class MetricsRegistry {
  readonly #prefix: string
  readonly #reads: Array<() => Family | undefined> = []

  constructor(environment: Environment) {
    this.#prefix = `environment="${environment}"`
  }

  counter(parts: Parts): AllSeries<Cell> {
    const all = new AllSeries<Cell>(parts, () => ({ value: 0 }))
    this.#show('counter', parts, () =>
      [...all.entries()].map(([labels, { value }]) => this.#line(parts.name, labels, value)),
    )
    return all
  }

  /** @param bounds the upper bounds of the buckets, ascending, in seconds */
  histogram(bounds: readonly number[], parts: Parts): AllSeries<Buckets> {
    const all = new AllSeries(parts, () => new Buckets(bounds))
    this.#show('histogram', parts, () =>
      [...all.entries()].flatMap(([labels, series]) =>
        this.#histogramLines(parts.name, labels, bounds, series),
      ),
    )
    return all
  }

  /** @param read the present value */
  gauge(parts: Parts, read: () => Present, kind: 'gauge' | 'counter' = 'gauge'): void {
    const [label = ''] = parts.labels ?? []
    this.#show(kind, parts, () => {
      const present = read()
      if (present === undefined) return []
      if (typeof present === 'number') return [this.#line(parts.name, '', present)]
      return present.flatMap(([name, value]) =>
        value === null || value === undefined || !plainValues.test(name)
          ? []
          : [this.#line(parts.name, labelText([label], [name]), value)],
      )
    })
  }

  read(): readonly Family[] {
    return this.#reads.flatMap((read) => read() ?? [])
  }

  #show(kind: Family['kind'], parts: Parts, lines: () => readonly string[]): void {
    const { name, help, isShown } = parts
    this.#reads.push(() =>
      isShown?.() === false ? undefined : { name, help, kind, lines: lines() },
    )
  }

  #line(name: string, labels: string, value: number): string {
    return `${name}{${this.#prefix}${labels === '' ? '' : `,${labels}`}} ${value}`
  }

  /** In the text the counts of buckets are cumulative. */
  #histogramLines(
    name: string,
    labels: string,
    bounds: readonly number[],
    { counts, sum }: Buckets,
  ): readonly string[] {
    const before = labels === '' ? '' : `${labels},`
    let total = 0
    const lines = [...bounds.map(String), '+Inf'].map((bound, at) => {
      total += counts[at] ?? 0
      return this.#line(`${name}_bucket`, `${before}le="${bound}"`, total)
    })
    return [
      ...lines,
      this.#line(`${name}_sum`, labels, sum),
      this.#line(`${name}_count`, labels, total),
    ]
  }
}
