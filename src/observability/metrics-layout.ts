/** The labels of a series, without the environment, as the text format writes them: `a="b",c="d"`. */
export type LabelText = string

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
  /** The labels of each series, if they are known beforehand. */
  readonly series: readonly LabelText[]
  /** If they are not: the first of the slots for labels, and how many slots there are. */
  readonly slots: { readonly first: number; readonly count: number } | undefined
  /** Series that are shown only once they have a value. */
  readonly hidden: ReadonlySet<LabelText>
  /** How the values of an environment's workers become one. */
  readonly join: Join
}

/** The sum, the least or the greatest of the workers' values. */
export type Join = 'sum' | 'least' | 'most'

type FamilyParts = Pick<Family, 'name' | 'help'> & {
  readonly join?: Join
  readonly series?: readonly LabelText[]
  readonly hidden?: ReadonlySet<LabelText>
  /** How many series a family has room for, if their labels are only known at run time. */
  readonly slots?: number
}

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

  #add(
    kind: Family['kind'],
    bounds: readonly number[],
    width: number,
    { name, help, series = [''], hidden = new Set(), slots, join = 'sum' }: FamilyParts,
  ): Family {
    const family: Family = {
      name,
      help,
      kind,
      offset: this.#cells,
      width,
      bounds,
      series: slots === undefined ? series : [],
      slots: slots === undefined ? undefined : { first: this.#slots, count: slots },
      hidden,
      join,
    }
    this.#cells += width * (slots ?? series.length)
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
