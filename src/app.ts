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

/** What an application takes of the configuration as it stands. The console is there unless it is switched off. */
type AppConfig = Pick<Config, 'eventDays' | 'trustedProxies'> &
  Partial<Pick<Config, 'contactDays' | 'securityContact' | 'corsOrigins' | 'console'>> & {
    /** Limits of the wire that differ from the defaults. */
    readonly wireTimes?: Partial<WireTimes>
  }

/** What an application is made of. Everything that it shares with the outside comes in here. */
export type AppParts = AppConfig & {
  readonly environment: Environment
  /** The application closes it when it closes. */
  readonly storage: Storage
  readonly counters: PersistentCounters
  readonly links: Links
  /** The base addresses of both environments, for the OpenAPI document. */
  readonly baseUrls: () => BaseUrls
  /** Encrypts what the store must not show. */
  readonly sealer: Sealer
  readonly outboundFault: Ports['outboundFault']
  /** What decodes pictures; a process of its own by default. */
  readonly images?: ImageProcesses
  readonly clock: Clock
  /** The time that decides whether stored data is old enough to delete; `clock` by default. */
  readonly ages?: Clock
  /** Each of them takes every observation, in this order. */
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
  // `connections` exists by the time that anybody asks.
  const incident = storageIncident(storage, observeAll, () => connections.isEnding)
  const requests = new RequestSums()
  // Requests are most of all observations, and never summed up: they go straight to each observer.
  const requestObservers = [requests.note, ...parts.observers]
  const observe = summedUp(observeAll, {
    request_failed: incident.observe,
    background_failed: incident.observe,
    background_recovered: incident.observe,
    connection_dropped: connectionOverload(observeAll),
  })
  const readRevision = counters.keyRevision?.bind(counters)
  const isStaging = environment === 'staging'
  // Counters that nodes share go by another clock.
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
    /** Its time, and the clock of staging that can be moved. */
    clock,
    lab,
    /** Its open connections, which a drain ends before `close`. */
    connections,
    /** Goes on with a connection of another thread. */
    adopt,
    endStreams: streams.end,
    /** Saves the counts and closes the store, once no request needs it; the connections stay open. */
    closeStore,
    /** Takes observations of the application's server from outside. */
    observe,
    /** Puts in force what may change of the configuration, and notes it in the audit log. */
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
    /** Loads the documents, for which the first answer need not wait. */
    loadDocuments: async (): Promise<void> => void (await pages.load()),
    /** Stops taking connections and ends streams. Resolves when the connections that are open have ended; it does not hurry them. */
    stopListening,
    /**
     * Stops taking connections, closes idle ones, answers the requests under way, saves the counts, and closes the store.
     * It does so once, however often it is called.
     */
    close: (): Promise<void> => (closing ??= close()),
  }
}
