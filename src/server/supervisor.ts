import type { MessagePort } from 'node:worker_threads'
import type { AuditEntry } from '../base/audit.ts'
import type { Config } from '../base/config/config.ts'
import type { Environment } from '../base/environments.ts'
import type { Observe } from '../base/observation.ts'
import type { Figures, Supervised, WorkerState } from '../observe/service-metrics.ts'
import { dataFiles } from '../store/data-files.ts'
import { type ServiceLock, takeServiceLock } from '../store/sqlite/lock.ts'
import { drainTimes } from './drain.ts'
import type { WorkerSettings } from './messages.ts'
import { type Ended, WorkerHandle, type WorkerListening } from './worker-handle.ts'

export type Listening = Pick<WorkerListening, 'baseUrl' | 'firstKey'> & {
  readonly environment: Environment
}

/** Milliseconds that a worker has for saving and closing after its last connection, before it is terminated. */
const closingTime = 5_000

/** If a worker fails this many times within this many milliseconds, the supervisor does not replace it any more. */
const tooMany = { failures: 5, within: 10_000 } as const

/** Starts, replaces and ends the worker of one environment, and holds what outlives it: the lock of the data, and the port. */
export class Supervisor implements Supervised {
  readonly environment: Environment
  /** Resolves once the first worker listens; rejects with a message for the operator if it cannot. */
  readonly listening: Promise<Listening>
  readonly #ended = Promise.withResolvers<Ended>()
  /** Resolves when no worker is left, for whatever reason. */
  readonly ended = this.#ended.promise

  #replacedCount = 0
  #config: Config
  readonly #observe: Observe
  #worker: WorkerHandle
  #lock: ServiceLock | undefined
  #port: number
  #files: BigUint64Array | undefined
  #settings: WorkerSettings = {}
  #lastFigures: Figures | undefined
  #isStopping = false
  #failedAt: number[] = []

  constructor(config: Config, environment: Environment, observe: Observe) {
    this.#config = config
    this.#observe = observe
    this.environment = environment
    this.#port = config.ports[environment]
    this.#worker = this.#start()
    this.listening = this.#open()
  }

  /** The state of the worker, with the latest figures received if it does not answer. */
  async state(): Promise<WorkerState> {
    const figures = this.#worker.isServing ? await this.#worker.figures() : undefined
    this.#lastFigures = figures ?? this.#lastFigures
    const { isServing } = this.#worker
    return { isServing, replacedCount: this.#replacedCount, figures: this.#lastFigures }
  }

  configure({ config = this.#config, ...settings }: WorkerSettings, audit?: AuditEntry): void {
    this.#config = config
    this.#settings = { ...this.#settings, ...settings }
    this.#worker.send({ kind: 'settings', settings: { config, ...settings }, audit })
  }

  /** Stops the worker in order, or terminates it if that takes too long; `grace` is the milliseconds for which it takes new connections. */
  async stop(reason: string, grace: number): Promise<Ended> {
    this.#isStopping = true
    const worker = this.#worker
    worker.send({ kind: 'stop', reason, grace })
    const maxTime = grace + drainTimes.all + closingTime
    const timer = setTimeout(() => void worker.terminate(), maxTime)
    const end = await worker.ended
    clearTimeout(timer)
    this.#lock?.release()
    this.#ended.resolve(end)
    return await this.ended
  }

  async #open(): Promise<Listening> {
    const { environment } = this
    const { dataDir } = this.#config
    this.#lock = takeServiceLock(dataFiles(dataDir, environment).lock)
    if (this.#lock === undefined) {
      throw new Error(
        `Another petstore serves ${environment} from ${dataDir} already. Stop it, or set PETSTORE_DATA_DIR to another folder.`,
      )
    }
    const worker = this.#worker
    const { baseUrl, firstKey } = await this.#begin(worker)
    void this.#watch(worker)
    return { environment, baseUrl, firstKey }
  }

  #start(listener?: MessagePort): WorkerHandle {
    const { environment } = this
    return new WorkerHandle({ config: this.#config, environment, files: this.#files, listener })
  }

  async #begin(worker: WorkerHandle): Promise<WorkerListening> {
    worker.send({ kind: 'begin', port: this.#port })
    worker.send({ kind: 'settings', settings: this.#settings })
    const listening = await worker.listening
    this.#port = listening.port
    this.#files = listening.files
    return listening
  }

  /** Replaces a worker that ends without a command to stop. */
  async #watch(worker: WorkerHandle): Promise<void> {
    const end = await worker.ended
    if (this.#isStopping) return
    const { environment } = this
    const observe = this.#observe
    observe({ kind: 'thread_failed', environment, error: end.error ?? new Error(end.reason) })
    const now = performance.now()
    this.#failedAt = [...this.#failedAt.filter((at) => at > now - tooMany.within), now]
    if (this.#failedAt.length >= tooMany.failures) {
      end.listener?.close()
      this.#ended.resolve({ ...end, clean: false })
      return
    }
    const replacement = this.#start(end.listener)
    this.#worker = replacement
    void this.#watch(replacement)
    try {
      await this.#begin(replacement)
    } catch {
      // It has ended or is about to, and another replaces it.
      return
    }
    this.#replacedCount += 1
    observe({ kind: 'thread_replaced', environment })
  }
}
