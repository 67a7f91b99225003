import { setFlagsFromString } from 'node:v8'
import { type MessagePort, Worker as Thread } from 'node:worker_threads'
import { messageOf } from '../core/errors/message-of.ts'
import type { ThreadRole, WorkerCommand, WorkerData, WorkerReport } from './messages.ts'

/** What a worker reports once it listens. */
export type WorkerListening = Extract<WorkerReport, { readonly kind: 'listening' }>

/** How a worker, or the last of several, ended. */
export type Ended = {
  /** Whether it closed everything after it was told to stop. */
  readonly clean: boolean
  /** A sentence for the operator. */
  readonly reason: string
  /** The error that ended it, if any. */
  readonly error: unknown
}

/**
 * The room for new objects, in MiB. V8 holds three spaces for them. Objects of a request die when it is answered; more
 * room costs memory and saves no time. What a worker loads at its start stays: if the room began small and grew, V8
 * would copy it many times. Only a flag of V8 says how large it begins.
 */
const room = { begins: 4, most: 12 } as const

/** One worker, as its supervisor sees it. */
export class WorkerHandle {
  readonly #worker: Thread
  /** Resolves once it listens; rejects with a message for the operator if it cannot. */
  readonly listening: Promise<WorkerListening>
  /** Resolves when the thread has ended, for whatever reason, and everything of it is closed. */
  readonly ended: Promise<Ended>
  /** Whether it listens. */
  isServing = false

  /** Resolves once the store is known to have a webhook. Only the writer tells. */
  readonly hasWebhooks: Promise<void>

  constructor(data: WorkerData, role: ThreadRole = 'serves') {
    const { environment, thread } = data
    setFlagsFromString(`--min-semi-space-size=${room.begins}`)
    const worker = new Thread(new URL('../thread-main.ts', import.meta.url), {
      workerData: { ...data, role },
      // Workers read nothing from standard input.
      stdin: false,
      resourceLimits: { maxYoungGenerationSizeMb: room.most },
      name: `${environment} ${thread}`,
    })
    this.#worker = worker
    const listening = Promise.withResolvers<WorkerListening>()
    this.listening = listening.promise
    // Callers that await `listening` get the error. If there are none, that is no unhandled rejection.
    this.listening.catch(() => undefined)
    let failure: { readonly error: unknown } | undefined
    const webhooks = Promise.withResolvers<void>()
    this.hasWebhooks = webhooks.promise
    worker.on('message', (report: WorkerReport) => {
      if (report.kind === 'has_webhooks') {
        webhooks.resolve()
        return
      }
      this.isServing = report.kind === 'listening'
      if (report.kind === 'listening') {
        listening.resolve(report)
        return
      }
      // The worker ends in order; its report says why it could not listen.
      failure = { error: new Error(report.message) }
      listening.reject(failure.error)
    })
    worker.once('error', (error) => {
      failure = { error }
      listening.reject(new Error(messageOf(error)))
    })
    this.ended = new Promise((resolve) => {
      worker.once('exit', (status) => {
        this.isServing = false
        const what =
          failure === undefined
            ? `ended with status ${status}`
            : `failed: ${messageOf(failure.error)}`
        const reason = `A thread of ${environment} ${what}.`
        resolve({ clean: status === 0, reason, error: failure?.error })
        listening.reject(new Error(`A thread of ${environment} ended before it listened.`))
      })
    })
  }

  /** @param transfer the port in the command, if there is one; it passes to the worker */
  tell(command: WorkerCommand, ...transfer: readonly MessagePort[]): void {
    this.#worker.postMessage(command, transfer)
  }

  /** Ends the thread at once, whatever it is doing. */
  async terminate(): Promise<void> {
    await this.#worker.terminate()
  }
}
