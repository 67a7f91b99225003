import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Environment } from '../base/environments.ts'
import type { Observe } from '../base/observation.ts'
import type { Attempt } from './attempt.ts'
import type { Message } from './send.ts'

export type SenderData = {
  readonly environment: Environment
  /** Addresses that may be called although they are not public. */
  readonly webhookAllow: readonly string[]
  /** How many connections may be open while none is under way. */
  readonly maxIdle: number
}

/** Begins an attempt; without a message, breaks it off. */
export type SenderCommand = { readonly id: number; readonly message?: Message }

/** An attempt that ended. */
export type SenderReport = { readonly id: number; readonly attempt: Attempt }

/** Milliseconds until a failed thread is replaced. */
const replacedAfter = 1_000

/** One thread that sends messages, so that no receiver holds up the thread that answers. If it fails, it is replaced. */
export class SenderThread {
  readonly #data: SenderData
  readonly #observe: Observe
  readonly #closing = new AbortController()
  #thread: Worker | undefined
  /** While a thread that failed is to be replaced, messages wait for the next one. */
  #replacement: Promise<void> | undefined
  #lastId = 0
  /** What takes the outcome of each attempt under way. */
  readonly #underWay = new Map<number, (attempt: Attempt | undefined) => void>()

  constructor(data: SenderData, observe: Observe) {
    this.#data = data
    this.#observe = observe
  }

  /** Makes one attempt; undefined if it was broken off, or if the thread failed: nobody knows what became of it. */
  readonly send = async (message: Message, signal: AbortSignal): Promise<Attempt | undefined> => {
    await this.#replacement
    if (this.#closing.signal.aborted || signal.aborted) return undefined
    const { promise, resolve } = Promise.withResolvers<Attempt | undefined>()
    const id = (this.#lastId += 1)
    this.#underWay.set(id, resolve)
    const thread = (this.#thread ??= this.#start())
    thread.postMessage({ id, message } satisfies SenderCommand)
    const abort = (): void => {
      thread.postMessage({ id } satisfies SenderCommand)
      resolve(undefined)
    }
    signal.addEventListener('abort', abort, { once: true })
    const attempt = await promise
    signal.removeEventListener('abort', abort)
    this.#underWay.delete(id)
    return attempt
  }

  /** Ends the thread, whatever it is doing. */
  async close(): Promise<void> {
    this.#closing.abort()
    await this.#thread?.terminate()
  }

  #start(): Worker {
    const { environment } = this.#data
    let failure: unknown
    const thread = new Worker(new URL('../delivery-main.ts', import.meta.url), {
      workerData: this.#data,
      // It reads nothing from standard input.
      stdin: false,
      name: `${environment} sender`,
    })
    thread.on('message', ({ id, attempt }: SenderReport) => this.#underWay.get(id)?.(attempt))
    thread.once('error', (error) => void (failure = error))
    thread.once('exit', (status) => {
      this.#thread = undefined
      for (const settle of this.#underWay.values()) settle(undefined)
      if (this.#closing.signal.aborted) return
      const error =
        failure ?? new Error(`The thread that sends to webhooks ended with status ${status}.`)
      this.#observe({ kind: 'thread_failed', environment, error })
      this.#replacement = this.#replace()
    })
    return thread
  }

  async #replace(): Promise<void> {
    const { signal } = this.#closing
    await wait(replacedAfter, undefined, { ref: false, signal }).catch(() => undefined)
    if (signal.aborted) return
    this.#thread = this.#start()
    this.#observe({ kind: 'thread_replaced', environment: this.#data.environment })
  }
}
