import { addAbortListener } from 'node:events'
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
  /** Maximum number of open connections with which one is still kept open for a next message. */
  readonly maxIdle: number
}

/** Begins an attempt; without a message, aborts it. */
export type SenderCommand = { readonly id: number; readonly message?: Message }

/** An attempt that ended. */
export type SenderReport = { readonly id: number; readonly attempt: Attempt }

/** Milliseconds until a failed thread is replaced. */
const replacedAfter = 1_000

/** Sends messages in a separate thread, so that no receiver holds up the thread that answers. Replaces it if it fails. */
export const startSender = (data: SenderData, observe: Observe) => {
  const { environment } = data
  const closing = new AbortController()
  const { signal: closed } = closing
  let running: Worker | undefined
  /** Set while a failed thread is being replaced. Messages wait for the next thread. */
  let replacement: Promise<void> | undefined
  let lastId = 0
  /** Functions that receive the outcome of each attempt in progress, by its id. */
  const inFlight = new Map<number, (attempt: Attempt | undefined) => void>()

  const start = (): Worker => {
    let failure: unknown
    const thread = new Worker(new URL('../delivery-main.ts', import.meta.url), {
      workerData: data,
      stdin: false,
      name: `${environment} sender`,
    })
    thread.on('message', ({ id, attempt }: SenderReport) => inFlight.get(id)?.(attempt))
    thread.once('error', (error) => void (failure = error))
    thread.once('exit', (status) => {
      running = undefined
      for (const settle of inFlight.values()) settle(undefined)
      if (closed.aborted) return
      const error =
        failure ?? new Error(`The thread that sends to webhooks ended with status ${status}.`)
      observe({ kind: 'thread_failed', environment, error })
      replacement = replace()
    })
    return thread
  }
  const replace = async (): Promise<void> => {
    await wait(replacedAfter, undefined, { ref: false, signal: closed }).catch(() => undefined)
    if (closed.aborted) return
    running = start()
    observe({ kind: 'thread_replaced', environment })
  }

  return {
    /** Makes one attempt; undefined if it was aborted or the thread failed, so that its outcome is unknown. */
    send: async (message: Message, signal: AbortSignal): Promise<Attempt | undefined> => {
      await replacement
      if (closed.aborted || signal.aborted) return undefined
      const { promise, resolve } = Promise.withResolvers<Attempt | undefined>()
      const id = (lastId += 1)
      inFlight.set(id, resolve)
      const thread = (running ??= start())
      thread.postMessage({ id, message } satisfies SenderCommand)
      using _ = addAbortListener(signal, () => {
        thread.postMessage({ id } satisfies SenderCommand)
        resolve(undefined)
      })
      const attempt = await promise
      inFlight.delete(id)
      return attempt
    },
    /** Ends the thread, whatever it is doing. */
    close: async (): Promise<void> => {
      closing.abort()
      await running?.terminate()
    },
  }
}
