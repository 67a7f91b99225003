import { randomInt } from 'node:crypto'
import { header, tableLayout, wordBytes, wordsOf } from './layout.ts'
import { SpinLock } from './spin-lock.ts'

/** How many addresses are counted at once. The one unseen for longest makes room for a new one. */
export const mostAddresses = 100_000

/**
 * How many keys are counted at once: more than a service can be asked with in a day. They would take
 * 400 MB; then the one unseen for longest makes room.
 */
export const mostKeys = 2 ** 22

/** What the threads of an environment pass to each other of its counters. */
export type SharedCounts = {
  readonly keys: SharedArrayBuffer
  readonly addresses: SharedArrayBuffer
}

/**
 * The memory that all threads of an environment count in. Who starts them makes it, so that the counts
 * outlive each of them. It grows with the subjects that are counted, by about 100 bytes for each.
 */
export class CountersMemory {
  readonly shared: SharedCounts

  constructor(shared: SharedCounts = CountersMemory.allocate()) {
    this.shared = shared
  }

  /**
   * @param addresses how many there can be at once
   * @param keys how many there can be at once
   */
  static allocate(addresses = mostAddresses, keys = mostKeys): SharedCounts {
    return { keys: newTable(keys), addresses: newTable(addresses) }
  }

  /**
   * Lets go of what a thread held when it ended. To be called once it has ended, and before another is
   * given its number; until then the others may have to wait.
   *
   * @returns whether it held anything
   */
  releaseHeldBy(thread: number): boolean {
    const held = [this.shared.keys, this.shared.addresses].filter((table) =>
      SpinLock.releaseHeldBy(new Int32Array(table, 0, header.words), thread),
    )
    return held.length > 0
  }
}

const newTable = (limit: number): SharedArrayBuffer => {
  const layout = tableLayout(limit)
  // Address space is set aside for all slots, memory only for those in use.
  const shared = new SharedArrayBuffer(wordsOf(layout, 0) * wordBytes, {
    maxByteLength: wordsOf(layout, limit) * wordBytes,
  })
  const head = new Int32Array(shared, 0, header.words)
  head[header.limit] = limit
  head[header.secret] = randomInt(2 ** 32)
  head[header.secret + 1] = randomInt(2 ** 32)
  return shared
}
