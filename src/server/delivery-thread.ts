import type { Observe } from '../core/observation.ts'
import type { WorkerData } from './messages.ts'
import { WorkerHandle } from './worker-handle.ts'

/** Milliseconds until a thread that failed is replaced: the first time, at most, and after how long a life it is the first time again. */
const delays = { first: 1_000, most: 60_000, healthy: 60_000 } as const

/** Milliseconds beyond the grace that the thread has to end before it is terminated. */
const closingTime = 8_000

type DeliveryParts = {
  readonly data: WorkerData
  /** Connects a thread to the writer, which performs its writes. */
  readonly connect: (thread: WorkerHandle) => void
  /** Forgets the present values in the metrics of a thread that has ended. */
  readonly forget: () => void
  readonly observe: Observe
}

/** Keeps one thread that delivers to webhooks, from the time that there are any. Requests do not need it: if it fails, they go on. */
export class DeliveryThread {
  readonly #parts: DeliveryParts
  #thread: WorkerHandle | undefined
  #timer: NodeJS.Timeout | undefined
  #delay: number = delays.first
  #isStopping = false

  constructor(parts: DeliveryParts) {
    this.#parts = parts
  }

  /** Starts the thread, unless it was started. */
  start(): void {
    if (this.#thread === undefined && this.#timer === undefined && !this.#isStopping) this.#put()
  }

  /** Connects the thread to a writer that took the place of another. */
  reconnect(): void {
    if (this.#thread !== undefined) this.#parts.connect(this.#thread)
  }

  /**
   * Ends the thread in order. Terminates it if that takes too long.
   *
   * @param grace milliseconds for which it goes on as before
   */
  async stop(reason: string, grace: number): Promise<void> {
    this.#isStopping = true
    clearTimeout(this.#timer)
    const thread = this.#thread
    if (thread === undefined) return
    thread.tell({ kind: 'stop', reason, grace })
    const longest = setTimeout(() => void thread.terminate(), grace + closingTime)
    await thread.ended
    clearTimeout(longest)
  }

  #put(): void {
    const { data, connect } = this.#parts
    const thread = new WorkerHandle(data, 'delivers')
    this.#thread = thread
    connect(thread)
    void this.#watch(thread)
  }

  async #watch(thread: WorkerHandle): Promise<void> {
    const { data, forget, observe } = this.#parts
    const began = performance.now()
    const { error, reason } = await thread.ended
    this.#thread = undefined
    forget()
    if (this.#isStopping) return
    const { environment, thread: number } = data
    observe({
      kind: 'thread_failed',
      environment,
      thread: number,
      error: error ?? new Error(reason),
    })
    if (performance.now() - began > delays.healthy) this.#delay = delays.first
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.#put()
      observe({ kind: 'thread_replaced', environment, thread: number })
    }, this.#delay)
    this.#timer.unref()
    this.#delay = Math.min(delays.most, 2 * this.#delay)
  }
}
