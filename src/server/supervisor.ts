import { MessageChannel, type MessagePort } from 'node:worker_threads'
import type { AuditEntry } from '../base/audit.ts'
import type { Config, Env } from '../base/config/config.ts'
import { messageOf } from '../base/errors/message-of.ts'
import type { Environment } from '../base/environments.ts'
import type { Observe } from '../base/observation.ts'
import type { Figures, Supervised, WorkerState } from '../observe/service-metrics.ts'
import { dataFiles } from '../store/data-files.ts'
import { type ServiceLock, takeServiceLock } from '../store/sqlite/lock.ts'
import type { Asker } from './control.ts'
import { drainTimes } from './drain.ts'
import type { WorkerSettings } from './messages.ts'
import {
  type Ended,
  startWorker,
  type WorkerHandle,
  type WorkerListening,
} from './worker-handle.ts'

export type Listening = Pick<WorkerListening, 'baseUrl' | 'firstKey'> & {
  readonly environment: Environment
}

/** Milliseconds that a worker has for saving and closing after its last connection, and for a hand-over, before it is terminated. */
const maxTimes = { closing: 5_000, handOver: 30_000 } as const

/** If a worker fails this many times within this many milliseconds, the supervisor does not replace it any more. */
const tooMany = { failures: 5, within: 10_000 } as const

export type Supervisor = ReturnType<typeof supervise>
export type Restarted = Awaited<ReturnType<Supervisor['restart']>> & { readonly supervisor: string }

/** Starts, replaces and ends the worker of one environment, and holds what outlives it: the lock of the data, and the port. */
export const supervise = (config: Config, env: Env, environment: Environment, observe: Observe) => {
  const ended = Promise.withResolvers<Ended>()
  let lock: ServiceLock | undefined
  let port = config.ports[environment]
  let settings: WorkerSettings = { env }
  let files: BigUint64Array | undefined
  /** What the next worker gets: the listening socket of its predecessor. */
  let listener: MessagePort | undefined
  let restarting: Promise<unknown> = Promise.resolve()
  let [replacedCount, isStopping] = [0, false]
  let lastFigures: Figures | undefined
  let failedAt: number[] = []

  const start = () => startWorker({ ...settings, environment }, config.traces !== undefined)
  let worker = start()

  const begin = async (begun: WorkerHandle): Promise<WorkerListening> => {
    await begun.ready
    const listening = begun.begin({ port, files, listener })
    listener = undefined
    begun.send({ kind: 'settings', settings })
    ;({ port, files } = await listening)
    return await listening
  }
  /** Replaces a worker that ends without a command to stop. */
  const watch = async (watched: WorkerHandle): Promise<void> => {
    const end = await watched.ended
    if (isStopping || watched !== worker) return
    listener = end.listener ?? listener
    observe({ kind: 'thread_failed', environment, error: end.error ?? new Error(end.reason) })
    const now = performance.now()
    failedAt = [...failedAt.filter((at) => at > now - tooMany.within), now]
    if (failedAt.length >= tooMany.failures) {
      listener?.close()
      ended.resolve({ ...end, clean: false })
      return
    }
    const replacement = (worker = start())
    void watch(replacement)
    try {
      await begin(replacement)
    } catch {
      // It has ended or is about to, and another replaces it.
      return
    }
    replacedCount += 1
    observe({ kind: 'thread_replaced', environment })
  }
  const open = async (): Promise<Listening> => {
    lock = takeServiceLock(dataFiles(config.dataDir, environment).lock)
    if (lock === undefined) {
      throw new Error(
        `Another petstore serves ${environment} from ${config.dataDir} already. Stop it, or set PETSTORE_DATA_DIR to another folder.`,
      )
    }
    const first = worker
    const { baseUrl, firstKey } = await begin(first)
    void watch(first)
    return { environment, baseUrl, firstKey }
  }
  const configure = (changed: Partial<WorkerSettings>, audit?: AuditEntry): void => {
    settings = { ...settings, ...changed }
    worker.send({ kind: 'settings', settings, audit })
  }
  const restart = async (asker: Asker) => {
    const before = worker
    // Its code is loaded while the other one serves.
    const next = start()
    await next.ready
    worker = next
    const { port1, port2 } = new MessageChannel()
    const timer = setTimeout(() => void before.terminate(), maxTimes.handOver)
    const left = await before.handOver(port1)
    clearTimeout(timer)
    listener = left ? port2 : ((await before.ended).listener ?? port2)
    // Whoever opens the store next may make its log anew.
    if (left) files = files?.slice(0, 2)
    // There is no other to go back to: it is replaced if it fails.
    else void watch(next)
    try {
      await begin(next)
    } catch (error) {
      if (left === undefined) throw error
      listener = (await next.ended).listener
      worker = before
      await begin(before)
      throw new Error(`${messageOf(error)} ${before.version} serves on.`, { cause: error })
    }
    if (left) void watch(next)
    before.send({ kind: 'end' })
    const at = Date.now()
    const versions = { before: before.version, after: next.version }
    const milliseconds = at - (left?.at ?? at)
    const audit = { ...asker, at, action: 'service.restarted', target: next.version }
    configure({}, { ...audit, detail: `from ${before.version}` })
    observe({ kind: 'restarted', environment, ...versions, milliseconds })
    return { environment, ...versions, milliseconds }
  }
  return {
    environment,
    /** Resolves once the first worker listens; rejects with a message for the operator if it cannot. */
    listening: open(),
    /** Resolves when no worker is left, for whatever reason. */
    ended: ended.promise,
    /** The state of the worker, with the latest figures received if it does not answer. */
    state: async (): Promise<WorkerState> => {
      lastFigures = (worker.isServing ? await worker.figures() : undefined) ?? lastFigures
      const { isServing, version } = worker
      return { isServing, version, replacedCount, figures: lastFigures }
    },
    profile: (seconds: number) => worker.profile(seconds),
    heapSnapshot: () => worker.heapSnapshot(),
    configure,
    /** Puts a worker of the code on disk in the place of the one that serves. Rejects with a message for the operator; then that serves on. */
    restart: async (asker: Asker) => {
      const restarted = restarting.then(() => restart(asker))
      restarting = restarted.catch(() => undefined)
      return await restarted
    },
    /** Stops the worker in order, or terminates it if that takes too long; `grace` is the milliseconds for which it takes new connections. */
    stop: async (reason: string, grace: number): Promise<Ended> => {
      await restarting
      isStopping = true
      worker.send({ kind: 'stop', reason, grace })
      const maxTime = grace + drainTimes.all + maxTimes.closing
      const timer = setTimeout(() => void worker.terminate(), maxTime)
      const end = await worker.ended
      clearTimeout(timer)
      lock?.release()
      ended.resolve(end)
      return await ended.promise
    },
  } satisfies Supervised & Record<string, unknown>
}
