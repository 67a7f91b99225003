import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { Admission, type Clock } from './admission/admission.ts'
import { addDoor, allowedMethods, routeNotFound } from './admission/plugin.ts'
import { requestIdOf } from './admission/request-id.ts'
import { createFramework } from './framework.ts'
import { Authenticator } from './keys/authenticator.ts'
import type { Environment } from './keys/key-format.ts'
import type { Links } from './links.ts'
import { Health } from './operations/health.ts'
import type { Observe } from './operations/observation.ts'
import { observeRequests } from './operations/observe-requests.ts'
import { keepUpToDate } from './operations/upkeep.ts'
import { routePath } from './operation-route.ts'
import { addOtherMethods } from './other-methods.ts'
import { Cursors } from './pets/cursor.ts'
import { operations } from './pets/operations.ts'
import { addPetRoutes } from './pets/routes.ts'
import { PetService } from './pets/service.ts'
import { addPublicRoutes } from './public-routes.ts'
import { trustedProxies } from './quotas/client-address.ts'
import { MemoryCounters } from './quotas/counters.ts'
import { type HeaderRecord, quotaHeaders } from './quotas/headers.ts'
import type { Storage } from './storage/port.ts'
import { safetyHeaders } from './wire/headers.ts'
import { wireLimits, type WireTimes } from './wire/limits.ts'
import type { RefusalHeaders } from './wire/server.ts'

/** What an application is made of. All that it shares with the world comes in here. */
export type AppParts = {
  readonly environment: Environment
  /** Closed with the application. */
  readonly storage: Storage
  readonly links: Links
  /** The base addresses of both environments, for the OpenAPI document. */
  readonly baseUrls: () => Readonly<Record<Environment, string>>
  readonly trustedProxies: readonly string[]
  readonly clock: Clock
  readonly observe: Observe
  /** Limits of the wire that are to differ from the defaults. */
  readonly wireTimes?: Partial<WireTimes>
}

/**
 * Composes one environment's HTTP application. It never listens: who calls it does.
 *
 * ```
 * bytes → wire (HTTP, limits) → door (key, ban, quota) → route, method → schema → service → store
 * ```
 */
export const buildApp = async (parts: AppParts): Promise<FastifyInstance> => {
  const { environment, storage, links, clock, observe } = parts
  const authenticator = new Authenticator(storage.keys, environment)
  const counters = new MemoryCounters(await storage.counts.load())
  const proxies = trustedProxies(parts.trustedProxies)
  const admission = new Admission(authenticator, counters, proxies, clock)
  const health = new Health(storage, () => app.ending.hasBegun)
  const pets = new PetService(storage.pets, new Cursors(storage.secret))
  /** The quota of requests whose body is still to come, for an error on its way. */
  const underWay = new WeakMap<IncomingMessage, HeaderRecord>()

  const refusalHeaders: RefusalHeaders = async ({ error, peer, request }) => {
    observe({ kind: 'bad_request_bytes', code: error.code, reason: error.message })
    const quota = request && underWay.get(request)
    return {
      ...safetyHeaders,
      ...(quota ?? quotaHeaders(await admission.spendAddress(request, peer))),
      'X-Request-Id': requestIdOf(request?.headers['x-request-id']),
    }
  }

  const app = createFramework(refusalHeaders, observe, { ...wireLimits, ...parts.wireTimes })
  observeRequests(app, observe)
  app.setNotFoundHandler(async (request) => {
    throw routeNotFound(request)
  })
  await app.register(async (scope) => {
    addPublicRoutes(scope, { environment, links, baseUrls: parts.baseUrls, health })
  })
  await app.register(
    async (scope) => {
      addDoor(scope, { admission, links, clock, underWay })
      addPetRoutes(scope, { pets, links, clock })
      const paths = Object.groupBy(operations, routePath)
      for (const [path, taking = []] of Object.entries(paths)) {
        addOtherMethods(scope, path, allowedMethods(taking))
      }
      // Its being here puts the door before paths that no route has; the door answers them.
      scope.setNotFoundHandler(async (request) => {
        throw routeNotFound(request)
      })
    },
    { prefix: '/v1' },
  )
  await keepUpToDate(app, { authenticator, counters, storage, clock, observe })
  return app
}
