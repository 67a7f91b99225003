import { hash, randomBytes } from 'node:crypto'

/** Counters of each thread. Two addresses share one by chance about once in as many. */
const slots = 65_536

/** Bytes of the secret at the beginning of the memory. */
const secretBytes = 16

/** The connections of addresses, as one thread counts them. */
export type AddressCounts = {
  /**
   * Counts a connection, unless its address has as many as it may have.
   *
   * @param most how many an address may have open, on all threads together
   * @returns whether it was counted
   */
  enter(address: string, most: number): boolean
  /** Takes note that a connection that was counted is gone. */
  leave(address: string): void
}

/**
 * How many connections each network address has open, known to all threads of an environment. A counter belongs to all
 * addresses of one hash. The hash has a secret, so that nobody can choose an address that shares another's counter.
 */
export class AddressConnections {
  readonly shared: SharedArrayBuffer
  readonly #secret: string
  readonly #open: Int32Array
  readonly #threads: number

  /** @param memory how many threads there are, or the memory that they share already */
  constructor(memory: number | SharedArrayBuffer = 1) {
    if (typeof memory === 'number') {
      const counters = memory * slots * Int32Array.BYTES_PER_ELEMENT
      this.shared = new SharedArrayBuffer(secretBytes + counters)
      new Uint8Array(this.shared).set(randomBytes(secretBytes))
    } else {
      this.shared = memory
    }
    this.#secret = Buffer.from(this.shared, 0, secretBytes).toString('hex')
    this.#open = new Int32Array(this.shared, secretBytes)
    this.#threads = this.#open.length / slots
  }

  /**
   * What one thread counts. Two threads that take a connection at the very same moment can both see the last place free,
   * so that there may be one too many for each.
   */
  of(thread: number): AddressCounts {
    return {
      enter: (address, most) => this.#enter(thread, address, most),
      leave: (address) => {
        Atomics.sub(this.#open, thread * slots + this.#slotOf(address), 1)
      },
    }
  }

  #enter(thread: number, address: string, most: number): boolean {
    const slot = this.#slotOf(address)
    let open = 0
    for (let each = 0; each < this.#threads; each += 1) {
      open += Atomics.load(this.#open, each * slots + slot)
    }
    if (open >= most) return false
    Atomics.add(this.#open, thread * slots + slot, 1)
    return true
  }

  /** The thread has ended, and its connections with it. */
  forget(thread: number): void {
    this.#open.fill(0, thread * slots, (thread + 1) * slots)
  }

  #slotOf(address: string): number {
    return hash('sha256', this.#secret + address, 'buffer').readUInt16LE(0)
  }
}
