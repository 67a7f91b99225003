import { once } from 'node:events'
import type { AddressInfo, Server } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { MessageChannel, type MessagePort, receiveMessageOnPort } from 'node:worker_threads'
import { linksUnder, relativeBase } from '../kit/links.ts'
import { type App, buildApp } from '../app.ts'
import type { AuditEntry } from '../base/audit.ts'
import type { Config } from '../base/config/config.ts'
import { inUrl, isWildcard, reachable } from '../base/addresses.ts'
import type { BaseUrls, Environment } from '../base/environments.ts'
import { codeOf, messageOf } from '../base/errors/message-of.ts'
import { StorageUnavailable } from '../base/errors/storage-errors.ts'
import type { Awaitable } from '../base/awaitable.ts'
import { maxConnections, openFileLimit } from '../base/file-limit.ts'
import { type Observe, toAll } from '../base/observation.ts'
import type { SteadyClock } from '../base/steady-clock.ts'
import type { Tracing } from '../base/tracing.ts'
import { addressRuleOf, outboundBy } from '../delivery/addresses.ts'
import { openSealer } from '../delivery/secret-key.ts'
import { observedCounters, observedStorage } from '../observe/observed-storage.ts'
import { watchVitalSigns } from '../observe/vital-signs.ts'
import { contents } from '../resources/index.ts'
import { seedFor } from '../seed.ts'
import { Changes } from '../store/changes.ts'
import { announcingKeys, openCounters } from '../store/configured/counters.ts'
import { openServiceStorage } from '../store/configured/storage.ts'
import { startBackground } from '../base/background.ts'
import type { Storage } from '../store/port.ts'
import { UnusableDatabase } from '../store/unusable-database.ts'
import { webhooks } from '../resources/webhooks/table.ts'
import { drain } from './drain.ts'
import { handOver } from './hand-over.ts'
import type { Beginning } from './messages.ts'
import type { WorkerListening } from './worker-handle.ts'

export type WorkerParts = {
  readonly data: Beginning & { readonly config: Config; readonly environment: Environment }
  readonly clock: SteadyClock
  /** Each observer receives every observation, in this order. */
  readonly observers: readonly Observe[]
  readonly tracing: Tracing | undefined
  /** Passes on the port that holds the listening socket, if the thread fails. */
  readonly leaveListener: (queue: MessagePort) => void
  readonly logLinesDropped: () => number
}

/** Milliseconds until a listening worker loads the documents: those of its version, even if another is installed later. */
const documentsAfter = 1_000

export type Worker = ReturnType<typeof serveEnvironment>

/** Runs a worker: the application of one environment, from its store to its port. */
export const serveEnvironment = (parts: WorkerParts) => {
  const { data, clock, observers, tracing, logLinesDropped } = parts
  const { config, environment, files, listener } = data
  const observe = toAll(observers)
  const changes = new Changes(files)
  let baseUrls: BaseUrls = {}
  let server: Server | undefined
  /** Whether the database server has been unreachable since the start. */
  let isWaiting = false
  /** Set by a hand-over; resolves once no connection is left here. */
  let left: Promise<void> | undefined
  /** Functions that stop other work before the application closes, in the order of their calls. */
  const stops: Array<() => void | Promise<void>> = []
  const stopRest = async (): Promise<void> => {
    for (const stop of stops) await stop()
  }
  // Not called if the heap overflows: then none of the thread's code runs any more.
  process.once('exit', () => {
    // If this worker never listened, it passes on the port that it was given.
    if (server === undefined && listener !== undefined) parts.leaveListener(listener)
    if (server?.listening !== true) return
    // While the socket is inside the port, nothing accepts, so the kernel queues connections until a worker takes over.
    const { port1, port2 } = new MessageChannel()
    port1.postMessage(server, [server])
    parts.leaveListener(port2)
  })

  const watch = (app: App, storage: Storage): void => {
    // If this fails, the first request for a document tries again and reports the error.
    const load = (): void => void app.loadDocuments().catch(() => undefined)
    const documents = setTimeout(load, documentsAfter).unref()
    const watched = { server: app.server, storage, clock: app.clock, observe: app.observe }
    // The delivery code is loaded once there is a webhook.
    const startSending = async (): Promise<void> => {
      if ((await storage.whole.versions(webhooks)).size === 0) return
      const { startDeliveries } = await import('../delivery/runner.ts')
      const deliveries = startDeliveries({ ...data, ...watched, changes, tracing })
      stops.push(deliveries.stop)
      app.lab?.due.push(deliveries)
      void stopLooking()
    }
    const work = { name: 'check for webhooks', every: 250, run: startSending }
    const stopLooking = startBackground([work], app.observe)
    const stopVitalSigns = watchVitalSigns({ ...watched, logLinesDropped })
    stops.push(() => clearTimeout(documents), stopLooking, stopVitalSigns)
  }
  /** Opens the store. If another environment is served too, retries until the database server answers. */
  const openPatiently = async (open: () => Awaitable<Storage>): Promise<Storage> => {
    for (;;) {
      try {
        return await open()
      } catch (error) {
        const { cause } = error instanceof UnusableDatabase ? error : {}
        const isAway = cause instanceof StorageUnavailable && cause.reason === 'unreachable'
        if (!isAway || config.environments.length === 1) throw error
        const explanation = `${messageOf(error)} ${environment} begins once it answers.`
        if (!isWaiting)
          observe({ kind: 'storage_unavailable', reason: 'unreachable', explanation, error })
        isWaiting = true
        await wait(1_000)
      }
    }
  }
  const begin = async (): Promise<{ readonly app: App; readonly listening: WorkerListening }> => {
    await using opened = new AsyncDisposableStack()
    const store = config.stores[environment]
    const counters = await openCounters({
      place: config.counters[environment],
      whenDown: config.countersDown,
      times: { deadline: config.countersDeadline },
      data: changes,
      sharesData: store !== 'sqlite',
      observe,
    })
    opened.defer(() => counters.close())
    const place = { dataDir: config.dataDir, environment, store, contents, observe }
    const announce = counters.announce?.bind(counters)
    const notifyNodes = announce && (() => announce('data'))
    const open = () => openServiceStorage(place, changes, files !== undefined, notifyNodes)
    const unobserved = await openPatiently(open)
    isWaiting = false
    opened.defer(() => unobserved.close())
    const keys = announcingKeys(unobserved.keys, announce && (() => announce('keys')))
    const storage = observedStorage({ ...unobserved, keys }, observe)
    const links = linksUnder(referredTo(config, environment) ?? 'http://127.0.0.1/v1')
    // Counting in memory takes a microsecond, so it gets no span.
    const isCounted = tracing !== undefined && config.counters[environment] !== 'memory'
    const app = await buildApp({
      ...config,
      environment,
      storage,
      counters: isCounted ? observedCounters(counters, tracing.observe) : counters,
      tracing,
      links,
      baseUrls: () => ({ ...baseUrls, [environment]: links.base }),
      sealer: openSealer(config),
      outboundFault: outboundBy(addressRuleOf(config, environment)),
      wireTimes: wireTimesOf(config),
      clock: clock.now,
      ages: clock.ages,
      observers,
    })
    // From here on, `app.close` closes what was opened.
    opened.move()
    try {
      // Received in the same turn of the event loop in which the server adopts it.
      const inherited: { readonly message: Server } | undefined =
        listener && receiveMessageOnPort(listener)
      await listen(app.server, data, inherited?.message)
      ;({ server } = app)
      listener?.on('message', app.adopt).unref()
      const shown = config.baseUrls[environment] ?? listeningUrl(config.host, app)
      links.rebase(referredTo(config, environment) ?? shown, shown)
      // A worker that replaces another continues where that one ended.
      let firstKey: string | undefined
      if (files === undefined) {
        const seed = seedFor(environment, clock.now())
        firstKey = (await storage.seedOnce(seed)) ? seed.firstKey : undefined
        observe({ kind: 'listening', baseUrl: shown })
      }
      watch(app, storage)
      const listening = { port: portOf(app), baseUrl: shown, firstKey, files: changes.files }
      return { app, listening: { kind: 'listening', ...listening } }
    } catch (error) {
      await app.close()
      throw error
    }
  }
  const begun = begin()
  return {
    /** Rejects with an Error for the operator if it cannot listen. Then everything is closed again, and nothing has changed. */
    begun,
    /** Applies settings that may change at runtime, and the base URLs of all environments, once they listen. */
    reconfigure: async (changed: Config, urls: BaseUrls = {}, audit?: AuditEntry) => {
      baseUrls = urls
      const { app } = await begun
      app.reconfigure({ ...changed, wireTimes: wireTimesOf(changed) }, audit)
    },
    /** Sends the port and connections to `to`, closes the store, and returns when accepting stopped (Unix milliseconds). */
    handOver: async (to: MessagePort): Promise<number> => {
      const { app } = await begun
      await stopRest()
      const handed = await handOver(app, to)
      ;({ left } = handed)
      return handed.at
    },
    /** Answers open requests, saves the counts and closes everything. For `grace` milliseconds it accepts new connections. */
    stop: async (reason: string, grace: number): Promise<void> => {
      if (isWaiting) return
      const { app } = await begun
      if (left !== undefined) return await left
      observe({ kind: 'stopping', reason })
      const graceEnds = wait(grace)
      const stopped = graceEnds.then(stopRest)
      const close = (): Promise<void> => stopped.then(app.close)
      await drain({ app: { ...app, close }, grace: graceEnds, observe })
      observe({ kind: 'stopped' })
    },
  }
}

const wireTimesOf = ({ wire, environments }: Config) => ({
  ...wire,
  connections: maxConnections(wire.connections, environments.length, openFileLimit()),
})

// A TCP server's address is an object once it listens.
const portOf = ({ server }: App): number => (server.address() as AddressInfo).port

/** The base of links, if it does not depend on the port. */
const referredTo = ({ baseUrls, host }: Config, environment: Environment): string | undefined =>
  baseUrls[environment] ?? (isWildcard(host) ? relativeBase : undefined)

const listeningUrl = (host: string, app: App): string =>
  `http://${inUrl(reachable(host))}:${portOf(app)}/v1`

/** Connections that the system queues until a worker accepts them, bounded by `net.core.somaxconn`; Node's default is 511. */
const backlog = 4_096

/** @param inherited a server that listens there already @throws Error for the operator */
const listen = async (
  server: Server,
  { config: { host }, environment, port }: WorkerParts['data'],
  inherited: Server | undefined,
): Promise<void> => {
  const variable = `PETSTORE_${environment.toUpperCase()}_PORT`
  try {
    if (inherited === undefined) server.listen({ host, port, backlog })
    else server.listen(inherited, backlog)
    await once(server, 'listening')
  } catch (error) {
    const problems: Readonly<Record<string, string>> = {
      EADDRINUSE: `Port ${port} of ${host} is taken by another program. Stop it, or set ${variable} to another port.`,
      EACCES: `Port ${port} needs privileges that this user lacks. Set ${variable} to a port from 1024 on.`,
      EADDRNOTAVAIL: `This machine has no address ${host}. Set PETSTORE_HOST to one that it has.`,
    }
    const problem = problems[codeOf(error) ?? '']
    if (problem === undefined) throw error
    throw new Error(problem, { cause: error })
  }
}
