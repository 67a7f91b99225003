/** What happened to a store: visible to every connection of this process that uses it. */
export class Changes {
  /** Device and inode of three files, or zeros; the first connection writes them, and a new worker gets them. */
  readonly files: BigUint64Array
  /** A number that differs after each change of any row. Only equality has a meaning. */
  version = 0
  /** How often others than this process were found to have changed rows. */
  others = 0
  /** `damaged`: a connection saw damage. `unsettled`: the log may hold a transaction that the disk may lack. */
  trouble: 'none' | 'damaged' | 'unsettled' = 'none'
  readonly #waiting = new Set<() => void>()

  /** @param files those of a predecessor */
  constructor(files: Iterable<bigint> = []) {
    this.files = new BigUint64Array(6)
    this.files.set([...files])
  }

  /** Moves the version and wakes who waits for that; call it once a change is visible, before it is acknowledged. */
  bumpVersion(): void {
    this.version += 1
    for (const wake of this.#waiting) wake()
  }

  /** Moves the version too; call it before anything else is read. */
  noteOthers(): void {
    this.others += 1
    this.bumpVersion()
  }

  /** Waits until the version differs, for some milliseconds at most. Read the version first, then the data. */
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

  /** Damage is final: it lasts until another file replaces this one. */
  noteDamage(): void {
    this.trouble = 'damaged'
  }

  /** @param unsettled false once nothing of the transaction can come back */
  noteUnsettled(unsettled: boolean): void {
    if (this.trouble !== (unsettled ? 'none' : 'unsettled')) return
    this.trouble = unsettled ? 'unsettled' : 'none'
    // Cached answers are from before the transaction, and may be wrong.
    this.bumpVersion()
  }
}
