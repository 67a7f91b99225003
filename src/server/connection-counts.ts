import type { Server, Socket } from 'node:net'

/** How many connections each thread of an environment has open, and whether it listens, known to all of them. */
export class ConnectionCounts {
  readonly shared: SharedArrayBuffer
  readonly #open: Int32Array
  /** 1 for each thread that listens. */
  readonly #listening: Int32Array

  /** @param memory how many threads there are, or the memory that they share already */
  constructor(memory: number | SharedArrayBuffer) {
    this.shared =
      typeof memory === 'number'
        ? new SharedArrayBuffer(2 * memory * Int32Array.BYTES_PER_ELEMENT)
        : memory
    const half = this.shared.byteLength / 2
    this.#open = new Int32Array(this.shared, 0, half / Int32Array.BYTES_PER_ELEMENT)
    this.#listening = new Int32Array(this.shared, half)
  }

  add(thread: number, change: 1 | -1): void {
    Atomics.add(this.#open, thread, change)
  }

  /** How many are open on all threads but one. */
  onOthers(thread: number): number {
    let sum = 0
    for (let other = 0; other < this.#open.length; other += 1) {
      if (other !== thread) sum += Atomics.load(this.#open, other)
    }
    return sum
  }

  setListening(thread: number, listens: boolean): void {
    Atomics.store(this.#listening, thread, listens ? 1 : 0)
  }

  /** Whether any thread but one listens. */
  othersListen(thread: number): boolean {
    return this.#listening.some(
      (_, other) => other !== thread && Atomics.load(this.#listening, other) === 1,
    )
  }

  /** The thread has ended, and its connections and its listener with it. */
  forget(thread: number): void {
    Atomics.store(this.#open, thread, 0)
    Atomics.store(this.#listening, thread, 0)
  }
}

/**
 * Bounds the connections of a server together with those of the other threads. Two threads that take one at
 * the very same moment can both see the last place free, so that there may be one too many for each.
 */
export const shareConnectionLimit = (
  server: Server,
  counts: ConnectionCounts,
  thread: number,
  limit: number,
): void => {
  server.on('connection', (socket: Socket) => {
    counts.add(thread, 1)
    socket.once('close', () => counts.add(thread, -1))
  })
  // Node compares it with the connections of this server at each that comes.
  Object.defineProperty(server, 'maxConnections', {
    configurable: true,
    get: () => limit - counts.onOthers(thread),
  })
}
