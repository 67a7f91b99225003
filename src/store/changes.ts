/** State of a store that all its connections in this process share. */
export class Changes {
  /** Device and inode of three files, or zeros. The first connection writes them; a replacement worker receives them. */
  readonly files: BigUint64Array
  /** A version that differs after every change of a row. Versions can only be compared for equality. */
  version = 0
  /** How often another process was found to have changed rows. */
  others = 0
  /** `damaged`: a connection found damage. `unsettled`: the log may have a transaction that is not safely on disk. */
  trouble: 'none' | 'damaged' | 'unsettled' = 'none'
  readonly #waiting = new Set<() => void>()

  /** @param files the identities that the previous worker recorded */
  constructor(files: Iterable<bigint> = []) {
    this.files = new BigUint64Array(6)
    this.files.set([...files])
  }

  /** Changes the version and wakes its waiters. Call it after a change is visible and before it is acknowledged. */
  bumpVersion(): void {
    this.version += 1
    for (const wake of this.#waiting) wake()
  }

  /** Records a change by another process, and changes the version. Call it before anything else is read. */
  noteOthers(): void {
    this.others += 1
    this.bumpVersion()
  }

  /** Waits, for a number of milliseconds at most, until the version differs. Read the version first, then the data. */
  async moved(version: number, timeout: number): Promise<void> {
    if (version !== this.version) return
    await new Promise<void>((resolve) => {
      const wake = (): void => {
        clearTimeout(timer)
        this.#waiting.delete(wake)
        resolve()
      }
      const timer = setTimeout(wake, timeout).unref()
      this.#waiting.add(wake)
    })
  }

  /** Records damage, which lasts until another file replaces this one. */
  noteDamage(): void {
    this.trouble = 'damaged'
  }

  /** @param unsettled false once no part of the transaction can reappear */
  noteUnsettled(unsettled: boolean): void {
    if (this.trouble !== (unsettled ? 'none' : 'unsettled')) return
    this.trouble = unsettled ? 'unsettled' : 'none'
    // Cached answers date from before the transaction and may be wrong.
    this.bumpVersion()
  }
}
