import { MessageChannel } from 'node:worker_threads'
import type { Config } from '../config/config.ts'
import type { BaseUrls, Environment } from '../core/environments.ts'
import { drainTimes } from './drain.ts'
import type { Observe } from '../core/observation.ts'
import type { SteadyClock } from '../core/steady-clock.ts'
import { dataFiles } from '../storage/data-files.ts'
import { type ServiceLock, takeServiceLock } from '../storage/sqlite/lock.ts'
import { type EnvironmentMemory, makeMemory, shareMemory } from './memory.ts'
import { writerNumber } from './messages.ts'
import { type Ended, WorkerHandle } from './worker-handle.ts'

export type { Ended } from './worker-handle.ts'

/** An environment that listens. */
export type Listening = {
  readonly environment: Environment
  readonly baseUrl: string
  /** The first key of a new staging store, in the clear. */
  readonly firstKey: string | undefined
}

/**
 * Milliseconds for saving and closing after the last connection, until a thread is broken off: first those
 * that hand their writes over, so that the one that writes can still close in order.
 */
const closingTimes = { reader: 3_000, writer: 5_000 } as const

/** So many threads that fail within so many milliseconds, and no more are put in their places. */
const tooMany = { failures: 5, within: 10_000 } as const

type EnvironmentParts = {
  readonly config: Config
  readonly environment: Environment
  /** How many threads serve it; more than one only where they can share a port. */
  readonly threads: number
  /** The time of all environments; somebody keeps it. */
  readonly clock: SteadyClock
  readonly observe: Observe
}

/**
 * The threads of one environment: starts them, puts another in the place of each that fails, and ends them.
 * What outlives a thread is held here: the lock of the data, and the memory that the threads share.
 */
export class Supervisor {
  readonly environment: Environment
  readonly memory: EnvironmentMemory
  /** Resolves once the first thread listens; rejects with a message for the operator where it cannot. */
  readonly listening: Promise<Listening>
  /** Resolves when the environment is served no more, however that came. */
  readonly ended: Promise<Ended>

  readonly #parts: EnvironmentParts
  readonly #threads: WorkerHandle[]
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
    this.memory = makeMemory(parts.threads, parts.clock)
    const ended = Promise.withResolvers<Ended>()
    this.ended = ended.promise
    this.#settleEnded = ended.resolve
    this.#threads = [this.#start(writerNumber, false)]
    this.listening = this.#open()
  }

  /** How many threads serve it at present. */
  get threadCount(): number {
    return this.#threads.filter(({ isServing }) => isServing).length
  }

  /** How many threads were put in the place of one that failed. */
  get replacedCount(): number {
    return this.#replaced
  }

  /**
   * Starts the threads beside the first. It is done once that one listens in every environment: the first
   * answer does not wait for the last thread.
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
   * Ends all threads: cleanly, or, where that takes too long, whatever they are doing.
   *
   * @param grace milliseconds in which new connections are still taken
   */
  async stop(reason: string, grace: number): Promise<Ended> {
    this.#isStopping = true
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
    this.#lock?.release()
    const end = ends.find(({ clean }) => !clean) ?? ends[writerNumber]
    this.#settleEnded(end ?? { clean: true, reason, error: undefined })
    return await this.ended
  }

  /** The one that writes opens the store: nothing else touches its file before it was looked through. */
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
    return { environment, baseUrl, firstKey }
  }

  #start(thread: number, isReplacement: boolean): WorkerHandle {
    const { config, environment, threads } = this.#parts
    const memory = shareMemory(this.memory)
    return new WorkerHandle({ config, environment, thread, threads, isReplacement, memory })
  }

  /** Lets a thread hand its writes to the one that writes. */
  #connect(reader: WorkerHandle): void {
    const { port1, port2 } = new MessageChannel()
    this.#threads[writerNumber]?.tell({ kind: 'reader', port: port1 }, port1)
    reader.tell({ kind: 'writer', port: port2 }, port2)
  }

  /** Puts another thread in the place of one that ends unasked. */
  async #watch(number: number, thread: WorkerHandle): Promise<void> {
    const end = await thread.ended
    this.memory.counters.releaseHeldBy(number)
    if (this.#isStopping) return
    if (number === writerNumber) this.#isWriterUp = false
    this.memory.connections.forget(number)
    this.memory.addresses.forget(number)
    this.memory.metrics[number]?.forgetPresent()
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
   * Starts a thread that is to serve beside the others.
   *
   * @returns whether it does; where not, it has ended, or will now, and another takes its place
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
    }
    return true
  }
}
