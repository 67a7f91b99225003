import { header } from './layout.ts'

/** Attempts before a waiting thread yields its processor: some microseconds. */
const spins = 200

/** Milliseconds of one sleep. The system may have paused the holder meanwhile. */
const sleep = 0.1

/** Milliseconds after which a thread gives up on the lock. No section takes a thousandth of that. */
const patience = 5_000

/**
 * A lock between threads, for sections far shorter than a microsecond. It records its holder, so that it can be
 * released for a thread that has ended.
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

  /** @throws Error if another thread has held it for five seconds */
  take(): void {
    const holder = Atomics.compareExchange(this.#words, header.holder, 0, this.#mine)
    // If this very thread holds it, its section failed so badly that it could not release it (its stack was full).
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
   * Releases the lock for a thread that has ended.
   *
   * @returns whether it held the lock
   */
  static releaseHeldBy(words: Int32Array, thread: number): boolean {
    return Atomics.compareExchange(words, header.holder, thread + 1, 0) === thread + 1
  }
}
