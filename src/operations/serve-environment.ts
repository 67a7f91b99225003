import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { isIPv6 } from 'node:net'
import type { Clock } from '../clock.ts'
import { type App, buildApp } from '../app.ts'
import type { Config } from '../config/config.ts'
import type { Environment } from '../keys/key-format.ts'
import { Links } from '../links.ts'
import { dataFiles } from '../storage/data-files.ts'
import { refuseDamagedFile } from '../storage/sqlite/damage.ts'
import { busyTimeouts } from '../storage/sqlite/database.ts'
import { observedStorage } from '../storage/observed.ts'
import { takeServiceLock } from '../storage/sqlite/lock.ts'
import { openSqliteStorage } from '../storage/sqlite/storage.ts'
import { seedFor } from '../seed.ts'
import { mostConnections, openFileLimit } from './file-limit.ts'
import { drain } from './drain.ts'
import type { Observe } from './observation.ts'
import { watchVitalSigns } from './vital-signs.ts'

/** An environment that serves. */
export type ServedEnvironment = {
  readonly baseUrl: string
  /** The key of a new staging store; there is no other time at which it can be seen. */
  readonly firstKey: string | undefined
  setBaseUrls(baseUrls: Readonly<Record<Environment, string>>): void
  /**
   * Answers what is under way, saves what is counted, and closes everything.
   *
   * @param grace milliseconds in which new connections are still taken
   */
  stop(reason: string, grace: number): Promise<void>
}

type ServeParts = {
  readonly config: Config
  readonly environment: Environment
  readonly clock: Clock
  readonly observe: Observe
  /** Lines that the log has given up so far. */
  readonly logLinesDropped: () => number
}

/**
 * Opens the store of an environment and listens on its port.
 *
 * @throws Error with a message for the operator; everything is closed again, nothing is changed
 */
export const serveEnvironment = async (parts: ServeParts): Promise<ServedEnvironment> => {
  const { config, environment, clock, observe, logLinesDropped } = parts
  const files = dataFiles(config.dataDir, environment)
  const lock = takeServiceLock(files.lock)
  if (lock === undefined) {
    throw new Error(
      `Another petstore serves ${environment} from ${config.dataDir} already. Stop it, or set PETSTORE_DATA_DIR to another folder.`,
    )
  }
  let app: App | undefined
  try {
    refuseDamagedFile(files.database)
    const storage = observedStorage(
      openSqliteStorage(files.database, environment, busyTimeouts.service),
      observe,
    )
    const links = new Links(config.baseUrls[environment] ?? 'http://127.0.0.1/v1')
    const connections = mostConnections(
      config.wire.connections,
      config.environments.length,
      openFileLimit(),
    )
    let baseUrls: Readonly<Record<Environment, string>> | undefined
    app = await buildApp({
      environment,
      storage,
      links,
      baseUrls: () => baseUrls ?? { production: links.base, staging: links.base },
      trustedProxies: config.trustedProxies,
      wireTimes: { ...config.wire, connections },
      clock,
      observe,
    })
    await listen(app, config, environment)
    const listening = app
    links.rebase(config.baseUrls[environment] ?? listeningUrl(config.host, app))

    const seed = seedFor(environment, clock())
    const seeded = await storage.seedOnce(seed)
    observe({ kind: 'listening', baseUrl: links.base })
    const { server } = app
    const stopWatching = watchVitalSigns({
      server,
      storage,
      clock,
      logLinesDropped,
      observe: app.observe,
    })
    return {
      baseUrl: links.base,
      firstKey: seeded ? seed.firstKey : undefined,
      setBaseUrls: (all) => {
        baseUrls = all
      },
      stop: async (reason, grace) => {
        observe({ kind: 'stopping', reason })
        await drain(listening, grace, observe)
        stopWatching()
        lock.release()
        observe({ kind: 'stopped' })
      },
    }
  } catch (error) {
    await app?.close()
    lock.release()
    throw error
  }
}

const listen = async ({ server }: App, config: Config, environment: Environment): Promise<void> => {
  const port = config.ports[environment]
  const variable = `PETSTORE_${environment.toUpperCase()}_PORT`
  try {
    server.listen({ host: config.host, port })
    await once(server, 'listening')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'EADDRINUSE') {
      throw new Error(
        `Port ${port} of ${config.host} is taken by another program. Stop it, or set ${variable} to another port.`,
        { cause: error },
      )
    }
    if (code === 'EACCES') {
      throw new Error(
        `Port ${port} needs privileges that this user lacks. Set ${variable} to a port from 1024 on.`,
        { cause: error },
      )
    }
    if (code === 'EADDRNOTAVAIL') {
      throw new Error(
        `This machine has no address ${config.host}. Set PETSTORE_HOST to one that it has.`,
        {
          cause: error,
        },
      )
    }
    throw error
  }
}

const listeningUrl = (host: string, { server }: App): string => {
  // A TCP server's address is an object once it listens.
  const { port } = server.address() as AddressInfo
  return `http://${isIPv6(host) ? `[${host}]` : host}:${port}/v1`
}
