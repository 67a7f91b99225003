import { once } from 'node:events'
import type { AddressInfo, Server } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { receiveMessageOnPort } from 'node:worker_threads'
import { linksUnder, relativeBase } from '../kit/links.ts'
import { type App, buildApp } from '../app.ts'
import type { AuditEntry } from '../base/audit.ts'
import type { Config } from '../base/config/config.ts'
import { inUrl, isWildcard, reachable } from '../base/addresses.ts'
import type { BaseUrls, Environment } from '../base/environments.ts'
import { codeOf } from '../base/errors/message-of.ts'
import { maxConnections, openFileLimit } from '../base/file-limit.ts'
import { type Observe, toAll } from '../base/observation.ts'
import type { SteadyClock } from '../base/steady-clock.ts'
import type { Tracing } from '../base/tracing.ts'
import { addressRuleOf, outboundBy } from '../delivery/addresses.ts'
import { openSealer } from '../delivery/secret-key.ts'
import { observedCounters, observedStorage } from '../observe/observed-storage.ts'
import { watchVitalSigns } from '../observe/vital-signs.ts'
import type { PersistentCounters } from '../access/quotas/counters.ts'
import { contents } from '../resources/index.ts'
import { seedFor } from '../seed.ts'
import { Changes } from '../store/changes.ts'
import { announcingKeys, openCounters } from '../store/configured/counters.ts'
import { openServiceStorage } from '../store/configured/storage.ts'
import { startBackground } from '../base/background.ts'
import type { Storage } from '../store/port.ts'
import { webhooks } from '../resources/webhooks/table.ts'
import { drain } from './drain.ts'
import type { WorkerData } from './messages.ts'
import type { WorkerListening } from './worker-handle.ts'

export type WorkerParts = {
  readonly data: WorkerData
  readonly clock: SteadyClock
  /** Each of them takes every observation, in this order. */
  readonly observers: readonly Observe[]
  readonly tracing: Tracing | undefined
  /** Passes the listening socket on if the thread fails. */
  readonly leaveListener: (server: Server) => void
  readonly logLinesDropped: () => number
}

/** Milliseconds until a listening worker loads the documents, of its own version even if another is installed in its folder later. */
const documentsAfter = 1_000

/** A worker: the application of one environment, from its store to its port. */
export class Worker {
  /** The base addresses of all environments, once they listen. */
  baseUrls: BaseUrls = {}
  readonly #parts: WorkerParts
  readonly #observe: Observe
  readonly #changes: Changes
  #server: Server | undefined
  #begun: Promise<WorkerListening> | undefined
  #app: App | undefined
  /** What ends before the application closes, in this order. */
  readonly #stops: Array<() => void | Promise<void>> = []

  constructor(parts: WorkerParts) {
    this.#parts = parts
    this.#observe = toAll(parts.observers)
    this.#changes = new Changes(parts.data.files)
    // This is not called if the heap overflows, for then nothing of the thread runs any more.
    process.once('exit', () => {
      // If this worker never listened, it leaves what it did not take.
      const server = this.#server ?? this.#inheritedServer()
      if (server?.listening === true) parts.leaveListener(server)
    })
  }

  /** What a predecessor left that failed. The caller must adopt it in this turn of the event loop. */
  #inheritedServer(): Server | undefined {
    const { listener } = this.#parts.data
    const received: { readonly message: Server } | undefined =
      listener && receiveMessageOnPort(listener)
    return received?.message
  }

  /** Opens the store and listens. Throws Error for the operator; then everything is closed again, and nothing changed. */
  async begin(port: number): Promise<WorkerListening> {
    return await (this.#begun = this.#begin(port))
  }

  /** Puts in force what may change of the configuration. */
  async reconfigure(config: Config, audit: AuditEntry | undefined): Promise<void> {
    await this.#begun
    this.#app?.reconfigure({ ...config, wireTimes: wireTimesOf(config) }, audit)
  }

  /** Answers the requests under way, saves the counts and closes everything; `grace` is milliseconds for new connections. */
  async stop(reason: string, grace: number): Promise<void> {
    await this.#begun
    const app = this.#app
    if (app === undefined) return
    const observe = this.#observe
    observe({ kind: 'stopping', reason })
    const graceEnds = wait(grace)
    const stopRest = async (): Promise<void> => {
      await graceEnds
      for (const stop of this.#stops) await stop()
    }
    const stopped = stopRest()
    const close = async (): Promise<void> => {
      await stopped
      await app.close()
    }
    await drain({ app: { ...app, close }, grace: graceEnds, observe })
    observe({ kind: 'stopped' })
  }

  async #begin(port: number): Promise<WorkerListening> {
    const { data, clock, observers, tracing, logLinesDropped } = this.#parts
    const { config, environment, files } = data
    const changes = this.#changes
    const counters = await openCounters({
      place: config.counters[environment],
      whenDown: config.countersDown,
      times: { deadline: config.countersDeadline },
      data: changes,
      sharesData: config.stores[environment] !== 'sqlite',
      observe: this.#observe,
    })
    const storage = await this.#openStorage(counters).catch(async (error: unknown) => {
      await counters.close()
      throw error
    })
    const links = linksUnder(referredTo(config, environment) ?? 'http://127.0.0.1/v1')
    // Counting in memory takes a microsecond, and no span.
    const isCounted = tracing !== undefined && config.counters[environment] !== 'memory'
    const app = await buildApp({
      ...config,
      environment,
      storage,
      counters: isCounted ? observedCounters(counters, tracing.observe) : counters,
      tracing,
      links,
      baseUrls: () => ({ ...this.baseUrls, [environment]: links.base }),
      sealer: openSealer(config),
      outboundFault: outboundBy(addressRuleOf(config, environment)),
      wireTimes: wireTimesOf(config),
      clock: clock.now,
      ages: clock.ages,
      observers,
    })
    try {
      await listen(app.server, data, port, this.#inheritedServer())
      this.#server = app.server
      const shown = config.baseUrls[environment] ?? listeningUrl(config.host, app)
      links.rebase(referredTo(config, environment) ?? shown, shown)
      // A worker that replaces another goes on where that one ended.
      let firstKey: string | undefined
      if (files === undefined) {
        const seed = seedFor(environment, clock.now())
        firstKey = (await storage.seedOnce(seed)) ? seed.firstKey : undefined
        this.#observe({ kind: 'listening', baseUrl: shown })
      }
      this.#watch(app, storage, logLinesDropped)
      this.#app = app
      const listening = { port: portOf(app), baseUrl: shown, firstKey, files: changes.files }
      return { kind: 'listening', ...listening }
    } catch (error) {
      await app.close()
      throw error
    }
  }

  async #openStorage(counters: PersistentCounters): Promise<Storage> {
    const { config, environment, files } = this.#parts.data
    const observe = this.#observe
    const store = config.stores[environment]
    const place = { dataDir: config.dataDir, environment, store, contents, observe }
    const announce = counters.announce?.bind(counters)
    const announcing = (changed: 'data' | 'keys') =>
      announce && (async () => await announce(changed))
    const isReplacement = files !== undefined
    const told = announcing('data')
    const storage = await openServiceStorage(place, this.#changes, isReplacement, told)
    const keys = announcingKeys(storage.keys, announcing('keys'))
    return observedStorage({ ...storage, keys }, observe)
  }

  #watch(app: App, storage: Storage, logLinesDropped: () => number): void {
    const { data, tracing } = this.#parts
    const { server, clock, lab, observe } = app
    // If this fails, the first request for one tries again, and tells.
    const load = (): void => void app.loadDocuments().catch(() => undefined)
    const documents = setTimeout(load, documentsAfter).unref()
    const parts = { ...data, storage, changes: this.#changes, clock, observe, tracing }
    // The code that sends is loaded once there is a webhook.
    const startSending = async (): Promise<void> => {
      if ((await storage.whole.versions(webhooks)).size === 0) return
      const { startDeliveries } = await import('../delivery/runner.ts')
      const deliveries = startDeliveries(parts)
      this.#stops.push(deliveries.stop)
      lab?.due.push(deliveries)
      void stopLooking()
    }
    const work = { name: 'check for webhooks', every: 250, run: startSending }
    const stopLooking = startBackground([work], observe)
    this.#stops.push(
      () => clearTimeout(documents),
      stopLooking,
      watchVitalSigns({ server, storage, clock, logLinesDropped, observe }),
    )
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

/** @param port 0 for any free one @param inherited what listens there already @throws Error for the operator */
const listen = async (
  server: Server,
  { config: { host }, environment }: WorkerData,
  port: number,
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
