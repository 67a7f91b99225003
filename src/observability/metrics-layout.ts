/** The labels of a series, without the environment, as the text format writes them: `a="b",c="d"`. */
export type LabelText = string

/** The series of a family that are known beforehand. */
export type KnownSeries = {
  readonly labels: readonly LabelText[]
  /** Series that are shown only once they have a value. */
  readonly hidden: ReadonlySet<LabelText>
}

/** One metric with its series, and the places of their values in shared memory. */
export type Family = {
  readonly name: string
  readonly help: string
  readonly kind: 'counter' | 'gauge' | 'histogram'
  /** The first cell of the first series; each series takes `width` cells. */
  readonly offset: number
  readonly width: number
  /**
   * The upper bounds of a histogram's buckets, ascending. Its cells are the counts of the buckets, the count beyond
   * them, and the sum.
   */
  readonly bounds: readonly number[]
  /** The series, if they are known beforehand. Only who shows the metrics needs them. */
  readonly series: () => KnownSeries
  /** If they are not: the first of the slots for labels, and how many slots there are. */
  readonly slots: { readonly first: number; readonly count: number } | undefined
  /** How the values of an environment's workers become one. */
  readonly join: Join
  /** A cell that is 0 if an environment does not have what this family tells of. The family is not shown for it then. */
  readonly sign: number | undefined
}

/** The sum, the least or the greatest of the workers' values. */
export type Join = 'sum' | 'least' | 'most'

type FamilyParts = Pick<Family, 'name' | 'help'> & {
  readonly join?: Join
  readonly series?: readonly LabelText[]
  readonly hidden?: ReadonlySet<LabelText>
  /** In place of the two: how many series there are, and what makes them when they are first shown. */
  readonly late?: { readonly count: number; readonly make: () => KnownSeries }
  /** How many series a family has room for, if their labels are only known at run time. */
  readonly slots?: number
  /** Shows the family only for environments in which this gauge, or the family itself, is not 0. */
  readonly only?: Family | 'itself'
}

/** How many cells of gauges tell of a thread as it is now. They are the first of all. */
export const presentGauges = 8

/** Bytes of a slot: one for the length, the others for the labels in ASCII. */
export const slotBytes = 128

/**
 * Lays metrics out in memory that threads share. Every thread builds the same layout from the same code, so a position
 * from one thread is valid in all.
 */
export class Layout {
  readonly families: Family[] = []
  #cells = 0
  #slots = 0

  counter(parts: FamilyParts): Family {
    return this.#add('counter', [], 1, parts)
  }

  gauge(parts: FamilyParts): Family {
    return this.#add('gauge', [], 1, parts)
  }

  /**
   * A gauge that is 0 for a thread that has ended.
   *
   * @throws RangeError if it is not among the first
   */
  presentGauge(parts: FamilyParts): Family {
    if (this.#cells >= presentGauges) throw new RangeError('The present gauges come first.')
    return this.gauge(parts)
  }

  histogram(bounds: readonly number[], parts: FamilyParts): Family {
    return this.#add('histogram', bounds, bounds.length + 2, parts)
  }

  /** Bytes of the whole memory: the cells, then the slots. */
  get bytes(): number {
    return this.slotsOffset + this.#slots * slotBytes
  }

  /** The place of the first slot, in bytes. */
  get slotsOffset(): number {
    return this.#cells * Float64Array.BYTES_PER_ELEMENT
  }

  get cellCount(): number {
    return this.#cells
  }

  #add(kind: Family['kind'], bounds: readonly number[], width: number, parts: FamilyParts): Family {
    const { name, help, series = [''], hidden = new Set(), late, slots, join = 'sum', only } = parts
    let known: KnownSeries | undefined
    const family: Family = {
      name,
      help,
      kind,
      offset: this.#cells,
      width,
      bounds,
      series: () => (known ??= late?.make() ?? { labels: series, hidden }),
      slots: slots === undefined ? undefined : { first: this.#slots, count: slots },
      join,
      sign: only === 'itself' ? this.#cells : only?.offset,
    }
    this.#cells += width * (slots ?? late?.count ?? series.length)
    this.#slots += slots ?? 0
    this.families.push(family)
    return family
  }
}

/** Labels as the text format writes them; the values must need no escape. */
export const labelText = (labels: Readonly<Record<string, string>>): LabelText =>
  Object.entries(labels)
    .map(([name, value]) => `${name}="${value}"`)
    .join(',')
