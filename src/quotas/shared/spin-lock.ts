import { header } from './layout.ts'

/** Attempts before a thread that waits lets go of its processor: some microseconds. */
const spins = 200

/** Milliseconds of one sleep; the one who holds the lock may have lost its processor meanwhile. */
const sleep = 0.1

/** Milliseconds after which a lock is given up on: no section takes a thousandth of one. */
const patience = 5_000

/**
 * A lock between threads, for sections far shorter than a microsecond. It knows which thread holds it, so that
 * it can be taken from one that has ended.
 */
export class SpinLock {
  readonly #words: Int32Array
  readonly #mine: number

  /**
   * @param words begins with the header of a table
   * @param thread a number from 0 on that no other running thread has
   */
  constructor(words: Int32Array, thread: number) {
    this.#words = words
    this.#mine = thread + 1
  }

  /** @throws Error where another thread has held it for five seconds */
  take(): void {
    const holder = Atomics.compareExchange(this.#words, header.holder, 0, this.#mine)
    // A section of this very thread that could not even let go (its stack was full) is over.
    if (holder !== 0 && holder !== this.#mine) this.#wait()
  }

  release(): void {
    Atomics.store(this.#words, header.holder, 0)
  }

  #wait(): void {
    const words = this.#words
    const most = spins + patience / sleep
    for (let attempt = 0; attempt < most; attempt += 1) {
      if (Atomics.load(words, header.holder) === 0) {
        if (Atomics.compareExchange(words, header.holder, 0, this.#mine) === 0) return
      }
      if (attempt < spins) Atomics.pause()
      else Atomics.wait(words, header.rest, 0, sleep)
    }
    const thread = Atomics.load(words, header.holder) - 1
    throw new Error(`Thread ${thread} has not let go of the counters for ${patience} milliseconds.`)
  }

  /**
   * Lets go for a thread that has ended.
   *
   * @returns whether it held the lock
   */
  static releaseHeldBy(words: Int32Array, thread: number): boolean {
    return Atomics.compareExchange(words, header.holder, thread + 1, 0) === thread + 1
  }
}
