import { addressOf, admissionBy } from './http/admission.ts'
import type { AuditEntry } from './base/audit.ts'
import { type Clock, monotonic } from './base/clock.ts'
import type { Config } from './base/config/config.ts'
import { bindOperations } from './kit/bound-operation.ts'
import { cursorsOf } from './kit/paging.ts'
import { allowedMethods, type Ports } from './kit/operation.ts'
import { operationsOf } from './kit/resource.ts'
import { crossOriginFor } from './http/cross-origin.ts'
import { errorAnswers, refuseBytes } from './http/error-answers.ts'
import { eventStreams } from './http/event-streams.ts'
import type { Exchange } from './http/exchange.ts'
import { flowOf } from './http/flow.ts'
import { pageRouter } from './http/pages.ts'
import { authenticatorOf } from './access/keys/authenticator.ts'
import type { BaseUrls, Environment } from './base/environments.ts'
import { LabClock } from './base/lab-clock.ts'
import type { Links } from './kit/links.ts'
import type { Sealer } from './base/sealing.ts'
import type { Tracing } from './base/tracing.ts'
import { connectionOverload } from './observe/connection-overload.ts'
import { type Observe, summedUp, toAll } from './base/observation.ts'
import { storageIncident } from './observe/storage-incident.ts'
import { startUpkeep } from './upkeep.ts'
import { petstore } from './resources/index.ts'
import { aheadIn } from './resources/lab/operations.ts'
import { connectionAddress, trustedProxies } from './access/quotas/client-address.ts'
import type { PersistentCounters } from './access/quotas/counters.ts'
import { RequestSums } from './access/quotas/history/request-sums.ts'
import type { Caller } from './base/wire-request.ts'
import type { Storage } from './store/port.ts'
import { wireLimits, type WireTimes } from './base/limits.ts'
import { createWireServer } from './http/wire/server.ts'
import { type ImageProcesses, imageProcesses } from './images/index.ts'

/** The part of the configuration that an application uses unchanged. The console is served unless it is switched off. */
type AppConfig = Pick<Config, 'eventDays' | 'trustedProxies'> &
  Partial<Pick<Config, 'contactDays' | 'securityContact' | 'corsOrigins' | 'console'>> & {
    /** Wire limits that differ from the defaults. */
    readonly wireTimes?: Partial<WireTimes>
  }

/** The parts that an application is built from, including everything that it shares with the outside. */
export type AppParts = AppConfig & {
  readonly environment: Environment
  /** Closed by the application when it closes. */
  readonly storage: Storage
  readonly counters: PersistentCounters
  readonly links: Links
  /** The base addresses of both environments, for the OpenAPI document. */
  readonly baseUrls: () => BaseUrls
  /** Encrypts values that the store must not hold in plain text. */
  readonly sealer: Sealer
  readonly outboundFault: Ports['outboundFault']
  /** Decodes pictures; by default, in a separate process for each. */
  readonly images?: ImageProcesses
  readonly clock: Clock
  /** The time that decides whether stored data is old enough to delete; `clock` by default. */
  readonly ages?: Clock
  /** Each observer receives every observation, in this order. */
  readonly observers: readonly Observe[]
  readonly tracing?: Tracing | undefined
}

/** One environment's application. */
export type App = Awaited<ReturnType<typeof buildApp>>

/**
 * Composes one environment's HTTP application. It never listens; its caller does.
 *
 * ```
 * bytes → wire (HTTP, limits) → flow (key, quota, route, schemas) → operation → store
 * ```
 */
export const buildApp = async (parts: AppParts) => {
  const { environment, storage, counters, links, sealer, outboundFault, console = true } = parts
  const images = parts.images ?? imageProcesses()
  const observeAll = toAll(parts.observers)
  // `connections` is declared below, before anything calls this function.
  const incident = storageIncident(storage, observeAll, () => connections.isEnding)
  const requests = new RequestSums()
  // Most observations are requests, which are never aggregated: they go straight to each observer.
  const requestObservers = [requests.note, ...parts.observers]
  const observe = summedUp(observeAll, {
    request_failed: incident.observe,
    background_failed: incident.observe,
    background_recovered: incident.observe,
    connection_dropped: connectionOverload(observeAll),
  })
  const readRevision = counters.keyRevision?.bind(counters)
  const isStaging = environment === 'staging'
  // Counters shared between nodes use the clock of their server, which cannot be moved.
  const lab = isStaging && readRevision === undefined ? new LabClock(parts.clock) : undefined
  const clock = lab?.now ?? parts.clock
  const { ages = parts.clock } = parts
  const authenticator = authenticatorOf(
    storage.keys,
    environment,
    readRevision && { readRevision, clock: monotonic },
  )
  try {
    await counters.load(storage.counts)
    if (lab !== undefined) lab.ahead = await aheadIn(storage)
  } catch (error) {
    await counters.close()
    throw error
  }
  const proxies = trustedProxies(parts.trustedProxies)
  const admission = admissionBy({ authenticator, counters, proxies, clock, observe })
  const { changes } = storage.data
  const context = { links, cursors: cursorsOf(storage.secret), clock, changes }
  const operations = operationsOf(petstore)
  const pages = pageRouter({
    environment,
    links,
    isReady: incident.ready,
    files: petstore.resources.flatMap(({ files = [] }) => files),
    store: storage.data,
    whole: storage.whole,
    loadDocuments: async () => {
      const { documentPages } = await import('./http/documents.ts')
      const { baseUrls, securityContact } = parts
      const described = { api: petstore, environment, links, baseUrls, clock }
      return documentPages({ ...described, securityContact, console })
    },
    allMethods: allowedMethods(operations),
    counters,
    proxies,
    clock,
  })

  let agents: Promise<(exchange: Exchange) => Promise<void>> | undefined
  const loadAgents = async () => {
    const { mcpEndpoint } = await import('./mcp/index.ts')
    const described = { api: petstore, environment, links, clock }
    return mcpEndpoint({ ...described, admission, handle: (request) => handle(request) })
  }
  const fallback = {
    handle: async (exchange: Exchange): Promise<void> => {
      if (!/^\/mcp(?:\/readonly)?$/.test(exchange.path)) return await pages.handle(exchange)
      agents ??= loadAgents()
      const answer = await agents
      await answer(exchange)
    },
  }
  const crossOriginOf = ({ corsOrigins = [] }: Pick<AppConfig, 'corsOrigins'>) =>
    corsOrigins.length === 0 ? undefined : crossOriginFor(corsOrigins, operations)
  const crossOrigin = crossOriginOf(parts)
  const errors = errorAnswers(links)
  const observed = { observe, requestObservers, tracing: parts.tracing }
  const streams = eventStreams({ storage, admission, clock, ...observed })
  const answered = { admission, errors, crossOrigin, fallback, streams, ...observed }
  const answering = { ...answered, hasFaults: isStaging }
  const ports = {
    store: storage.data,
    history: storage.history,
    keys: storage.keys,
    addressOf: (sender: Caller) => addressOf(sender, proxies),
    environment,
    lab,
    consoleUrl: () => (console ? links.beside('/console') : undefined),
    sealer,
    outboundFault,
    images,
  }
  const bound = bindOperations(operations, ports, context)
  const handle = flowOf(bound, answering)
  const limits = { ...wireLimits, ...parts.wireTimes }
  const countedBy = (peer: string) => connectionAddress(peer, proxies)
  const refuse = refuseBytes(answering)
  const { server, connections, adopt } = createWireServer(handle, refuse, limits, countedBy, lab)
  const upkeep = {
    authenticator,
    requests,
    counters,
    storage,
    incidents: [incident.recoveryWork, ...streams.work],
    deadlines: petstore.resources.flatMap(({ deadlines = [] }) => deadlines),
    sweeps: petstore.resources.flatMap(({ sweeps = [] }) => sweeps),
    clock,
    lab,
    ages: () => ages() + (lab?.ahead ?? 0),
    eventDays: parts.eventDays,
    contactDays: parts.contactDays,
    observe,
  }
  const stopUpkeep = await startUpkeep(upkeep)
  let stopping: Promise<void> | undefined
  const stopListening = (): Promise<void> => {
    streams.end()
    return (stopping ??= server[Symbol.asyncDispose]())
  }
  let closing: Promise<void> | undefined
  const close = async (): Promise<void> => {
    connections.beginEnd()
    const ended = stopListening()
    connections.close(({ isIdle }) => isIdle)
    await ended
    await closeStore()
  }
  const closeStore = async (): Promise<void> => {
    await stopUpkeep()
    images.close()
    await counters.close()
    await storage.close()
  }
  return {
    /** The server; it does not listen yet. */
    server,
    /** The application's time; `lab` is the clock of staging, which can be moved. */
    clock,
    lab,
    /** Its open connections. A drain ends them before it calls `close`. */
    connections,
    /** Continues serving a connection that another thread handed over. */
    adopt,
    endStreams: streams.end,
    /** Saves the counts and closes the store. Call it once no request needs the store. Connections stay open. */
    closeStore,
    /** Receives observations about this application that are made outside it. */
    observe,
    /** Applies settings that may change at runtime, and records `audit`, if given, in the audit log. */
    reconfigure: ({ wireTimes, ...changed }: AppConfig, audit: AuditEntry | undefined): void => {
      Object.assign(proxies, trustedProxies(changed.trustedProxies))
      Object.assign(limits, wireTimes)
      server.maxConnections = limits.connections
      answering.crossOrigin = crossOriginOf(changed)
      upkeep.eventDays = changed.eventDays
      upkeep.contactDays = changed.contactDays
      if (audit === undefined) return
      storage.audit.add({ ...audit, at: clock() }).catch((error: unknown) => {
        observe({ kind: 'background_failed', work: 'note the reload', error, again: false })
      })
    },
    /** Loads the documents ahead of the first request for one. */
    loadDocuments: async (): Promise<void> => void (await pages.load()),
    /** Stops accepting connections and ends streams. Waits for the open connections to end, and closes none of them. */
    stopListening,
    /**
     * Stops accepting connections, closes idle ones, answers the requests in progress, saves the counts, and closes the
     * store. Every call returns the same promise.
     */
    close: (): Promise<void> => (closing ??= close()),
  }
}
