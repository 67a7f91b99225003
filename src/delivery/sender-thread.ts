import { Worker } from 'node:worker_threads'
import type { Environment } from '../base/environments.ts'
import type { Observe } from '../base/observation.ts'
import type { Attempt } from './attempt.ts'
import type { Message } from './send.ts'

/** What the thread is started with. */
export type SenderData = {
  readonly environment: Environment
  /** Addresses that may be called although they are not public. */
  readonly webhookAllow: readonly string[]
  /** How many connections may be open while none is under way. */
  readonly maxIdle: number
}

/** A message to the thread: all of one turn of the event loop at once. */
export type SenderCommand = {
  readonly messages: ReadonlyArray<{ readonly id: number; readonly message: Message }>
  /** Attempts to break off. */
  readonly aborted: readonly number[]
}

/** A message from the thread: attempts that ended in one turn of its event loop. */
export type SenderReport = ReadonlyArray<{ readonly id: number; readonly attempt: Attempt }>

/** Milliseconds until a thread that failed is replaced: the first time, at most, and after how long a life it is the first time again. */
const delays = { first: 1_000, max: 60_000, healthy: 60_000 } as const

/**
 * One thread that sends messages, from the first message on. It gets all that an attempt needs and gives back what became
 * of it, so no receiver holds up the thread that answers requests. If it fails, another one takes its place.
 */
export class SenderThread {
  readonly #data: SenderData
  readonly #observe: Observe
  #thread: Worker | undefined
  #timer: NodeJS.Timeout | undefined
  #delay: number = delays.first
  #isClosed = false
  #lastId = 0
  /** What takes the outcome of each attempt under way. */
  readonly #open = new Map<number, (attempt: Attempt | undefined) => void>()
  #messages: Array<SenderCommand['messages'][number]> = []
  #aborted: number[] = []

  constructor(data: SenderData, observe: Observe) {
    this.#data = data
    this.#observe = observe
  }

  /**
   * Makes one attempt.
   *
   * @returns undefined if it was broken off, or if the thread failed: nobody knows what became of it
   */
  readonly send = async (message: Message, signal: AbortSignal): Promise<Attempt | undefined> => {
    if (this.#isClosed || signal.aborted) return undefined
    const { promise, resolve } = Promise.withResolvers<Attempt | undefined>()
    const id = (this.#lastId += 1)
    this.#open.set(id, resolve)
    this.#messages.push({ id, message })
    if (this.#messages.length === 1) setImmediate(() => this.#flush())
    const abort = (): void => {
      this.#aborted.push(id)
      if (this.#aborted.length === 1) setImmediate(() => this.#flush())
      this.#settle(id, undefined)
    }
    signal.addEventListener('abort', abort, { once: true })
    const attempt = await promise
    signal.removeEventListener('abort', abort)
    return attempt
  }

  /** Ends the thread, whatever it is doing. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await this.#thread?.terminate()
    for (const id of this.#open.keys()) this.#settle(id, undefined)
  }

  #settle(id: number, attempt: Attempt | undefined): void {
    this.#open.get(id)?.(attempt)
    this.#open.delete(id)
  }

  #flush(): void {
    // While a thread that failed is to be replaced, messages wait for the next one.
    if (this.#isClosed || this.#timer !== undefined) return
    if (this.#messages.length === 0 && this.#aborted.length === 0) return
    const thread = (this.#thread ??= this.#start())
    const command: SenderCommand = { messages: this.#messages, aborted: this.#aborted }
    this.#messages = []
    this.#aborted = []
    thread.postMessage(command)
  }

  #start(): Worker {
    const { environment } = this.#data
    const began = performance.now()
    let failure: unknown
    const thread = new Worker(new URL('../delivery-main.ts', import.meta.url), {
      workerData: this.#data,
      // It reads nothing from standard input.
      stdin: false,
      name: `${environment} sender`,
    })
    thread.on('message', (report: SenderReport) => {
      for (const { id, attempt } of report) this.#settle(id, attempt)
    })
    thread.once('error', (error) => {
      failure = error
    })
    thread.once('exit', (status) => {
      this.#thread = undefined
      if (this.#isClosed) return
      const error =
        failure ?? new Error(`The thread that sends to webhooks ended with status ${status}.`)
      this.#observe({ kind: 'thread_failed', environment, error })
      if (performance.now() - began > delays.healthy) this.#delay = delays.first
      this.#timer = setTimeout(() => this.#replace(), this.#delay)
      this.#timer.unref()
      this.#delay = Math.min(delays.max, 2 * this.#delay)
      const waiting = new Set(this.#messages.map(({ id }) => id))
      for (const id of this.#open.keys()) if (!waiting.has(id)) this.#settle(id, undefined)
    })
    return thread
  }

  #replace(): void {
    this.#timer = undefined
    const { environment } = this.#data
    this.#thread = this.#start()
    this.#observe({ kind: 'thread_replaced', environment })
    this.#flush()
  }
}
