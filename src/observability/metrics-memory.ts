import type { Metrics } from './metrics-families.ts'
import { type Family, type LabelText, slotBytes } from './metrics-layout.ts'

/**
 * The values of the metrics of one worker, in memory that the worker writes and the main thread reads. They exchange no
 * messages, so the metrics of a stalled worker can still be read.
 *
 * A cell has one writer. Every processor that Node runs on writes an aligned double in one piece, so the reader needs
 * no lock. It may see one value of a histogram a little before another.
 */
export class MetricsMemory {
  readonly metrics: Metrics
  readonly shared: SharedArrayBuffer
  readonly cells: Float64Array
  readonly #slots: Uint8Array

  constructor(metrics: Metrics, shared = new SharedArrayBuffer(metrics.layout.bytes)) {
    const { layout } = metrics
    this.metrics = metrics
    this.shared = shared
    this.cells = new Float64Array(shared, 0, layout.cellCount)
    this.#slots = new Uint8Array(shared, layout.slotsOffset)
  }

  /** Sets the labels of a family's slot. The text is ASCII, and short enough for a slot. */
  label({ slots }: Family, index: number, text: LabelText): void {
    if (slots === undefined || index >= slots.count) throw new RangeError('No such slot.')
    const start = (slots.first + index) * slotBytes
    this.#slots.set(Buffer.from(text, 'latin1').subarray(0, slotBytes - 1), start + 1)
    // The length comes last: until it is there, the slot is empty to the reader.
    Atomics.store(this.#slots, start, Math.min(text.length, slotBytes - 1))
  }

  /** The labels of each series of a family; undefined for a slot that is not in use. */
  labels({ series, slots }: Family): ReadonlyArray<LabelText | undefined> {
    if (slots === undefined) return series
    return Array.from({ length: slots.count }, (_, index) => {
      const start = (slots.first + index) * slotBytes
      const length = Atomics.load(this.#slots, start)
      if (length === 0) return undefined
      return Buffer.from(this.#slots.slice(start + 1, start + 1 + length)).toString('latin1')
    })
  }

  /** Resets the gauges of a worker that has ended. Its counters stay. */
  forgetPresent(): void {
    const { families } = this.metrics
    const { connections, heap, deliveriesWaiting, deliveriesAge } = families
    for (const { offset } of [connections, heap, deliveriesWaiting, deliveriesAge]) {
      this.cells[offset] = 0
    }
  }
}
