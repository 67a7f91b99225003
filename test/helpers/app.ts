import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { type App, type AppParts, buildApp } from '../../src/app.ts'
import { addressRule, outboundBy } from '../../src/delivery/addresses.ts'
import { openSealer } from '../../src/delivery/secret-key.ts'
import type { Environment } from '../../src/base/environments.ts'
import { everyScope, type Scope, type Scopes, scopesOf } from '../../src/access/keys/scopes.ts'
import { type IssuedKey, issueKey, limitsOf } from '../../src/access/keys/life-cycle.ts'
import { linksUnder } from '../../src/kit/links.ts'
import type { Observation, Observe, RequestObservation } from '../../src/base/observation.ts'
import type { AgreedLimits, Plan, PlanLimits } from '../../src/access/quotas/plans.ts'
import type { Storage } from '../../src/store/port.ts'
import { memoryCounters } from '../../src/access/quotas/memory-counters.ts'
import { busyTimeouts } from '../../src/store/sqlite/database.ts'
import type { Cleanup } from './cleanup.ts'
import { type Answer, type Call, call } from './http.ts'
import { isOnPostgres } from './on-postgres.ts'
import { dropOnPostgres, makeOnPostgres, openOnPostgres } from './postgres-places.ts'
import { openStorage } from './storage.ts'

/** A clock that moves only on command. */
export class TestClock {
  /** Milliseconds since the Unix epoch. */
  time: number

  constructor(start: string | number = '2026-11-20T12:00:30Z') {
    this.time = typeof start === 'number' ? start : Date.parse(start)
  }

  advance(milliseconds: number): void {
    this.time += milliseconds
  }
}

const parsed = (text: string) => JSON.parse(text)

/** JSON that tests look into without saying what it is. */
export type Json = ReturnType<typeof parsed>

/** What calls paths under `/v1`, with the key of an application unless a call says otherwise. */
const requestsTo = (baseUrl: string, key: string) => {
  const callHere = async (path: string, how: Call = {}): Promise<Answer> =>
    await call(baseUrl + path, 'key' in how ? how : { ...how, key })
  const sending =
    (method: string) =>
    async (path: string, body?: unknown, how?: Call): Promise<Answer> =>
      await callHere(path, { ...how, method, body })
  return {
    call: callHere,
    post: sending('POST'),
    put: sending('PUT'),
    patch: sending('PATCH'),
    remove: async (path: string, how?: Call) => await callHere(path, { ...how, method: 'DELETE' }),
    /** The JSON of a path, which is answered 200. */
    json: async (path: string, how?: Call): Promise<Json> => {
      const { status, text } = await callHere(path, how)
      assert.equal(status, 200, text)
      return parsed(text)
    },
  }
}

/** The application of one environment on a free port, with its own data. */
export type TestApp = ReturnType<typeof requestsTo> & {
  readonly app: App
  readonly storage: Storage
  readonly clock: TestClock
  readonly port: number
  readonly origin: string
  /** Ends in `/v1`. */
  readonly baseUrl: string
  /** An Enterprise key with every scope, whose quota no test exhausts. */
  readonly key: string
  readonly observations: Observation[]
  /** The requests among the observations, from so many observations on. */
  requests(start?: number): readonly RequestObservation[]
  /** Makes a key of a plan; `limits` are those of an Enterprise key. */
  addKey(plan: Plan, limits?: AgreedLimits, expiresAt?: number, scopes?: Scopes): Promise<IssuedKey>
  /** Makes an Enterprise key with these scopes alone. */
  keyWith(...scopes: readonly Scope[]): Promise<string>
  close(): Promise<void>
  /** Ends it, and starts it anew so many milliseconds later, with its data and its clock. */
  restart(later?: number): Promise<TestApp>
}

/** What an application is made of, where a test differs from the usual one, which keeps contacts for good. */
export type TestAppOptions = Partial<
  Omit<
    AppParts,
    'storage' | 'links' | 'baseUrls' | 'sealer' | 'outboundFault' | 'clock' | 'observers'
  >
> & {
  readonly clock?: TestClock
  /** A folder that outlives the app, for restarts. */
  readonly dataDir?: string
  /** Wraps the store of the application, for example to make it fail. */
  readonly wrapStorage?: (storage: Storage) => Storage
  /** Receives the observations instead of the list. */
  readonly observe?: Observe
}

export const wideLimits: PlanLimits = {
  perMinute: 1_000_000,
  perDay: 1_000_000,
  openOrders: 1_000_000,
}

/** A folder that is removed after the test. */
export const temporaryFolder = (t: Cleanup): string => {
  const folder = mkdtempSync(join(tmpdir(), 'petstore-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Makes an empty store in a folder, as the first start of the service does. */
export const makeStore = (dataDir: string, environment: Environment): void => {
  const file = join(dataDir, `${environment}.sqlite`)
  if (isOnPostgres) makeOnPostgres(file)
  else void openStorage(file, { environment }).close()
}

/** Starts an application that ends with the test. */
export const startApp = async (t: Cleanup, options: TestAppOptions = {}): Promise<TestApp> => {
  const { environment = 'staging', clock = new TestClock(), observe, wrapStorage, ...own } = options
  const dataDir = options.dataDir ?? temporaryFolder(t)
  const file = join(dataDir, `${environment}.sqlite`)
  const storage = isOnPostgres
    ? await openOnPostgres(file, environment)
    : openStorage(file, { environment, busyTimeout: busyTimeouts.service })
  const links = linksUnder('http://127.0.0.1/v1')
  const observations: Observation[] = []
  const used = wrapStorage?.(storage) ?? storage
  const app = await buildApp({
    eventDays: 30,
    contactDays: Infinity,
    counters: memoryCounters(used.data.changes),
    trustedProxies: [],
    securityContact: undefined,
    ...own,
    environment,
    storage: used,
    links,
    baseUrls: () => ({ production: links.base, staging: links.base }),
    // The key of the secrets is in the folder, and this machine may be called by http.
    sealer: openSealer({ dataDir, secretKey: undefined }),
    outboundFault: outboundBy(addressRule({ allowed: ['127.0.0.0/8'], takesHttp: true })),
    clock: () => clock.time,
    observers: [observe ?? ((observation) => observations.push(observation))],
  })
  app.server.listen({ host: '127.0.0.1', port: 0 })
  await once(app.server, 'listening')
  let closing: Promise<void> | undefined
  // A folder that was given may be opened again.
  let isOpenedAgain = options.dataDir !== undefined
  const close = async (): Promise<void> => {
    app.connections.close()
    await (closing ??= app.close())
  }
  t.after(async () => {
    await close()
    if (isOnPostgres && !isOpenedAgain) await dropOnPostgres(file)
  })
  const { port } = app.server.address() as AddressInfo
  const origin = `http://127.0.0.1:${port}`
  const baseUrl = `${origin}/v1`
  links.rebase(baseUrl)

  const addKey: TestApp['addKey'] = async (plan, limits = wideLimits, expiresAt, scopes) => {
    const issued = issueKey({
      environment,
      name: `A ${plan} key`,
      plan,
      limits: limitsOf(plan, limits),
      scopes,
      now: clock.time,
      expiresAt,
    })
    await storage.keys.insert(issued.record)
    return issued
  }
  const { key } = await addKey('enterprise', undefined, undefined, scopesOf(everyScope))
  return {
    ...requestsTo(baseUrl, key),
    app,
    storage,
    clock,
    port,
    origin,
    baseUrl,
    key,
    observations,
    requests: (start) => observations.slice(start).filter((one) => one.kind === 'request'),
    addKey,
    keyWith: async (...scopes) =>
      (await addKey('enterprise', undefined, undefined, scopesOf(scopes))).key,
    close,
    restart: async (later = 0) => {
      isOpenedAgain = true
      await close()
      clock.advance(later)
      return await startApp(t, { ...options, clock, dataDir })
    },
  }
}

/** A `test` of what another function makes for each, like an application. */
export const testOf =
  <T>(make: (t: TestContext) => Promise<T>) =>
  (name: string, run: (made: T, t: TestContext) => Promise<void>): void =>
    void test(name, async (t) => await run(await make(t), t))

/** A test of an application of its own. */
export const it = testOf(startApp)
