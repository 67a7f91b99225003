import { MessageChannel, type MessagePort } from 'node:worker_threads'
import type { AuditEntry } from '../base/audit.ts'
import type { Config, Env } from '../base/config/config.ts'
import { messageOf } from '../base/errors/message-of.ts'
import type { Environment } from '../base/environments.ts'
import type { Observe } from '../base/observation.ts'
import type { Figures, Supervised, WorkerState } from '../observe/service-metrics.ts'
import { dataFiles } from '../store/data-files.ts'
import { type ServiceLock, takeServiceLock } from '../store/sqlite/lock.ts'
import { drainTimes } from './drain.ts'
import type { WorkerSettings } from './messages.ts'
import { type Ended, startWorker, type WorkerListening } from './worker-handle.ts'

export type Listening = Pick<WorkerListening, 'baseUrl' | 'firstKey'> & {
  readonly environment: Environment
}

/** Milliseconds before a worker is terminated: to save and close after its last connection, and for a step of a restart. */
const maxTimes = { closing: 5_000, restart: 30_000 } as const

/** If workers fail this often within this many milliseconds, the supervisor stops replacing them. */
const tooMany = { failures: 5, within: 10_000 } as const

export type Supervisor = ReturnType<typeof supervise>
export type Restarted = Awaited<ReturnType<Supervisor['restart']>>

/** Starts, replaces and ends the worker of one environment, and holds what outlives it: the lock of the data, and the port. */
export const supervise = (config: Config, env: Env, environment: Environment, observe: Observe) => {
  const ended = Promise.withResolvers<Ended>()
  let lock: ServiceLock | undefined
  let port = config.ports[environment]
  let settings: WorkerSettings = { env }
  let files: BigUint64Array | undefined
  /** Holds the listening socket of the last worker for the next one. */
  let listener: MessagePort | undefined
  let restarting: Promise<unknown> = Promise.resolve()
  let [replacedCount, isStopping] = [0, false]
  let lastFigures: Figures | undefined
  let failedAt: number[] = []

  const start = () => startWorker({ ...settings, environment })
  let worker = start()

  /** Has the worker serve. From then on, another replaces it if it ends without a command to stop. */
  const begin = async (): Promise<WorkerListening> => {
    const begun = worker
    await begun.ready
    const listening = begun.ask('listening', { kind: 'begin', port, files, listener }, listener)
    listener = undefined
    begun.send({ kind: 'settings', settings })
    ;({ port, files } = await listening)
    void begun.ended.then((end) => (begun === worker ? replace(end) : undefined))
    return await listening
  }
  const replace = async (end: Ended): Promise<void> => {
    if (isStopping) return
    listener = end.listener ?? listener
    observe({ kind: 'thread_failed', environment, error: end.error ?? new Error(end.reason) })
    const now = performance.now()
    failedAt = [...failedAt.filter((at) => at > now - tooMany.within), now]
    if (failedAt.length >= tooMany.failures) {
      listener?.close()
      ended.resolve({ ...end, clean: false })
      return
    }
    worker = start()
    try {
      await begin()
      replacedCount += 1
      observe({ kind: 'thread_replaced', environment })
    } catch {
      await replace(await worker.ended)
    }
  }
  const open = async (): Promise<Listening> => {
    lock = takeServiceLock(dataFiles(config.dataDir, environment).lock)
    if (lock === undefined) {
      throw new Error(
        `Another petstore serves ${environment} from ${config.dataDir} already. Stop it, or set PETSTORE_DATA_DIR to another folder.`,
      )
    }
    const { baseUrl, firstKey } = await begin()
    return { environment, baseUrl, firstKey }
  }
  const configure = (changed: Partial<WorkerSettings>, audit?: AuditEntry): void => {
    settings = { ...settings, ...changed }
    worker.send({ kind: 'settings', settings, audit })
  }
  const restart = async (audit: AuditEntry) => {
    const next = start()
    let before = worker
    try {
      // The new worker loads its code while the old one serves.
      await next.within(
        maxTimes.restart,
        next.ready.then(() => worker.ready),
      )
      before = worker
      if (isStopping) throw new Error('The service stops.')
      const { port1, port2 } = new MessageChannel()
      listener = port2
      // If the old worker fails, its replacement gets this port.
      const { at } = await before.within(
        maxTimes.restart,
        before.ask('handed_over', { kind: 'hand_over', to: port1 }, port1),
      )
      worker = next
      // The next worker may create the store's log anew, so only the database file stays the same.
      files = files?.slice(0, 2)
      await begin()
      before.send({ kind: 'stop', reason: '', grace: 0 })
      const versions = { before: before.version, after: next.version }
      const [target, detail] = [next.version, `from ${before.version}`]
      configure({}, { ...audit, at: Date.now(), target, detail })
      const restarted = { environment, ...versions, milliseconds: Date.now() - at }
      observe({ kind: 'restarted', ...restarted })
      return restarted
    } catch (error) {
      if (worker !== next) {
        void next.terminate()
        throw error
      }
      listener = (await next.ended).listener
      worker = before
      await begin().catch(async () => await replace(await before.ended))
      throw new Error(`${messageOf(error)} ${before.version} keeps serving.`, { cause: error })
    }
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
    /** Replaces the worker by one with the code on disk. Rejects with a message for the operator; then the old one stays. */
    restart: async (audit: AuditEntry) => {
      const restarted = restarting.then(() => restart(audit))
      restarting = restarted.catch(() => undefined)
      return await restarted
    },
    /** Stops the worker, or terminates it after a timeout. For `grace` milliseconds it still accepts new connections. */
    stop: async (reason: string, grace: number): Promise<Ended> => {
      isStopping = true
      await restarting
      worker.send({ kind: 'stop', reason, grace })
      const end = await worker.within(grace + drainTimes.all + maxTimes.closing, worker.ended)
      lock?.release()
      ended.resolve(end)
      return await ended.promise
    },
  } satisfies Supervised & Record<string, unknown>
}
