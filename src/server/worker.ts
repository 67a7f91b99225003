import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { MessagePort } from 'node:worker_threads'
import { type App, buildApp, type WriterParts } from '../app.ts'
import type { Clock } from '../core/clock.ts'
import type { Config } from '../config/config.ts'
import { addressRuleOf } from '../delivery/addresses.ts'
import { outboundBy } from '../delivery/outbound.ts'
import { openSealer } from '../delivery/secret-key.ts'
import { inUrl, isWildcard, reachable } from '../core/addresses.ts'
import type { BaseUrls, Environment } from '../core/environments.ts'
import { Links, relativeBase } from '../api/links.ts'
import { drain, type OtherListeners } from './drain.ts'
import { maxConnections, openFileLimit } from '../core/file-limit.ts'
import { type Observe, toAll } from '../core/observation.ts'
import type { KeptCounters } from '../quotas/counters.ts'
import { watchVitalSigns } from '../observability/vital-signs.ts'
import { contents } from '../resources.ts'
import { seedFor } from '../seed.ts'
import { ForwardedWrites } from '../storage/forwarding/forwarded-writes.ts'
import { WriteReceiver } from '../storage/forwarding/write-receiver.ts'
import { observedStorage } from '../observability/observed-storage.ts'
import { openCounters } from '../storage/configured/counters.ts'
import { openForwardingStorage, openWriterStorage } from '../storage/configured/storage.ts'
import type { RequestStorage, Storage } from '../storage/port.ts'
import { shareConnectionLimit } from './connection-counts.ts'
import { listen, listenTogether, type Place, refuseTakenPort } from './listen.ts'
import type { EnvironmentMemory } from './memory.ts'
import { type WorkerData, writerNumber } from './messages.ts'
import { watchForWebhooks } from './webhook-watch.ts'
import type { WorkerListening } from './worker-handle.ts'

/** What a thread of an environment is made of. */
export type ThreadParts = {
  readonly data: Omit<WorkerData, 'memory'>
  readonly memory: EnvironmentMemory
  readonly clock: Clock
  /** Each of them takes every observation, in this order. */
  readonly observers: readonly Observe[]
  /** Called by the writer once the store has a webhook. */
  readonly onWebhooks: () => void
  /** Lines that the log has dropped so far. */
  readonly logLinesDropped: () => number
}

/** What a worker has opened for its application. */
type Opened = {
  readonly storage: RequestStorage
  readonly writer: WriterParts | undefined
}

/**
 * Milliseconds after which a worker that listens loads the documents. So they are of its own version, even if another one
 * is installed in the same folder later.
 */
const documentsAfter = 1_000

/**
 * A worker: one thread of an environment. The first is the writer: it writes for itself and for the others, which read
 * by themselves and send their writes to it.
 */
export class Worker {
  readonly #parts: ThreadParts
  readonly #observe: Observe
  readonly #forwarded = new ForwardedWrites()
  #receiver: WriteReceiver | undefined
  #begun: Promise<WorkerListening> | undefined
  #app: App | undefined
  #stopWatching: (() => void) | undefined
  #stopLooking: (() => void) | undefined
  #documents: NodeJS.Timeout | undefined
  #baseUrls: BaseUrls | undefined

  constructor(parts: ThreadParts) {
    this.#parts = parts
    this.#observe = toAll(parts.observers)
  }

  /**
   * Opens the store and listens.
   *
   * @throws Error with a message for the operator; everything is closed again, nothing is changed
   */
  async begin(port: number): Promise<WorkerListening> {
    this.#begun = this.#begin(port)
    return await this.#begun
  }

  /** Sends the writes of this worker through a port to the writer. */
  writeThrough(port: MessagePort): void {
    this.#forwarded.connect(port)
  }

  /** Performs the writes that another worker sends through a port. */
  writeFor(port: MessagePort): void {
    if (this.#receiver === undefined) port.close()
    else this.#receiver.serve(port)
  }

  setBaseUrls(baseUrls: BaseUrls): void {
    this.#baseUrls = baseUrls
  }

  /**
   * Answers the requests under way, saves the counts, and closes everything. The writer waits for the workers that
   * write through it.
   *
   * @param grace milliseconds for which new connections are still taken
   */
  async stop(reason: string, grace: number): Promise<void> {
    try {
      await this.#begun
    } catch {
      // `begin` has reported the failure; nothing is open.
    }
    const { data, memory } = this.#parts
    const observe = this.#observe
    const { connections } = memory
    if (this.#app === undefined) {
      this.#forwarded.close()
      return
    }
    this.#tellOnce({ kind: 'stopping', reason })
    const others: OtherListeners = {
      areOpen: () => connections.othersListen(data.thread),
      leave: () => connections.setListening(data.thread, false),
    }
    await drain({ app: this.#app, grace: wait(grace), observe, others })
    this.#stopWatching?.()
    this.#stopLooking?.()
    clearTimeout(this.#documents)
    this.#tellOnce({ kind: 'stopped' })
  }

  async #begin(port: number): Promise<WorkerListening> {
    const { data, memory, clock, observers, logLinesDropped, onWebhooks } = this.#parts
    const { config, environment, thread, threads } = data
    const counters = await openCounters({
      place: config.counters[environment],
      whenDown: config.countersDown,
      deadline: config.countersDeadline,
      memory,
      thread,
      changes: memory.changes,
      sharesData: config.stores[environment] !== 'sqlite',
      observe: this.#observe,
    })
    const { storage, writer } = await this.#open(counters).catch(async (error: unknown) => {
      await counters.close()
      throw error
    })
    const links = new Links(referredTo(config, environment) ?? 'http://127.0.0.1/v1')
    const connections = maxConnections(
      config.wire.connections,
      config.environments.length,
      threads,
      openFileLimit(),
    )
    const app = await buildApp({
      environment,
      storage,
      writer,
      counters,
      links,
      baseUrls: () => ({ ...this.#baseUrls, [environment]: links.base }),
      trustedProxies: config.trustedProxies,
      securityContact: config.securityContact,
      corsOrigins: config.corsOrigins,
      sealer: openSealer(config),
      outbound: outboundBy(addressRuleOf(config, environment)),
      console: config.console,
      wireTimes: { ...config.wire, connections },
      memory: { ...memory, addresses: memory.addresses.of(thread) },
      clock,
      observers,
    })
    try {
      if (threads > 1) shareConnectionLimit(app.server, memory.connections, thread, connections)
      await this.#listen(app, port)
      memory.connections.setListening(thread, true)
      const shown = config.baseUrls[environment] ?? listeningUrl(config.host, app)
      links.rebase(referredTo(config, environment) ?? shown, shown)
      const firstKey = await this.#seed(writer?.storage)
      this.#tellOnce({ kind: 'listening', baseUrl: shown })
      const { server } = app
      this.#stopWatching = watchVitalSigns({
        server,
        storage,
        clock,
        logLinesDropped,
        observe: app.observe,
      })
      if (writer !== undefined) this.#stopLooking = watchForWebhooks(storage, onWebhooks)
      // If this fails, the first request for one tries again, and tells.
      const load = (): void => void app.loadDocuments().catch(() => undefined)
      this.#documents = setTimeout(load, documentsAfter)
      this.#documents.unref()
      this.#app = app
      return { kind: 'listening', port: portOf(app), baseUrl: shown, firstKey }
    } catch (error) {
      memory.connections.setListening(thread, false)
      await app.close()
      throw error
    }
  }

  async #open(counters: KeptCounters): Promise<Opened> {
    const { data, memory } = this.#parts
    const observe = this.#observe
    const { config, environment, thread, isReplacement } = data
    const store = config.stores[environment]
    const place = { dataDir: config.dataDir, environment, store, contents, observe }
    const announce = counters.announce?.bind(counters)
    if (thread !== writerNumber) {
      const forwarding = await openForwardingStorage(
        place,
        memory.changes,
        this.#forwarded,
        announce,
      )
      return { storage: observedStorage(forwarding, observe), writer: undefined }
    }
    const kept = await openWriterStorage(place, memory.changes, isReplacement, announce)
    const receiver = new WriteReceiver(kept)
    this.#receiver = receiver
    const storage = observedStorage(kept, observe)
    return {
      storage,
      writer: {
        storage,
        eventDays: config.eventDays,
        ages: memory.clock.ages,
        othersEnded: () => receiver.ended(),
      },
    }
  }

  async #listen({ server }: App, port: number): Promise<void> {
    const { config, environment, thread, threads, isReplacement } = this.#parts.data
    const place: Place = {
      host: config.host,
      port,
      variable: `PETSTORE_${environment.toUpperCase()}_PORT`,
    }
    if (threads === 1) {
      await listen(server, place)
      return
    }
    if (thread === writerNumber && !isReplacement) await refuseTakenPort(place)
    await listenTogether(server, place)
  }

  /** @returns the first key of a new store */
  async #seed(storage: Storage | undefined): Promise<string | undefined> {
    const { data, clock } = this.#parts
    if (storage === undefined || data.isReplacement) return undefined
    const seed = seedFor(data.environment, clock())
    return (await storage.seedOnce(seed)) ? seed.firstKey : undefined
  }

  /** Observes what concerns the whole environment. Only the writer does, so that it is observed once. */
  #tellOnce(observation: Parameters<Observe>[0]): void {
    const { data } = this.#parts
    if (data.thread !== writerNumber) return
    if (observation.kind === 'listening' && data.isReplacement) return
    this.#observe(observation)
  }
}

const portOf = ({ server }: App): number =>
  // A TCP server's address is an object once it listens.
  (server.address() as AddressInfo).port

/** The base of links, if it does not depend on the port. */
const referredTo = ({ baseUrls, host }: Config, environment: Environment): string | undefined =>
  baseUrls[environment] ?? (isWildcard(host) ? relativeBase : undefined)

const listeningUrl = (host: string, app: App): string =>
  `http://${inUrl(reachable(host))}:${portOf(app)}/v1`
