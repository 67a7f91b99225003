import { resolve } from 'node:path'
import type { Environment } from '../environments.ts'
import type { StoreAddress } from './store-address.ts'
import { shownPlace } from './valkey-place.ts'
import { otherTraceVariables } from './trace-variables.ts'
import { type CountersPlace, type VariableName, variables } from './variables.ts'

/** The whole configuration, validated and frozen. It is plain data, so that it can be sent to worker threads. */
export type Config = Readonly<ReturnType<typeof configOf>>

export type CountersDown = Config['countersDown']

/** The configuration is wrong. `problems` has one sentence for each mistake. */
export class ConfigError extends Error {
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.name = 'ConfigError'
    this.problems = problems
  }
}

/** Variables of earlier versions that have no effect any more, each with what to do instead. */
const obsolete = [
  {
    name: 'PETSTORE_THREADS',
    explanation:
      'One thread serves each environment. To use more processors, run several nodes on PostgreSQL and Valkey (docs/cluster.md). Remove the variable.',
  },
] as const

/** All known variables: those of the service and of the client, and the obsolete ones. */
const known = new Set([
  ...Object.keys(variables),
  'PETSTORE_API_KEY',
  'PETSTORE_BASE_URL',
  ...obsolete.map(({ name }) => name),
])

export type Env = Readonly<Record<string, string | undefined>>

type Value<N extends VariableName> =
  | (typeof variables)[N]['fallback']
  | Exclude<ReturnType<(typeof variables)[N]['parse']>, undefined>

/** Reads the whole configuration. An empty variable counts as unset. Throws ConfigError. */
export const readConfig = (env: Env): Config => {
  const problems: string[] = []
  const read = <N extends VariableName>(name: N): Value<N> => {
    const variable = variables[name]
    const text = env[name]?.trim()
    if (text === undefined || text === '') return variable.fallback
    const value = variable.parse(text)
    if (value === undefined) {
      const shown = 'isSecret' in variable ? 'a value that is not shown here' : JSON.stringify(text)
      problems.push(`${name} is ${shown}, but takes ${variable.takes}.`)
      return variable.fallback
    }
    // The parser belongs to this very name; TypeScript sees only the union of all parsers.
    return value as Value<N>
  }
  const config = configOf(read, env, problems)
  problems.push(...contradictionsOf(config))
  if (problems.length === 0 && read('PETSTORE_SECRET_KEY') && read('PETSTORE_SECRET_KEY_FILE'))
    problems.push('PETSTORE_SECRET_KEY and PETSTORE_SECRET_KEY_FILE are both set; unset one.')
  if (problems.length > 0) throw new ConfigError(problems)
  return Object.freeze(config)
}

type Prefix = `PETSTORE_${'PRODUCTION' | 'STAGING'}`

const each = <T>(of: (prefix: Prefix) => T): Readonly<Record<Environment, T>> => ({
  production: of('PETSTORE_PRODUCTION'),
  staging: of('PETSTORE_STAGING'),
})

/** Times are in milliseconds. */
const configOf = (
  read: <N extends VariableName>(name: N) => Value<N>,
  env: Env,
  problems: string[],
) => ({
  environments: read('PETSTORE_ENVIRONMENTS'),
  host: read('PETSTORE_HOST'),
  dataDir: resolve(read('PETSTORE_DATA_DIR')),
  /** May contain passwords, which must not be shown. */
  stores: each((prefix): StoreAddress => {
    const address = read(`${prefix}_STORE`)
    const passwordFile = read(`${prefix}_STORE_PASSWORD_FILE`)
    if (passwordFile === undefined) return address
    if (address !== 'sqlite') return { ...address, passwordFile: resolve(passwordFile) }
    problems.push(
      `${prefix}_STORE_PASSWORD_FILE is set, but ${prefix}_STORE is not a database that takes a password.`,
    )
    return address
  }),
  ports: each((prefix) => read(`${prefix}_PORT`)),
  /** URLs that end in `/v1`; undefined for the listening address. */
  baseUrls: each((prefix) => read(`${prefix}_BASE_URL`)),
  trustedProxies: read('PETSTORE_TRUSTED_PROXIES'),
  corsOrigins: read('PETSTORE_CORS_ORIGINS'),
  securityContact: read('PETSTORE_SECURITY_CONTACT'),
  webhookAllow: read('PETSTORE_WEBHOOK_ALLOW'),
  /** Undefined if the key is in the data folder. It must not be shown. */
  secretKey: read('PETSTORE_SECRET_KEY') ?? read('PETSTORE_SECRET_KEY_FILE'),
  /** May contain passwords, which must not be shown. */
  counters: each((prefix): CountersPlace => {
    const place = read(`${prefix}_COUNTERS`)
    const passwordFile = read(`${prefix}_COUNTERS_PASSWORD_FILE`)
    return place === 'memory' || passwordFile === undefined
      ? place
      : { ...place, passwordFile: resolve(passwordFile) }
  }),
  countersDown: read('PETSTORE_COUNTERS_DOWN'),
  countersDeadline: read('PETSTORE_COUNTERS_DEADLINE'),
  console: read('PETSTORE_CONSOLE') === 'on',
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
    /** Lines of ordinary requests a second; Infinity for no bound. */
    rate: read('PETSTORE_LOG_RATE'),
    /** Whether a terminal may be shown colours (https://no-color.org). */
    colours: (env['NO_COLOR'] ?? '') === '' && env['TERM'] !== 'dumb',
  },
  metrics: {
    host: read('PETSTORE_METRICS_HOST'),
    names: read('PETSTORE_METRICS_NAMES'),
    ...read('PETSTORE_METRICS_PORT'),
    diagnostics: read('PETSTORE_DIAGNOSTICS') === 'on',
  },
  traces: tracesOf(read),
  eventDays: read('PETSTORE_EVENT_DAYS'),
  contactDays: read('PETSTORE_CONTACT_DAYS'),
  envFile: read('PETSTORE_ENV_FILE'),
  shutdownGrace: read('PETSTORE_SHUTDOWN_GRACE'),
  obsoleteVariables: obsolete.filter(({ name }) => (env[name] ?? '') !== ''),
  unknownVariables: Object.keys(env).filter(
    (name) => name.startsWith('PETSTORE_') && !known.has(name),
  ),
})

/** The protocol of traces; undefined if tracing is off. The packages read the other variables, checked only with a collector. */
const tracesOf = (read: <N extends VariableName>(name: N) => Value<N>) => {
  const endpoint = read('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT') ?? read('OTEL_EXPORTER_OTLP_ENDPOINT')
  if (endpoint === undefined || read('OTEL_SDK_DISABLED') === 'true') return undefined
  if (read('OTEL_TRACES_EXPORTER') === 'none') return undefined
  for (const name of otherTraceVariables) read(name)
  // Read the general variable only if needed: it may name a protocol that only other signals support.
  return read('OTEL_EXPORTER_OTLP_TRACES_PROTOCOL') ?? read('OTEL_EXPORTER_OTLP_PROTOCOL')
}

/** Finds variables that are valid alone but contradict each other. Returns a sentence for each contradiction. */
const contradictionsOf = ({ environments, ports, counters, wire }: Config): readonly string[] => {
  const found: string[] = []
  const { production, staging } = ports
  if (environments.length > 1 && production === staging && production !== 0) {
    found.push(
      `PETSTORE_PRODUCTION_PORT and PETSTORE_STAGING_PORT are both ${production}, but each environment needs its own port.`,
    )
  }
  if (
    counters.production !== 'memory' &&
    counters.staging !== 'memory' &&
    shownPlace(counters.production) === shownPlace(counters.staging)
  ) {
    found.push(
      'PETSTORE_PRODUCTION_COUNTERS and PETSTORE_STAGING_COUNTERS are the same place, but each environment needs its own prefix.',
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
