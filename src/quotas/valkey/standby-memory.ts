import { randomInt } from 'node:crypto'
import { CountersMemory, type SharedCounts } from '../shared/counters-memory.ts'

/** More threads than an environment can have. */
const maxThreads = 64

/** Cells of the shared memory, in words of 8 bytes. */
const cells = { node: 0, store: 1, nodes: 2, since: 3, down: 4, count: 4 + maxThreads } as const

/** The memory, as it passes between the threads of an environment. */
export type SharedStandby = { readonly own: SharedCounts; readonly cells: SharedArrayBuffer }

/** What the threads of a node know together of the engine that counts, and what they count without it. */
export class StandbyMemory {
  readonly shared: SharedStandby
  /** What this node let through alone, and the engine does not know yet. */
  readonly own: CountersMemory
  readonly #cells: BigInt64Array

  constructor(shared?: SharedStandby) {
    this.own = new CountersMemory(shared?.own)
    const bytes = cells.count * BigInt64Array.BYTES_PER_ELEMENT
    const memory = shared?.cells ?? new SharedArrayBuffer(bytes)
    this.shared = { own: this.own.shared, cells: memory }
    this.#cells = new BigInt64Array(memory)
    if (shared === undefined) this.#cells[cells.node] = BigInt(randomInt(1, 2 ** 47))
  }

  /** The id of this node. */
  get node(): string {
    return String(this.#cells[cells.node])
  }

  /** How many nodes live, with this one; 0 if the engine has never been reached. */
  get nodes(): number {
    return Number(Atomics.load(this.#cells, cells.nodes))
  }

  set nodes(count: number) {
    Atomics.store(this.#cells, cells.nodes, BigInt(count))
  }

  /**
   * Records the mark of the engine's data.
   *
   * @returns whether this call is the first to see that the engine has lost its data
   */
  noteStore(mark: number): boolean {
    const known = Atomics.load(this.#cells, cells.store)
    if (known === BigInt(mark)) return false
    const before = Atomics.compareExchange(this.#cells, cells.store, known, BigInt(mark))
    return before === known && known !== 0n
  }

  /**
   * Records whether a thread reaches the engine.
   *
   * @param now milliseconds
   * @returns whether this changed for the whole node, and for how many seconds the node had been down
   */
  noteDown(thread: number, isDown: boolean, now: number): { changed: boolean; seconds: number } {
    const wasDown = this.#downThreads > 0
    Atomics.store(this.#cells, cells.down + (thread % maxThreads), isDown ? 1n : 0n)
    const changed = wasDown !== this.#downThreads > 0
    if (changed && isDown) Atomics.store(this.#cells, cells.since, BigInt(Math.floor(now)))
    const since = Number(Atomics.load(this.#cells, cells.since))
    return { changed, seconds: Math.max(0, Math.round((now - since) / 1_000)) }
  }

  get #downThreads(): number {
    return this.#cells.subarray(cells.down).filter((cell) => cell !== 0n).length
  }
}
