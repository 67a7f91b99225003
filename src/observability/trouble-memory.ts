import { type UnavailableReason, unavailableReasons } from '../core/errors/storage-errors.ts'
import { monotonic } from '../core/clock.ts'

/** Words of the memory. */
const words = { reasons: 0, failed: 1 } as const
const wordBytes = 2 * Int32Array.BYTES_PER_ELEMENT

/** What is wrong with the store of an environment, visible to all of its workers at once. */
export class TroubleMemory {
  readonly shared: SharedArrayBuffer
  /** One bit for each reason; and whether anything failed since the last `takeFailed`. */
  readonly #words: Int32Array
  /** When the trouble began, in milliseconds of `monotonic`. */
  readonly #since: Float64Array

  constructor(shared = new SharedArrayBuffer(wordBytes + Float64Array.BYTES_PER_ELEMENT)) {
    this.shared = shared
    this.#words = new Int32Array(shared, 0, 2)
    this.#since = new Float64Array(shared, wordBytes, 1)
  }

  /**
   * Records a failure.
   *
   * @returns whether it is the first with this reason
   */
  note(reason: UnavailableReason): boolean {
    const bit = 1 << unavailableReasons.indexOf(reason)
    Atomics.store(this.#words, words.failed, 1)
    const before = Atomics.or(this.#words, words.reasons, bit)
    if (before === 0) this.#since[0] = monotonic()
    return (before & bit) === 0
  }

  get reasons(): readonly UnavailableReason[] {
    const bits = Atomics.load(this.#words, words.reasons)
    return bits === 0 ? [] : unavailableReasons.filter((_, index) => (bits & (1 << index)) !== 0)
  }

  /** Milliseconds since the first failure. */
  get milliseconds(): number {
    return monotonic() - (this.#since[0] ?? 0)
  }

  /** Whether anything failed since the last call. */
  takeFailed(): boolean {
    return Atomics.exchange(this.#words, words.failed, 0) === 1
  }

  /** Forgets the trouble, which is over. */
  clear(): void {
    Atomics.store(this.#words, words.reasons, 0)
  }
}
