import { type Family, labelText } from './metrics-layout.ts'
import type { MetricsMemory } from './metrics-memory.ts'

/**
 * The series of a family whose labels are only known at run time. Their number is bounded: the last slot, labelled
 * `other`, takes every series that finds no slot of its own.
 */
export class Slots {
  readonly #memory: MetricsMemory
  readonly #family: Family
  readonly #names: readonly string[]
  readonly #offsets = new Map<string, number>()
  readonly #last: number
  #used = 0

  /** @param names the names of the labels */
  constructor(memory: MetricsMemory, family: Family, names: readonly string[]) {
    this.#memory = memory
    this.#family = family
    this.#names = names
    this.#last = (family.slots?.count ?? 0) - 1
    this.#findTaken()
  }

  /** The first cell of the series with these label values, joined by slashes. */
  offset(values: string): number {
    return this.#offsets.get(values) ?? this.#take(values)
  }

  /** Finds the series that a predecessor of this worker began in the same memory. */
  #findTaken(): void {
    for (const [index, text] of this.#memory.labels(this.#family).entries()) {
      if (text === undefined || index === this.#last) continue
      const values = [...text.matchAll(/="([^"]*)"/g)].map(([, value]) => value)
      this.#offsets.set(values.join('/'), this.#family.offset + index * this.#family.width)
      this.#used = index + 1
    }
  }

  #take(values: string): number {
    const isNew = this.#used < this.#last && plainValues.test(values)
    const index = isNew ? this.#used : this.#last
    const parts = isNew ? values.split('/') : this.#names.map(() => 'other')
    const labels = Object.fromEntries(this.#names.map((name, at) => [name, parts[at] ?? '']))
    this.#memory.label(this.#family, index, labelText(labels))
    const offset = this.#family.offset + index * this.#family.width
    if (isNew) {
      this.#offsets.set(values, offset)
      this.#used += 1
    }
    return offset
  }
}

/** Label values that need no escape and fit into a slot. */
const plainValues = /^[\w .:[\]/-]{1,80}$/

/**
 * The series that a gauge has at present, like one for each standby. Those that are gone are not shown. One thread of an
 * environment sets them.
 */
export class PresentSlots {
  readonly #memory: MetricsMemory
  readonly #family: Family
  readonly #name: string

  /** @param name the name of the label */
  constructor(memory: MetricsMemory, family: Family, name: string) {
    this.#memory = memory
    this.#family = family
    this.#name = name
  }

  /** @param values by the value of the label; null for those that have none. Of too many the last are left out. */
  set(values: Iterable<readonly [label: string, value: number | null]>): void {
    const { offset, slots } = this.#family
    const count = slots?.count ?? 0
    const shown = [...values].flatMap(([label, value]) =>
      value !== null && plainValues.test(label) ? [{ label, value }] : [],
    )
    for (let index = 0; index < count; index += 1) {
      const series = shown[index]
      if (series !== undefined) this.#memory.cells[offset + index] = series.value
      const text = series === undefined ? '' : labelText({ [this.#name]: series.label })
      this.#memory.label(this.#family, index, text)
    }
  }
}
