import { header } from './layout.ts'

/**
 * The lock of a table, between threads. Each table takes and releases its own; what is not as usual is here. The lock
 * names its holder, so that it can be released for a thread that has ended.
 */

/** Attempts before a waiting thread yields its processor: some microseconds. */
const spins = 200

/** Milliseconds of one sleep. The system may have paused the holder meanwhile. */
const sleep = 0.1

/** Milliseconds after which a thread gives up on the lock. No section takes a thousandth of that. */
const patience = 5_000

/**
 * The number by which a thread holds a lock.
 *
 * @param thread a number from 0 on that no other running thread has
 */
export const holderOf = (thread: number): number => thread + 1

/**
 * Waits until nobody holds a lock, and takes it.
 *
 * @param words begins with the header of a table
 * @param holder the number of this thread
 * @throws Error if others have held it for five seconds
 */
export const waitForLock = (words: Int32Array, holder: number): void => {
  const most = spins + patience / sleep
  for (let attempt = 0; attempt < most; attempt += 1) {
    if (Atomics.load(words, header.holder) === 0) {
      if (Atomics.compareExchange(words, header.holder, 0, holder) === 0) return
    }
    if (attempt < spins) Atomics.pause()
    else Atomics.wait(words, header.rest, 0, sleep)
  }
  const thread = Atomics.load(words, header.holder) - 1
  throw new Error(`Thread ${thread} has not let go of the counters for ${patience} milliseconds.`)
}

/**
 * Releases a lock for a thread that has ended.
 *
 * @param words begins with the header of a table
 * @returns whether the thread held it
 */
export const releaseHeldBy = (words: Int32Array, thread: number): boolean => {
  const holder = holderOf(thread)
  return Atomics.compareExchange(words, header.holder, holder, 0) === holder
}
