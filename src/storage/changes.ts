/** Cells of the shared memory. */
const cells = { version: 0, trouble: 1, tallies: 2, count: 4 } as const
const troubles = { none: 0, damaged: 1, unsettled: 2 } as const
const cellBytes = cells.count * Int32Array.BYTES_PER_ELEMENT

/** Device and inode of three files. */
const fileWords = 6

/**
 * What happened to a store, visible at once to every thread that uses it. It lies in shared memory and outlives each
 * thread.
 */
export class Changes {
  /** Pass this to another thread, which makes its own `Changes` of it. */
  readonly shared: SharedArrayBuffer
  /**
   * The files of the store: device and inode of each, or zeros. The first connection that opens the store writes them,
   * once.
   */
  readonly files: BigUint64Array
  readonly #cells: Int32Array

  constructor(
    shared = new SharedArrayBuffer(cellBytes + fileWords * BigUint64Array.BYTES_PER_ELEMENT),
  ) {
    this.shared = shared
    this.#cells = new Int32Array(shared, 0, cells.count)
    this.files = new BigUint64Array(shared, cellBytes, fileWords)
  }

  /** A number that differs after each change of any row. Only equality has a meaning. */
  get version(): number {
    return Atomics.load(this.#cells, cells.version)
  }

  /**
   * A number that differs after each change of any row, and after each save of tallies. Only equality has a meaning.
   */
  get moment(): number {
    return (this.version + Atomics.load(this.#cells, cells.tallies)) | 0
  }

  /** Says that tallies were saved, which no kept page shows: deprecated calls. Call it after others can read them. */
  noteTallies(): void {
    Atomics.add(this.#cells, cells.tallies, 1)
  }

  /**
   * Moves the version, and wakes whoever waits for that. Call it after a change is visible to all and before anybody is
   * told of it.
   */
  move(): void {
    Atomics.add(this.#cells, cells.version, 1)
    Atomics.notify(this.#cells, cells.version)
  }

  /**
   * Waits until the version has moved, in this thread or another one. Read the version first, then the data.
   *
   * @param version the one that the caller has seen
   * @param timeout milliseconds to wait at most
   */
  async moved(version: number, timeout: number): Promise<void> {
    // It does not keep the process alive, and the rest of the thread goes on.
    await Atomics.waitAsync(this.#cells, cells.version, version, timeout).value
  }

  /** Whether any connection saw damage in the store. */
  get damaged(): boolean {
    return Atomics.load(this.#cells, cells.trouble) === troubles.damaged
  }

  /** Damage is final: it lasts until another file replaces this one. */
  noteDamage(): void {
    Atomics.store(this.#cells, cells.trouble, troubles.damaged)
  }

  /** Whether the log may hold a transaction of which nobody knows whether the disk has it. */
  get unsettled(): boolean {
    return Atomics.load(this.#cells, cells.trouble) === troubles.unsettled
  }

  /** @param unsettled false once nothing of the transaction can come back */
  noteUnsettled(unsettled: boolean): void {
    const { none, unsettled: doubt } = troubles
    const [before, after] = unsettled ? [none, doubt] : [doubt, none]
    // Kept answers are of before the transaction, and may be wrong.
    if (Atomics.compareExchange(this.#cells, cells.trouble, before, after) === before) this.move()
  }
}
