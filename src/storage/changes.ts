/** Cells of the shared memory. */
const cells = { version: 0, damaged: 1, count: 2 } as const
const cellBytes = cells.count * Int32Array.BYTES_PER_ELEMENT

/** Device and inode of three files. */
const fileWords = 6

/**
 * What happened to a store, known at once to every thread that has part in it: it lies in shared memory,
 * and outlives each of the threads.
 */
export class Changes {
  /** To be handed to another thread, which makes its own of it. */
  readonly shared: SharedArrayBuffer
  /** Which files the store consists of: device and inode of each, or zeros. Written once, by who opens it first. */
  readonly files: BigUint64Array
  readonly #cells: Int32Array

  constructor(
    shared = new SharedArrayBuffer(cellBytes + fileWords * BigUint64Array.BYTES_PER_ELEMENT),
  ) {
    this.shared = shared
    this.#cells = new Int32Array(shared, 0, cells.count)
    this.files = new BigUint64Array(shared, cellBytes, fileWords)
  }

  /** A number that is another after each change of any row. Only whether it is the same says anything. */
  get version(): number {
    return Atomics.load(this.#cells, cells.version)
  }

  /** Moves the version: after a change can be seen by all, and before anybody is told of it. */
  move(): void {
    Atomics.add(this.#cells, cells.version, 1)
  }

  /** Whether the store was seen to be damaged, by whichever connection. */
  get damaged(): boolean {
    return Atomics.load(this.#cells, cells.damaged) === 1
  }

  /** There is no way back: what is damaged stays so until another file takes its place. */
  noteDamage(): void {
    Atomics.store(this.#cells, cells.damaged, 1)
  }
}
