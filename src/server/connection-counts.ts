import type { Server, Socket } from 'node:net'

/** How many connections each worker of an environment has open, and whether it listens. All workers see it. */
export class ConnectionCounts {
  readonly shared: SharedArrayBuffer
  readonly #open: Int32Array
  /** 1 for each worker that listens. */
  readonly #listening: Int32Array

  /** @param memory how many workers there are, or the memory that they share already */
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

  /** How many connections the other workers have open. */
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

  /** Whether any other worker listens. */
  othersListen(thread: number): boolean {
    return this.#listening.some(
      (_, other) => other !== thread && Atomics.load(this.#listening, other) === 1,
    )
  }

  /** Forgets a worker that has ended, with its connections and its listener. */
  forget(thread: number): void {
    Atomics.store(this.#open, thread, 0)
    Atomics.store(this.#listening, thread, 0)
  }
}

/**
 * Bounds the connections of a server together with those of the other workers. Two workers that accept at the same
 * moment can both see the last free place. So each may take one too many.
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
  // At each new connection, Node compares this with the number of its own connections.
  Object.defineProperty(server, 'maxConnections', {
    configurable: true,
    get: () => limit - counts.onOthers(thread),
  })
}
