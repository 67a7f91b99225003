import { type MessagePort, Worker as Thread } from 'node:worker_threads'
import { messageOf } from '../core/errors/message-of.ts'
import type { WorkerCommand, WorkerData, WorkerReport } from './messages.ts'

/** What a thread says of itself once it listens. */
export type WorkerListening = Extract<WorkerReport, { readonly kind: 'listening' }>

/** How a thread, or the last of several, came to its end. */
export type Ended = {
  /** Whether it had closed everything, as it was told. */
  readonly clean: boolean
  /** A sentence for the operator. */
  readonly reason: string
  /** What it failed with, if anything. */
  readonly error: unknown
}

/** One thread of an environment, seen from the process. */
export class WorkerHandle {
  readonly #worker: Thread
  /** Resolves once it listens; rejects with a message for the operator where it cannot. */
  readonly listening: Promise<WorkerListening>
  /** Resolves when the thread has ended, however it did, and everything of it is closed. */
  readonly ended: Promise<Ended>
  /** Whether it listens. */
  isServing = false

  constructor(data: WorkerData) {
    const { environment, thread } = data
    const worker = new Thread(new URL('../worker-main.ts', import.meta.url), {
      workerData: data,
      // What the thread runs takes nothing from standard input.
      stdin: false,
      // What a request makes is dead when it is answered. More room than this costs memory and saves no time.
      resourceLimits: { maxYoungGenerationSizeMb: 12 },
      name: `${environment} ${thread}`,
    })
    this.#worker = worker
    const listening = Promise.withResolvers<WorkerListening>()
    this.listening = listening.promise
    // Whoever waits for it is told; that nobody does is no fault.
    this.listening.catch(() => undefined)
    let failure: { readonly error: unknown } | undefined
    worker.once('message', (report: WorkerReport) => {
      this.isServing = report.kind === 'listening'
      if (report.kind === 'listening') {
        listening.resolve(report)
        return
      }
      // It ends in order; what kept it from serving is why.
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

  /** @param transfer a port in the command, which passes to the thread */
  tell(command: WorkerCommand, ...transfer: readonly MessagePort[]): void {
    this.#worker.postMessage(command, transfer)
  }

  /** Breaks it off, whatever it is doing. */
  async terminate(): Promise<void> {
    await this.#worker.terminate()
  }
}
