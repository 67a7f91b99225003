import type { Metrics } from './metrics-families.ts'
import { type Family, type LabelText, presentGauges, slotBytes } from './metrics-layout.ts'

/**
 * Bytes for the metrics of one worker. The supervisor makes this memory without loading the operations; what they do not
 * need takes no memory of the machine.
 */
const room = 256 * 1_024

/** Makes the memory for the metrics of one worker. */
export const roomForMetrics = (): SharedArrayBuffer => new SharedArrayBuffer(room)

/** Resets the gauges of a worker that has ended. Its counters stay. */
export const forgetPresent = (shared: SharedArrayBuffer): void => {
  new Float64Array(shared, 0, presentGauges).fill(0)
}

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

  /** @throws RangeError if the metrics need more memory than that */
  constructor(metrics: Metrics, shared = roomForMetrics()) {
    const { layout } = metrics
    if (layout.bytes > shared.byteLength) {
      throw new RangeError(`The metrics need ${layout.bytes} bytes, and have ${shared.byteLength}.`)
    }
    this.metrics = metrics
    this.shared = shared
    this.cells = new Float64Array(shared, 0, layout.cellCount)
    this.#slots = new Uint8Array(shared, layout.slotsOffset)
  }

  /** Sets the labels of a family's slot. The text is ASCII, and short enough for a slot; an empty one frees it. */
  label({ slots }: Family, index: number, text: LabelText): void {
    if (slots === undefined || index >= slots.count) throw new RangeError('No such slot.')
    const start = (slots.first + index) * slotBytes
    this.#slots.set(Buffer.from(text, 'latin1').subarray(0, slotBytes - 1), start + 1)
    // The length comes last: until it is there, the slot is empty to the reader.
    Atomics.store(this.#slots, start, Math.min(text.length, slotBytes - 1))
  }

  /** The labels of each series of a family; undefined for a slot that is not in use. */
  labels({ series, slots }: Family): ReadonlyArray<LabelText | undefined> {
    if (slots === undefined) return series().labels
    return Array.from({ length: slots.count }, (_, index) => {
      const start = (slots.first + index) * slotBytes
      const length = Atomics.load(this.#slots, start)
      if (length === 0) return undefined
      return Buffer.from(this.#slots.slice(start + 1, start + 1 + length)).toString('latin1')
    })
  }
}
