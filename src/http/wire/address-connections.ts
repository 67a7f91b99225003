import { hash, randomBytes } from 'node:crypto'

/** Counters for each worker. Two addresses share a counter with a probability of one in this number. */
const slots = 65_536

/** Bytes of the secret at the beginning of the memory. */
const secretBytes = 16

/** Counts the connections of addresses for one worker. */
export type AddressCounts = {
  /**
   * Counts a connection, unless its address has reached the bound.
   *
   * @param most how many an address may have open, on all workers together
   * @returns whether it was counted
   */
  enter(address: string, most: number): boolean
  /** Counts the end of a connection that `enter` counted. */
  leave(address: string): void
}

/**
 * How many connections each network address has open, visible to all workers of an environment. All addresses with the
 * same hash share a counter. The hash has a secret, so that nobody can choose an address that shares another's counter.
 */
export class AddressConnections {
  readonly shared: SharedArrayBuffer
  readonly #secret: string
  readonly #open: Int32Array
  readonly #threads: number

  /** @param memory how many workers there are, or the memory that they share already */
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
   * The counts of one worker. Two workers that accept at the same moment can both see the last free place. So each may
   * take one too many.
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

  /** Forgets the connections of a worker that has ended. */
  forget(thread: number): void {
    this.#open.fill(0, thread * slots, (thread + 1) * slots)
  }

  #slotOf(address: string): number {
    return hash('sha256', this.#secret + address, 'buffer').readUInt16LE(0)
  }
}
