import type { Server } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { MessageChannel, type MessagePort, Worker as Thread } from 'node:worker_threads'
import { messageOf } from '../base/errors/message-of.ts'
import type { Figures } from '../observe/service-metrics.ts'
import type { WorkerCommand, WorkerData, WorkerReport } from './messages.ts'

export type WorkerListening = Extract<WorkerReport, { readonly kind: 'listening' }>

export type Ended = {
  /** Whether it closed everything after the command to stop. */
  readonly clean: boolean
  readonly reason: string
  readonly error: unknown
  /** The queue that has its listening socket, if it left one. */
  readonly listener: MessagePort | undefined
}

/**
 * The heap of a worker, in MiB; one whose old objects need more than `old` ends alone, and is replaced.
 * V8 holds three spaces for new objects, which die with their request. A start in a small, growing space would be copied many times.
 */
const heap = { newBegins: 4, new: 12, newTraced: 48, old: 1_024 } as const

/** Holds a listening socket in a port's queue: no loop accepts there, so the system queues connections while a worker is replaced. */
const holdListener = (server: Server): MessagePort => {
  const { port1, port2 } = new MessageChannel()
  port1.postMessage(server, [server])
  return port2
}

/** Milliseconds for which figures are waited for. A worker that is busy for longer is shown as it last was. */
const figuresTimeout = 500

export class WorkerHandle {
  readonly #thread: Thread
  /** Resolves once it listens; rejects with a message for the operator if it cannot. */
  readonly listening: Promise<WorkerListening>
  /** Resolves when the thread has ended, for whatever reason, and everything of it is closed. */
  readonly ended: Promise<Ended>
  isServing = false
  #figures: PromiseWithResolvers<Figures> | undefined

  constructor(data: WorkerData) {
    const { environment, listener: inherited } = data
    setFlagsFromString(`--min-semi-space-size=${heap.newBegins}`)
    const young = data.config.traces === undefined ? heap.new : heap.newTraced
    const thread = new Thread(new URL('../thread-main.ts', import.meta.url), {
      workerData: data,
      transferList: inherited === undefined ? [] : [inherited],
      stdin: false,
      resourceLimits: { maxYoungGenerationSizeMb: young, maxOldGenerationSizeMb: heap.old },
      name: environment,
    })
    this.#thread = thread
    const listening = Promise.withResolvers<WorkerListening>()
    this.listening = listening.promise
    // Callers that await `listening` get the error. If there are none, that is no unhandled rejection.
    this.listening.catch(() => undefined)
    let listener: MessagePort | undefined
    let failure: { readonly error: unknown } | undefined
    thread.on('message', (report: WorkerReport) => {
      switch (report.kind) {
        case 'figures':
          this.#figures?.resolve(report.figures)
          this.#figures = undefined
          break
        case 'listening':
          this.isServing = true
          listening.resolve(report)
          break
        case 'listener':
          listener = holdListener(report.server)
          break
      }
    })
    thread.once('error', (error) => {
      failure = { error }
      listening.reject(new Error(messageOf(error)))
    })
    this.ended = new Promise((resolve) => {
      thread.once('exit', (status) => {
        this.isServing = false
        const what = failure ? `failed: ${messageOf(failure.error)}` : `ended with status ${status}`
        const reason = `The worker of ${environment} ${what}.`
        resolve({ clean: status === 0, reason, error: failure?.error, listener })
        listening.reject(new Error(`The worker of ${environment} ended before it listened.`))
      })
    })
  }

  send(command: WorkerCommand): void {
    this.#thread.postMessage(command)
  }

  /** Asks for its figures; undefined if it does not answer in time. */
  async figures(): Promise<Figures | undefined> {
    this.#figures ??= Promise.withResolvers()
    this.send({ kind: 'figures' })
    const timeout = wait(figuresTimeout, undefined, { ref: false })
    return await Promise.race([this.#figures.promise, timeout])
  }

  async terminate(): Promise<void> {
    await this.#thread.terminate()
  }
}
