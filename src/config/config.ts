import { resolve } from 'node:path'
import type { Environment } from '../core/environments.ts'
import type { WireTimes } from '../core/limits.ts'
import type { StoreAddress } from './store-address.ts'
import { shownPlace } from './valkey-place.ts'
import {
  type CountersDown,
  type CountersPlace,
  type LogFormat,
  type LogLevel,
  type MetricsPort,
  type VariableName,
  variables,
} from './variables.ts'

/** The whole configuration, checked, and frozen. Plain data, so that it passes to the workers. */
export type Config = {
  readonly environments: readonly Environment[]
  readonly host: string
  /** An absolute path. */
  readonly dataDir: string
  /** Where each environment keeps its data. Passwords in it must not be shown. */
  readonly stores: Readonly<Record<Environment, StoreAddress>>
  readonly ports: Readonly<Record<Environment, number>>
  /** URLs that end in `/v1`; undefined for the listening address. */
  readonly baseUrls: Readonly<Record<Environment, string | undefined>>
  readonly counters: Readonly<Record<Environment, CountersPlace>>
  /** What happens to requests while that place cannot be reached. */
  readonly countersDown: CountersDown
  /** Milliseconds that an answer of that place may take. */
  readonly countersDeadline: number
  readonly trustedProxies: readonly string[]
  /** The origins whose web pages may use the service, as browsers spell them. */
  readonly corsOrigins: readonly string[]
  /** The URI for reports of vulnerabilities. */
  readonly securityContact: string | undefined
  /** Addresses and CIDR blocks that webhooks may lead to although they are not public. */
  readonly webhookAllow: readonly string[]
  /** The key that seals secrets; undefined for the one in the data folder. It must not be shown. */
  readonly secretKey: Uint8Array | undefined
  /** Whether `/console` is there. */
  readonly console: boolean
  /** Times in milliseconds. */
  readonly wire: Omit<WireTimes, 'lingerTimeout' | 'checkInterval'>
  /** Days for which events are kept. */
  readonly eventDays: number
  /** Milliseconds for which a service that was told to stop still takes connections. */
  readonly shutdownGrace: number
  readonly log: LogConfig
  readonly metrics: MetricsPort & {
    readonly host: string
    /** Names of hosts by which they may be asked for, in lower case. */
    readonly names: readonly string[]
  }
  /** Variables of earlier versions that are set and have no effect any more, each with what to do instead. */
  readonly obsoleteVariables: readonly ObsoleteVariable[]
  /** Names of variables that begin like the service's own but are none of them. */
  readonly unknownVariables: readonly string[]
}

/** What is logged, and how. */
export type LogConfig = {
  readonly level: LogLevel
  readonly format: LogFormat
  /** The share of successful requests that is logged, from 0 to 1. */
  readonly sample: number
  /** Lines of ordinary requests a second; Infinity for no bound. */
  readonly rate: number
  /** Whether a terminal may be shown colours (https://no-color.org). */
  readonly colours: boolean
}

/** The configuration is wrong. `problems` has one sentence for each mistake. */
export class ConfigError extends Error {
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.name = 'ConfigError'
    this.problems = problems
  }
}

type ObsoleteVariable = { readonly name: string; readonly explanation: string }

const obsoleteVariables: readonly ObsoleteVariable[] = [
  {
    name: 'PETSTORE_THREADS',
    explanation:
      'One thread serves each environment. To use more processors, run several nodes on PostgreSQL and Valkey (docs/cluster.md). Remove the variable.',
  },
]

/** Variables of this family that belong to the client, not to the service. */
const clientVariables = new Set(['PETSTORE_API_KEY', 'PETSTORE_BASE_URL'])

/**
 * Reads the whole configuration from environment variables. An empty variable counts as unset.
 *
 * @throws ConfigError that names each wrong variable, its value, and what it takes
 */
export const readConfig = (env: Readonly<Record<string, string | undefined>>): Config => {
  const problems: string[] = []

  const read = <N extends VariableName>(name: N): (typeof variables)[N]['fallback'] | Parsed<N> => {
    const variable = variables[name]
    const text = env[name]?.trim()
    if (text === undefined || text === '') return variable.fallback
    const value = variable.parse(text)
    if (value === undefined) {
      const shown = isSecret(name) ? 'a value that is not shown here' : JSON.stringify(text)
      problems.push(`${name} is ${shown}, but takes ${variable.takes}.`)
      return variable.fallback
    }
    // The parser belongs to this very name; TypeScript sees only the union of all parsers.
    return value as Parsed<N>
  }

  const storeOf = (name: `PETSTORE_${'PRODUCTION' | 'STAGING'}_STORE`): StoreAddress => {
    const address = read(name)
    const passwordFile = read(`${name}_PASSWORD_FILE`)
    if (passwordFile === undefined) return address
    if (address !== 'sqlite') return { ...address, passwordFile: resolve(passwordFile) }
    problems.push(`${name}_PASSWORD_FILE is set, but ${name} is no database that takes a password.`)
    return address
  }

  const config: Config = {
    environments: read('PETSTORE_ENVIRONMENTS'),
    host: read('PETSTORE_HOST'),
    dataDir: resolve(read('PETSTORE_DATA_DIR')),
    stores: {
      production: storeOf('PETSTORE_PRODUCTION_STORE'),
      staging: storeOf('PETSTORE_STAGING_STORE'),
    },
    ports: {
      production: read('PETSTORE_PRODUCTION_PORT'),
      staging: read('PETSTORE_STAGING_PORT'),
    },
    baseUrls: {
      production: read('PETSTORE_PRODUCTION_BASE_URL'),
      staging: read('PETSTORE_STAGING_BASE_URL'),
    },
    trustedProxies: read('PETSTORE_TRUSTED_PROXIES'),
    corsOrigins: read('PETSTORE_CORS_ORIGINS'),
    securityContact: read('PETSTORE_SECURITY_CONTACT'),
    webhookAllow: read('PETSTORE_WEBHOOK_ALLOW'),
    secretKey: read('PETSTORE_SECRET_KEY'),
    counters: {
      production: withPasswordFile(
        read('PETSTORE_PRODUCTION_COUNTERS'),
        read('PETSTORE_PRODUCTION_COUNTERS_PASSWORD_FILE'),
      ),
      staging: withPasswordFile(
        read('PETSTORE_STAGING_COUNTERS'),
        read('PETSTORE_STAGING_COUNTERS_PASSWORD_FILE'),
      ),
    },
    countersDown: read('PETSTORE_COUNTERS_DOWN'),
    countersDeadline: read('PETSTORE_COUNTERS_DEADLINE'),
    console: read('PETSTORE_CONSOLE'),
    wire: {
      headersTimeout: read('PETSTORE_HEADERS_TIMEOUT'),
      requestTimeout: read('PETSTORE_REQUEST_TIMEOUT'),
      responseTimeout: read('PETSTORE_RESPONSE_TIMEOUT'),
      keepAliveTimeout: read('PETSTORE_KEEP_ALIVE_TIMEOUT'),
      connections: read('PETSTORE_MAX_CONNECTIONS'),
      connectionsOfAddress: read('PETSTORE_MAX_CONNECTIONS_PER_ADDRESS'),
    },
    log: {
      level: read('PETSTORE_LOG_LEVEL'),
      format: read('PETSTORE_LOG_FORMAT'),
      sample: read('PETSTORE_LOG_SAMPLE'),
      rate: read('PETSTORE_LOG_RATE'),
      colours: (env['NO_COLOR'] ?? '') === '' && env['TERM'] !== 'dumb',
    },
    metrics: {
      host: read('PETSTORE_METRICS_HOST'),
      names: read('PETSTORE_METRICS_NAMES'),
      ...read('PETSTORE_METRICS_PORT'),
    },
    eventDays: read('PETSTORE_EVENT_DAYS'),
    shutdownGrace: read('PETSTORE_SHUTDOWN_GRACE'),
    obsoleteVariables: obsoleteVariables.filter(({ name }) => (env[name] ?? '') !== ''),
    unknownVariables: Object.keys(env).filter(
      (name) =>
        name.startsWith('PETSTORE_') &&
        !(name in variables) &&
        !clientVariables.has(name) &&
        obsoleteVariables.every((obsolete) => obsolete.name !== name),
    ),
  }
  problems.push(...contradictionsOf(config))
  if (problems.length > 0) throw new ConfigError(problems)
  return Object.freeze(config)
}

/** What is right variable by variable, and wrong together: a sentence for each. */
const contradictionsOf = ({ environments, ports, counters, wire }: Config): readonly string[] => {
  const found: string[] = []
  const { production, staging } = ports
  if (environments.length > 1 && production === staging && production !== 0) {
    found.push(
      `PETSTORE_PRODUCTION_PORT and PETSTORE_STAGING_PORT are both ${production}, but each environment needs a port of its own.`,
    )
  }
  if (
    counters.production !== 'memory' &&
    counters.staging !== 'memory' &&
    shownPlace(counters.production) === shownPlace(counters.staging)
  ) {
    found.push(
      'PETSTORE_PRODUCTION_COUNTERS and PETSTORE_STAGING_COUNTERS are the same place, but each environment needs a prefix of its own.',
    )
  }
  const { headersTimeout, requestTimeout } = wire
  if (headersTimeout > requestTimeout) {
    found.push(
      `PETSTORE_HEADERS_TIMEOUT is ${headersTimeout / 1_000}s, but takes no more than PETSTORE_REQUEST_TIMEOUT, which is ${requestTimeout / 1_000}s.`,
    )
  }
  return found
}

const withPasswordFile = (place: CountersPlace, passwordFile: string | undefined): CountersPlace =>
  place === 'memory' || passwordFile === undefined
    ? place
    : { ...place, passwordFile: resolve(passwordFile) }

const isSecret = (name: VariableName): boolean => 'isSecret' in variables[name]

type Parsed<N extends VariableName> = Exclude<ReturnType<(typeof variables)[N]['parse']>, undefined>
