import { randomInt } from 'node:crypto'
import { header, tableLayout, wordBytes, wordsOf } from './layout.ts'
import { releaseHeldBy } from './spin-lock.ts'

/** How many addresses are counted at once. Beyond that, a new one replaces the least recently seen. */
const maxAddresses = 100_000

/**
 * How many keys are counted at once: more than can send requests to a service in a day. They would take 400 MB. Beyond
 * that, a new one replaces the least recently seen.
 */
const maxKeys = 2 ** 22

/** The counters' memory, as it passes between the threads of an environment. */
export type SharedCounts = {
  readonly keys: SharedArrayBuffer
  readonly addresses: SharedArrayBuffer
}

/**
 * The memory in which all threads of an environment count. The supervisor makes it, so that the counts outlive each
 * thread. It grows by about 100 bytes for each subject.
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
  static allocate(addresses = maxAddresses, keys = maxKeys): SharedCounts {
    return { keys: newTable(keys), addresses: newTable(addresses) }
  }

  /**
   * Releases the locks of a thread that has ended. Call it before another thread gets its number; until then the others
   * may have to wait.
   *
   * @returns whether it held any
   */
  releaseHeldBy(thread: number): boolean {
    const held = [this.shared.keys, this.shared.addresses].filter((table) =>
      releaseHeldBy(new Int32Array(table, 0, header.words), thread),
    )
    return held.length > 0
  }
}

const newTable = (limit: number): SharedArrayBuffer => {
  const layout = tableLayout(limit)
  // Address space is reserved for all slots, memory only for those in use.
  const shared = new SharedArrayBuffer(wordsOf(layout, 0) * wordBytes, {
    maxByteLength: wordsOf(layout, limit) * wordBytes,
  })
  const head = new Int32Array(shared, 0, header.words)
  head[header.limit] = limit
  head[header.secret] = randomInt(2 ** 32)
  head[header.secret + 1] = randomInt(2 ** 32)
  return shared
}
