import { Worker } from 'node:worker_threads'
import type { Config } from '../config/config.ts'
import { messageOf } from '../errors/message-of.ts'
import type { Environment } from '../keys/key-format.ts'
import { drainTimes } from './drain.ts'
import { MetricsMemory } from './metrics-memory.ts'
import type { ThreadCommand, ThreadData, ThreadReport } from './thread-messages.ts'

/** An environment that listens. */
export type Listening = {
  readonly environment: Environment
  readonly baseUrl: string
  /** The first key of a new staging store, in the clear. */
  readonly firstKey: string | undefined
}

/** How a thread came to its end. */
export type Ended = {
  /** Whether it had closed everything, as it was told. */
  readonly clean: boolean
  /** A sentence for the operator. */
  readonly reason: string
  /** What it failed with, if anything. */
  readonly error: unknown
}

/** Milliseconds for saving and closing after the last connection, until the thread is broken off. */
const closingTime = 5_000

/** The thread of one environment, seen from the process. */
export class EnvironmentThread {
  readonly #worker: Worker
  readonly environment: Environment
  /** What the thread counts. */
  readonly metrics = new MetricsMemory()
  /** Resolves once the environment listens; rejects with a message for the operator where it cannot. */
  readonly listening: Promise<Listening>
  /** Resolves when the thread ends, however it does. */
  readonly ended: Promise<Ended>

  constructor(config: Config, environment: Environment) {
    this.environment = environment
    const data: ThreadData = { config, environment, metrics: this.metrics.shared }
    const worker = new Worker(new URL('../environment-thread.ts', import.meta.url), {
      workerData: data,
      // What the thread runs takes nothing from standard input.
      stdin: false,
    })
    this.#worker = worker
    const ended = Promise.withResolvers<Ended>()
    this.ended = ended.promise
    this.listening = new Promise((resolve, reject) => {
      worker.once('message', (report: ThreadReport) => {
        if (report.kind === 'failed') reject(new Error(report.message))
        else resolve({ environment, baseUrl: report.baseUrl, firstKey: report.firstKey })
      })
      worker.once('error', (error) => {
        const message = messageOf(error)
        const reason = `The thread of ${environment} failed: ${message}`
        ended.resolve({ clean: false, reason, error })
        reject(new Error(message))
      })
      worker.once('exit', (code) => {
        const reason = `The thread of ${environment} ended with status ${code}.`
        ended.resolve({ clean: code === 0, reason, error: undefined })
        reject(new Error(`The thread of ${environment} ended before it listened.`))
      })
    })
  }

  setBaseUrls(baseUrls: Readonly<Record<Environment, string>>): void {
    this.#tell({ kind: 'base_urls', baseUrls })
  }

  /**
   * Ends the thread: cleanly, or, where that takes too long, whatever it is doing.
   *
   * @param grace milliseconds in which new connections are still taken
   */
  async stop(reason: string, grace: number): Promise<Ended> {
    this.#tell({ kind: 'stop', reason, grace })
    const longest = setTimeout(
      () => void this.#worker.terminate(),
      grace + drainTimes.all + closingTime,
    )
    const ended = await this.ended
    clearTimeout(longest)
    return ended
  }

  #tell(command: ThreadCommand): void {
    this.#worker.postMessage(command)
  }
}
