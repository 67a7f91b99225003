import { MessageChannel } from 'node:worker_threads'
import type { Config } from '../config/config.ts'
import type { BaseUrls, Environment } from '../core/environments.ts'
import { drainTimes } from './drain.ts'
import type { Observe } from '../core/observation.ts'
import type { SteadyClock } from '../core/steady-clock.ts'
import { forgetPresent } from '../observability/metrics-memory.ts'
import { dataFiles } from '../storage/data-files.ts'
import { type ServiceLock, takeServiceLock } from '../storage/sqlite/lock.ts'
import { type EnvironmentMemory, makeMemory, shareMemory } from './memory.ts'
import { writerNumber } from './messages.ts'
import { DeliveryThread } from './delivery-thread.ts'
import { type Ended, WorkerHandle } from './worker-handle.ts'

export type { Ended } from './worker-handle.ts'

/** An environment that listens. */
export type Listening = {
  readonly environment: Environment
  readonly baseUrl: string
  /** The first key of a new staging store, in plain text. */
  readonly firstKey: string | undefined
}

/**
 * Milliseconds that a worker has for saving and closing after its last connection, before it is terminated. The workers
 * that send their writes have less, so that the writer can still close in order.
 */
const closingTimes = { reader: 3_000, writer: 5_000 } as const

/** If this many workers fail within this many milliseconds, the supervisor replaces none any more. */
const tooMany = { failures: 5, within: 10_000 } as const

type EnvironmentParts = {
  readonly config: Config
  readonly environment: Environment
  /** How many workers the environment has; more than one only if threads can share a port. */
  readonly threads: number
  /** The time of all environments; a `ClockKeeper` keeps it. */
  readonly clock: SteadyClock
  readonly observe: Observe
}

/**
 * Supervises the workers of one environment: starts them, replaces those that fail, and ends them. It holds what
 * outlives a worker: the lock of the data, and the memory that the workers share.
 */
export class Supervisor {
  readonly environment: Environment
  readonly memory: EnvironmentMemory
  /** Resolves once the first worker listens; rejects with a message for the operator if it cannot. */
  readonly listening: Promise<Listening>
  /** Resolves when no worker is left, for whatever reason. */
  readonly ended: Promise<Ended>

  readonly #parts: EnvironmentParts
  readonly #threads: WorkerHandle[]
  /** The thread that delivers to webhooks, once there are any. */
  readonly #delivery: DeliveryThread
  readonly #settleEnded: (ended: Ended) => void
  #lock: ServiceLock | undefined
  #port = 0
  #baseUrls: BaseUrls | undefined
  #isWriterUp = false
  #isStopping = false
  #failedAt: number[] = []
  #replaced = 0

  constructor(parts: EnvironmentParts) {
    this.#parts = parts
    this.environment = parts.environment
    const countsOutside = parts.config.counters[parts.environment] !== 'memory'
    this.memory = makeMemory(parts.threads, parts.clock, countsOutside)
    const ended = Promise.withResolvers<Ended>()
    this.ended = ended.promise
    this.#settleEnded = ended.resolve
    const { config, environment, threads, observe } = parts
    const memory = shareMemory(this.memory)
    this.#delivery = new DeliveryThread({
      data: { config, environment, thread: threads, threads, isReplacement: false, memory },
      connect: (thread) => this.#connect(thread),
      forget: () => this.#forgetPresent(threads),
      observe,
    })
    this.#threads = [this.#start(writerNumber, false)]
    this.listening = this.#open()
  }

  /** How many workers listen at present. */
  get threadCount(): number {
    return this.#threads.filter(({ isServing }) => isServing).length
  }

  /** How many workers were replaced. */
  get replacedCount(): number {
    return this.#replaced
  }

  /**
   * Starts the other workers. Call it once the first worker of every environment listens. So the first answer does not
   * wait for the last worker.
   */
  async addThreads(): Promise<void> {
    const { environment, threads, observe } = this.#parts
    if (this.#isStopping || threads === 1) return
    const others = Array.from({ length: threads - 1 }, (_, index) => writerNumber + 1 + index)
    await Promise.all(others.map((number) => this.#put(number, false)))
    if (this.#isStopping) return
    observe({ kind: 'threads_listening', environment, threads: this.threadCount })
  }

  setBaseUrls(baseUrls: BaseUrls): void {
    this.#baseUrls = baseUrls
    for (const thread of this.#threads) thread.tell({ kind: 'base_urls', baseUrls })
  }

  /**
   * Stops all workers in order. Terminates those that take too long.
   *
   * @param grace milliseconds for which new connections are still taken
   */
  async stop(reason: string, grace: number): Promise<Ended> {
    this.#isStopping = true
    const deliveryEnded = this.#delivery.stop(reason, grace)
    const ends = await Promise.all(
      this.#threads.map(async (thread, number) => {
        thread.tell({ kind: 'stop', reason, grace })
        const closing = number === writerNumber ? closingTimes.writer : closingTimes.reader
        const longest = setTimeout(() => void thread.terminate(), grace + drainTimes.all + closing)
        const end = await thread.ended
        clearTimeout(longest)
        return end
      }),
    )
    await deliveryEnded
    this.#lock?.release()
    const end = ends.find(({ clean }) => !clean) ?? ends[writerNumber]
    this.#settleEnded(end ?? { clean: true, reason, error: undefined })
    return await this.ended
  }

  /** The writer opens the store: nothing else touches its file before the file was checked. */
  async #open(): Promise<Listening> {
    const { config, environment } = this.#parts
    this.#lock = takeServiceLock(dataFiles(config.dataDir, environment).lock)
    if (this.#lock === undefined) {
      throw new Error(
        `Another petstore serves ${environment} from ${config.dataDir} already. Stop it, or set PETSTORE_DATA_DIR to another folder.`,
      )
    }
    const [first] = this.#threads
    if (first === undefined) throw new RangeError('An environment has at least one thread.')
    first.tell({ kind: 'begin', port: config.ports[environment] })
    const { port, baseUrl, firstKey } = await first.listening
    this.#port = port
    this.#isWriterUp = true
    void this.#watch(writerNumber, first)
    void this.#deliverFor(first)
    return { environment, baseUrl, firstKey }
  }

  #start(thread: number, isReplacement: boolean): WorkerHandle {
    const { config, environment, threads } = this.#parts
    const memory = shareMemory(this.memory)
    return new WorkerHandle({ config, environment, thread, threads, isReplacement, memory })
  }

  #forgetPresent(thread: number): void {
    const metrics = this.memory.metrics[thread]
    if (metrics !== undefined) forgetPresent(metrics)
  }

  /** Starts the thread that delivers, once the writer has seen a webhook. */
  async #deliverFor(writer: WorkerHandle): Promise<void> {
    await writer.hasWebhooks
    this.#delivery.start()
  }

  /** Connects a worker to the writer, which performs its writes. */
  #connect(reader: WorkerHandle): void {
    const { port1, port2 } = new MessageChannel()
    this.#threads[writerNumber]?.tell({ kind: 'reader', port: port1 }, port1)
    reader.tell({ kind: 'writer', port: port2 }, port2)
  }

  /** Replaces a worker that ends without having been told to. */
  async #watch(number: number, thread: WorkerHandle): Promise<void> {
    const end = await thread.ended
    this.memory.counters.releaseHeldBy(number)
    this.memory.standby?.own.releaseHeldBy(number)
    if (this.#isStopping) return
    if (number === writerNumber) this.#isWriterUp = false
    this.memory.connections.forget(number)
    this.memory.addresses.forget(number)
    this.#forgetPresent(number)
    const { environment, observe } = this.#parts
    observe({
      kind: 'thread_failed',
      environment,
      thread: number,
      error: end.error ?? new Error(end.reason),
    })
    const now = performance.now()
    this.#failedAt = [...this.#failedAt.filter((at) => at > now - tooMany.within), now]
    if (this.#failedAt.length >= tooMany.failures) {
      this.#settleEnded({ ...end, clean: false })
      return
    }
    if (!(await this.#put(number, true))) return
    this.#replaced += 1
    observe({ kind: 'thread_replaced', environment, thread: number })
  }

  /**
   * Starts a worker beside the others.
   *
   * @returns whether it listens. If not, it has ended or is about to, and another replaces it.
   */
  async #put(number: number, isReplacement: boolean): Promise<boolean> {
    const thread = this.#start(number, isReplacement)
    this.#threads[number] = thread
    void this.#watch(number, thread)
    thread.tell({ kind: 'begin', port: this.#port })
    if (this.#baseUrls !== undefined) thread.tell({ kind: 'base_urls', baseUrls: this.#baseUrls })
    if (number !== writerNumber && this.#isWriterUp) this.#connect(thread)
    try {
      await thread.listening
    } catch {
      return false
    }
    if (number === writerNumber) {
      this.#isWriterUp = true
      for (const [other, reader] of this.#threads.entries()) {
        if (other !== writerNumber) this.#connect(reader)
      }
      this.#delivery.reconnect()
      void this.#deliverFor(thread)
    }
    return true
  }
}
