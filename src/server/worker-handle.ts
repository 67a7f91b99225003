import { setTimeout as wait } from 'node:timers/promises'
import { existsSync, realpathSync } from 'node:fs'
import { basename } from 'node:path'
import { pathToFileURL } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { type MessagePort, Worker as Thread } from 'node:worker_threads'
import { messageOf } from '../base/errors/message-of.ts'
import type { Figures } from '../observe/service-metrics.ts'
import { protocol, type WorkerCommand, type WorkerData, type WorkerReport } from './messages.ts'

export type WorkerListening = Extract<WorkerReport, { readonly kind: 'listening' }>

export type Ended = {
  /** Whether it closed everything after a command to stop. */
  readonly clean: boolean
  readonly reason: string
  readonly error: unknown
  /** Holds its listening socket, if it left one. */
  readonly listener: MessagePort | undefined
}

/**
 * The heap of a worker, in MiB. If its old generation exceeds `old`, only that worker ends, and is replaced. V8 divides
 * the young generation into three spaces. When one is full, it copies the live objects: those of the start, and of
 * requests that wait for a commit.
 */
const heap = { newBegins: 4, new: 48, old: 1_024 } as const

/** Resolves the entry point of a thread anew: a symbolic link in the program's path may have changed since the start. */
const entryPoint = (): URL => {
  const own = new URL('../thread-main.ts', import.meta.url)
  const path = process.argv[1] ?? ''
  const program = existsSync(path) ? pathToFileURL(realpathSync(path)) : own
  if (!program.pathname.endsWith('/petstore.js')) return own
  return new URL(`../src/${basename(own.pathname)}`, program)
}

/** Milliseconds to wait for figures. If a worker is busy for longer, its last figures are shown. */
const figuresTimeout = 500

type Report<K extends WorkerReport['kind']> = Extract<WorkerReport, { readonly kind: K }>

/** The end of the message about a worker that was stopped, rather than failed, before it listened. */
export const endedEarly = 'ended before it listened.'

/** Starts a worker. If it fails, promises that wait for it reject with a message for the operator. */
export const startWorker = (data: WorkerData) => {
  const { environment } = data
  setFlagsFromString(`--min-semi-space-size=${heap.newBegins}`)
  const thread = new Thread(entryPoint(), {
    workerData: data,
    stdin: false,
    resourceLimits: {
      maxYoungGenerationSizeMb: heap.new,
      maxOldGenerationSizeMb: heap.old,
    },
    name: environment,
  })
  const awaited = new Map<WorkerReport['kind'], PromiseWithResolvers<WorkerReport>>()
  let [failure, listener]: [Error?, MessagePort?] = []
  const fail = (message: string): void => {
    failure ??= new Error(message)
    for (const { reject } of awaited.values()) reject(failure)
  }
  const next = <K extends WorkerReport['kind']>(kind: K): Promise<Report<K>> => {
    const report = awaited.getOrInsertComputed(kind, () => Promise.withResolvers())
    // Callers that await it get the error. Without any, it is not an unhandled rejection.
    report.promise.catch(() => undefined)
    if (failure !== undefined) report.reject(failure)
    // Only a report of this kind resolves it.
    return report.promise as Promise<Report<K>>
  }
  const ended = Promise.withResolvers<Ended>()
  thread.on('message', (report: WorkerReport) => {
    const { kind } = report
    if (kind === 'ready') {
      handle.version = report.version
      if (report.protocol !== protocol) {
        fail(`${report.version} cannot work in this process. Run: systemctl restart petstore.`)
        void thread.terminate()
      }
    } else if (kind === 'listening') handle.isServing = true
    else if (kind === 'handed_over') handle.isServing = false
    else if (kind === 'listener') ({ listener } = report)
    awaited.get(kind)?.resolve(report)
    awaited.delete(kind)
  })
  let error: unknown
  thread.once('error', (thrown) => fail(messageOf((error = thrown))))
  thread.once('exit', (status) => {
    handle.isServing = false
    const what = error ? `failed: ${messageOf(error)}` : `ended with status ${status}`
    const reason = `The worker of ${environment} ${what}.`
    ended.resolve({ clean: status === 0, reason, error, listener })
    fail(`The worker of ${environment} ${endedEarly}`)
  })
  const handle = {
    isServing: false,
    /** The version of its code; empty until it is ready. */
    version: '',
    /** Resolves once its code is loaded. */
    ready: next('ready'),
    /** Resolves when the thread has ended, for whatever reason, and all its resources are closed. */
    ended: ended.promise,
    send: (command: WorkerCommand): void => thread.postMessage(command),
    terminate: () => thread.terminate(),
    /** Waits for `work`, and terminates the thread if that takes longer than `time` milliseconds. */
    within: async <T>(time: number, work: Promise<T>): Promise<T> => {
      const timer = setTimeout(() => void thread.terminate(), time)
      return await work.finally(() => clearTimeout(timer))
    },
    profile: async (seconds: number): Promise<string> => {
      await using profiling = await thread.startCpuProfile()
      await wait(seconds * 1_000, undefined, { ref: false })
      return await profiling.stop()
    },
    heapSnapshot: () => thread.getHeapSnapshot(),
    /** Sends a command, transfers the port `moved`, and waits for a report. */
    ask: <K extends WorkerReport['kind']>(
      kind: K,
      command: WorkerCommand,
      moved?: MessagePort,
    ): Promise<Report<K>> => {
      thread.postMessage(command, moved ? [moved] : [])
      return next(kind)
    },
    /** Requests its figures; undefined if it does not answer in time. */
    figures: async (): Promise<Figures | undefined> => {
      const timeout = wait(figuresTimeout, undefined, { ref: false })
      const asked = handle.ask('figures', { kind: 'figures' }).catch(() => undefined)
      return (await Promise.race([asked, timeout]))?.figures
    },
  }
  return handle
}
