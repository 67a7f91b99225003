import { Worker } from 'node:worker_threads'
import type { Config } from '../config/config.ts'
import type { Environment } from '../keys/key-format.ts'
import type { ThreadCommand, ThreadData, ThreadReport } from './thread-messages.ts'

/** An environment that listens. */
export type Listening = {
  readonly environment: Environment
  readonly baseUrl: string
  /** The first key of a new staging store, in the clear. */
  readonly firstKey: string | undefined
}

/** The thread of one environment, seen from the process. */
export class EnvironmentThread {
  readonly #worker: Worker
  readonly #exited: Promise<void>
  /** Resolves once the environment listens; rejects with a message for the operator where it cannot. */
  readonly listening: Promise<Listening>
  /** Resolves, with the reason, when the thread ends. */
  readonly ended: Promise<string>

  constructor(config: Config, environment: Environment) {
    const data: ThreadData = { config, environment }
    const worker = new Worker(new URL('../environment-thread.ts', import.meta.url), {
      workerData: data,
      // What the thread runs takes nothing from standard input.
      stdin: false,
    })
    this.#worker = worker
    const ended = Promise.withResolvers<string>()
    this.ended = ended.promise
    this.#exited = ended.promise.then(() => undefined)
    this.listening = new Promise((resolve, reject) => {
      worker.once('message', (report: ThreadReport) => {
        if (report.kind === 'failed') reject(new Error(report.message))
        else resolve({ environment, baseUrl: report.baseUrl, firstKey: report.firstKey })
      })
      worker.once('error', (error) => {
        const message = error instanceof Error ? error.message : String(error)
        ended.resolve(`The thread of ${environment} failed: ${message}`)
        reject(new Error(message))
      })
      worker.once('exit', (code) => {
        ended.resolve(`The thread of ${environment} ended with status ${code}.`)
        reject(new Error(`The thread of ${environment} ended before it listened.`))
      })
    })
  }

  setBaseUrls(baseUrls: Readonly<Record<Environment, string>>): void {
    this.#tell({ kind: 'base_urls', baseUrls })
  }

  async stop(reason: string): Promise<void> {
    this.#tell({ kind: 'stop', reason })
    await this.#exited
  }

  #tell(command: ThreadCommand): void {
    this.#worker.postMessage(command)
  }
}
