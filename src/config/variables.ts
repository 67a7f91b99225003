import { isIP, isIPv6 } from 'node:net'
import { type Environment, environments } from '../core/environments.ts'
import { wireLimits } from '../core/limits.ts'
import { sealingKeyOf } from '../core/sealing.ts'
import { postgresAddressOf, type StoreAddress } from './store-address.ts'
import { readValkeyPlace, type ValkeyPlace } from './valkey-place.ts'

/** One environment variable: what it is for, its default, and how it is parsed. */
export type Variable<T> = {
  readonly description: string
  /** What stands for the default in `.env.example` and the docs. */
  readonly shownDefault: string
  readonly fallback: T
  /** What the variable takes, to end the sentence «… takes». */
  readonly takes: string
  /** Whether no message may show its value. */
  readonly isSecret?: true
  /** Returns undefined if the variable does not take the text. */
  readonly parse: (text: string) => T | undefined
}

const portVariable = (environment: Environment, fallback: number): Variable<number> => ({
  description: `The port of ${environment}; 0 takes any free one.`,
  shownDefault: String(fallback),
  fallback,
  takes: 'a whole number from 0 to 65535',
  parse: (text) => wholeNumber(text, 0, 65_535),
})

const baseUrlVariable = (environment: Environment): Variable<string | undefined> => ({
  description: `The address under which clients reach ${environment}; links in answers begin with it.`,
  shownDefault:
    'the listening address, ending in /v1; links are relative if the service listens on all addresses',
  fallback: undefined,
  takes:
    'an http or https URL that ends in /v1, like https://api.example.com/v1, of at most 1,000 characters',
  parse: (text) => {
    // The bound keeps the headers that hold it within what the OpenAPI document says.
    const url = text.length > 1_000 ? null : URL.parse(text)
    if (url === null || !/^https?:$/.test(url.protocol)) return undefined
    if (url.search !== '' || url.hash !== '' || url.username !== '' || url.password !== '') {
      return undefined
    }
    // Not `url.href`, which keeps a trailing ? or #.
    return url.pathname.endsWith('/v1') ? url.origin + url.pathname : undefined
  },
})

const storeVariable = (environment: Environment): Variable<StoreAddress> => ({
  description: `Where ${environment} keeps its data: sqlite for a file in PETSTORE_DATA_DIR, or a database on PostgreSQL.`,
  shownDefault: 'sqlite',
  fallback: 'sqlite',
  takes:
    'sqlite, or an address like postgres://user@host1,host2/database, with ?sslmode=verify-full or disable and sslrootcert=FILE',
  isSecret: true,
  parse: (text) => (text === 'sqlite' ? text : postgresAddressOf(text)),
})

/** Where the requests of an environment are counted. */
export type CountersPlace = 'memory' | ValkeyPlace

const countersVariable = (environment: Environment): Variable<CountersPlace> => ({
  description: `Where the requests of ${environment} are counted: in the memory of the process, or in Valkey or Redis, so that any number of processes count together.`,
  shownDefault: 'memory',
  fallback: 'memory',
  takes:
    'memory, or a URL like valkey://user@host:6379/prefix, valkeys://host/prefix?ca=/etc/ca.pem or valkey://master/prefix?sentinels=a,b:26379; redis and rediss mean the same',
  // The URL may have a password.
  isSecret: true,
  parse: (text) => (text === 'memory' ? text : readValkeyPlace(text, `petstore:${environment}`)),
})

const passwordFileVariable = (description: string): Variable<string | undefined> => ({
  description,
  shownDefault: 'none',
  fallback: undefined,
  takes: 'the path of a file',
  parse: (text) => (text.includes('\0') ? undefined : text),
})

const wholeNumber = (text: string, minimum: number, maximum: number): number | undefined => {
  if (!/^\d{1,10}$/.test(text)) return undefined
  const value = Number(text)
  return value >= minimum && value <= maximum ? value : undefined
}

/** A limit on the time of a connection. */
const wireTimeVariable = (description: string, fallback: number): Variable<number> => ({
  description,
  shownDefault: `${fallback / 1_000}s`,
  fallback,
  takes: 'a span of time like 10s or 2m, from 1s to 10m',
  parse: (text) => span(text, 1_000, 600_000),
})

/** A span of time, in milliseconds. */
const span = (text: string, shortest: number, longest: number): number | undefined => {
  const [, count, unit] = /^(\d{1,3})([sm])$/.exec(text) ?? []
  const milliseconds = Number(count) * (unit === 'm' ? 60_000 : 1_000)
  return milliseconds >= shortest && milliseconds <= longest ? milliseconds : undefined
}

const list = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** An IP address, or a CIDR block of them. */
const isRange = (entry: string): boolean => {
  const [address = '', prefix, ...rest] = entry.split('/')
  if (isIP(address) === 0 || address.includes('%') || rest.length > 0) return false
  return prefix === undefined || wholeNumber(prefix, 0, isIPv6(address) ? 128 : 32) !== undefined
}

/** An origin as browsers spell it: scheme, host in lower case, and the port unless it is the default. */
const originOf = (text: string): string | undefined => {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol)) return undefined
  // Nothing may follow the origin, but a slash. `href` keeps an empty query or fragment.
  return url.href === `${url.origin}/` && !url.host.includes('*') ? url.origin : undefined
}

export const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

const logFormats = ['auto', 'json', 'pretty'] as const
export type LogFormat = (typeof logFormats)[number]

/** What the service does while the engine that counts does not answer. */
export type CountersDown = 'count' | 'refuse'

/** The port of the metrics, and whether the service may start without it. */
export type MetricsPort = {
  /** Undefined for no metrics; 0 for any free port. */
  readonly port: number | undefined
  /** Whether a taken port stops the start. It does if the operator chose the port. */
  readonly required: boolean
}

/** Every environment variable that the service reads. */
export const variables = {
  PETSTORE_ENVIRONMENTS: {
    description: 'The environments that `petstore serve` runs.',
    shownDefault: 'production,staging',
    fallback: environments,
    takes: 'production, staging, or both with a comma between',
    parse: (text: string): readonly Environment[] | undefined => {
      const named = list(text)
      const known = environments.filter((environment) => named.includes(environment))
      return known.length > 0 && known.length === named.length ? known : undefined
    },
  },
  PETSTORE_HOST: {
    description: 'The address to listen on; 0.0.0.0 and :: mean all addresses.',
    shownDefault: '127.0.0.1',
    fallback: '127.0.0.1',
    takes: 'an IP address or localhost',
    parse: (text: string) => (isIP(text) !== 0 || text === 'localhost' ? text : undefined),
  },
  PETSTORE_DATA_DIR: {
    description: 'The folder of the databases, one file for each environment.',
    shownDefault: './data',
    fallback: './data',
    takes: 'the path of a folder',
    parse: (text: string) => (text.includes('\0') ? undefined : text),
  },
  PETSTORE_PRODUCTION_STORE: storeVariable('production'),
  PETSTORE_PRODUCTION_STORE_PASSWORD_FILE: passwordFileVariable(
    'A file with the password for the database of production on PostgreSQL.',
  ),
  PETSTORE_STAGING_STORE: storeVariable('staging'),
  PETSTORE_STAGING_STORE_PASSWORD_FILE: passwordFileVariable(
    'A file with the password for the database of staging on PostgreSQL.',
  ),
  PETSTORE_PRODUCTION_PORT: portVariable('production', 8080),
  PETSTORE_STAGING_PORT: portVariable('staging', 8081),
  PETSTORE_PRODUCTION_BASE_URL: baseUrlVariable('production'),
  PETSTORE_STAGING_BASE_URL: baseUrlVariable('staging'),
  PETSTORE_TRUSTED_PROXIES: {
    description: 'Proxies whose X-Forwarded-For names the client.',
    shownDefault: 'none',
    fallback: [],
    takes: 'IP addresses or CIDR blocks with commas between, like 10.0.0.0/8,::1',
    parse: (text: string): readonly string[] | undefined => {
      const entries = list(text)
      return entries.every(isRange) ? entries : undefined
    },
  },
  PETSTORE_CORS_ORIGINS: {
    description: 'Origins whose web pages may use the service from a browser (CORS).',
    shownDefault: 'none',
    fallback: [],
    takes:
      'origins with commas between, like https://shop.example.com,http://localhost:5173, and no *',
    parse: (text: string): readonly string[] | undefined => {
      const entries = list(text)
      const origins = entries.map(originOf).filter((origin) => origin !== undefined)
      return origins.length === entries.length ? [...new Set(origins)] : undefined
    },
  },
  PETSTORE_SECURITY_CONTACT: {
    description:
      'Where to report a vulnerability. The service publishes it in /.well-known/security.txt.',
    shownDefault: 'none: there is no security.txt',
    fallback: undefined,
    takes: 'a URI like mailto:security@example.com or https://example.com/security',
    parse: (text: string) =>
      /^(?:https:\/\/|mailto:|tel:)[!-~]{3,500}$/.test(text) ? text : undefined,
  },
  PETSTORE_WEBHOOK_ALLOW: {
    description:
      'Addresses that webhooks may lead to although they are not public, like receivers in your own network; in staging by http too.',
    shownDefault: 'none',
    fallback: [],
    takes: 'IP addresses or CIDR blocks with commas between, like 10.1.2.0/24,127.0.0.0/8',
    parse: (text: string): readonly string[] | undefined => {
      const entries = list(text)
      return entries.every(isRange) ? entries : undefined
    },
  },
  PETSTORE_SECRET_KEY: {
    description: 'The key that seals the secrets of webhooks in the database. Keep a copy of it.',
    shownDefault: 'the service makes a key and keeps it in secret.key in the folder of the data',
    fallback: undefined,
    takes:
      '32 random bytes in base64 or as 64 hexadecimal digits, as openssl rand -base64 32 prints',
    isSecret: true,
    parse: sealingKeyOf,
  },
  PETSTORE_PRODUCTION_COUNTERS: countersVariable('production'),
  PETSTORE_PRODUCTION_COUNTERS_PASSWORD_FILE: passwordFileVariable(
    'A file with the password of PETSTORE_PRODUCTION_COUNTERS.',
  ),
  PETSTORE_STAGING_COUNTERS: countersVariable('staging'),
  PETSTORE_STAGING_COUNTERS_PASSWORD_FILE: passwordFileVariable(
    'A file with the password of PETSTORE_STAGING_COUNTERS.',
  ),
  PETSTORE_COUNTERS_DOWN: {
    description:
      'What the service does while Valkey or Redis does not answer: it counts alone, or refuses all requests with 503.',
    shownDefault: 'count',
    fallback: 'count',
    takes: 'count or refuse',
    parse: (text: string): CountersDown | undefined =>
      text === 'count' || text === 'refuse' ? text : undefined,
  },
  PETSTORE_COUNTERS_DEADLINE: {
    description:
      'How long an answer of Valkey or Redis may take before the service counts without it.',
    shownDefault: '75ms',
    fallback: 75,
    takes: 'a span of time like 75ms, from 10ms to 5000ms',
    parse: (text: string): number | undefined => {
      const [, count = ''] = /^(\d+)ms$/.exec(text) ?? []
      return wholeNumber(count, 10, 5_000)
    },
  },
  PETSTORE_CONSOLE: {
    description: 'Whether the service serves the console for staff at /console.',
    shownDefault: 'on',
    fallback: true,
    takes: 'on or off',
    parse: (text: string): boolean | undefined =>
      text === 'on' ? true : text === 'off' ? false : undefined,
  },
  PETSTORE_HEADERS_TIMEOUT: wireTimeVariable(
    'From the first byte of a request, or the opening of a connection, to the end of its headers.',
    wireLimits.headersTimeout,
  ),
  PETSTORE_REQUEST_TIMEOUT: wireTimeVariable(
    'From the first byte of a request to the end of its body.',
    wireLimits.requestTimeout,
  ),
  PETSTORE_RESPONSE_TIMEOUT: wireTimeVariable(
    'From the end of a request’s headers until its client has taken the answer.',
    wireLimits.responseTimeout,
  ),
  PETSTORE_KEEP_ALIVE_TIMEOUT: wireTimeVariable(
    'How long a connection may be idle between requests; longer than a proxy before it keeps one.',
    wireLimits.keepAliveTimeout,
  ),
  PETSTORE_MAX_CONNECTIONS: {
    description:
      'How many connections each environment may have open; it closes further ones at once.',
    shownDefault: '10000',
    fallback: wireLimits.connections,
    takes: 'a whole number from 1 to 1000000',
    parse: (text: string) => wholeNumber(text, 1, 1_000_000),
  },
  PETSTORE_MAX_CONNECTIONS_PER_ADDRESS: {
    description:
      'How many connections one network address (an IPv4 address, or an IPv6 /64) may have open; trusted proxies may have all.',
    shownDefault: '1000',
    fallback: wireLimits.connectionsOfAddress,
    takes: 'a whole number from 1 to 1000000',
    parse: (text: string) => wholeNumber(text, 1, 1_000_000),
  },
  PETSTORE_LOG_LEVEL: {
    description: 'The lowest level that is logged.',
    shownDefault: 'info',
    fallback: 'info',
    takes: `one of ${logLevels.join(', ')}`,
    parse: (text: string): LogLevel | undefined => logLevels.find((level) => level === text),
  },
  PETSTORE_LOG_FORMAT: {
    description: 'The format of the log; auto is pretty on a terminal and json elsewhere.',
    shownDefault: 'auto',
    fallback: 'auto',
    takes: `one of ${logFormats.join(', ')}`,
    parse: (text: string): LogFormat | undefined => logFormats.find((format) => format === text),
  },
  PETSTORE_LOG_SAMPLE: {
    description: 'The share of successful requests that is logged; all other requests always are.',
    shownDefault: '1',
    fallback: 1,
    takes: 'a number from 0 to 1, like 0.01',
    parse: (text: string): number | undefined =>
      /^(?:0|1|0?\.\d{1,9}|1\.0{1,9})$/.test(text) ? Number(text) : undefined,
  },
  PETSTORE_LOG_RATE: {
    description:
      'How many ordinary requests (answered well, or refused with 429) each environment logs in a second; the log says how many it left out.',
    shownDefault: '1000',
    fallback: 1_000,
    takes: 'a whole number from 1 to 1000000, or off for no bound',
    parse: (text: string): number | undefined =>
      text === 'off' ? Number.POSITIVE_INFINITY : wholeNumber(text, 1, 1_000_000),
  },
  PETSTORE_METRICS_HOST: {
    description: 'The address on which the service serves the metrics, without a key.',
    shownDefault: '127.0.0.1',
    fallback: '127.0.0.1',
    takes: 'an IP address or localhost',
    parse: (text: string) => (isIP(text) !== 0 || text === 'localhost' ? text : undefined),
  },
  PETSTORE_METRICS_NAMES: {
    description:
      'Names in `Host` by which the metrics may be asked for, beside addresses and localhost; any other is refused with 421.',
    shownDefault: 'none',
    fallback: [],
    takes: 'names of hosts with commas between, like metrics.example.com,petstore',
    parse: (text: string): readonly string[] | undefined => {
      const names = list(text).map((name) => name.toLowerCase())
      return names.every((name) => /^[a-z0-9_]([\w.-]{0,251}[a-z0-9_])?$/.test(name))
        ? names
        : undefined
    },
  },
  PETSTORE_METRICS_PORT: {
    description:
      'The port of the metrics; 0 takes any free one, off serves none. If the default port is taken, the service starts without metrics.',
    shownDefault: '9464',
    fallback: { port: 9_464, required: false },
    takes: 'a whole number from 0 to 65535, or off',
    parse: (text: string): MetricsPort | undefined => {
      if (text === 'off') return { port: undefined, required: false }
      const port = wholeNumber(text, 0, 65_535)
      return port === undefined ? undefined : { port, required: true }
    },
  },
  PETSTORE_EVENT_DAYS: {
    description:
      'How many days events and deliveries are kept. A client that asks for older events is told so.',
    shownDefault: '30',
    fallback: 30,
    takes: 'a whole number from 1 to 365',
    parse: (text: string): number | undefined => wholeNumber(text, 1, 365),
  },
  PETSTORE_SHUTDOWN_GRACE: {
    description:
      'How long the service still takes connections after it was told to stop, and /readyz says so. Set it to the time that a balancer needs to notice.',
    shownDefault: '0s',
    fallback: 0,
    takes: 'a span of time like 0s, 15s or 2m, up to 10m',
    parse: (text: string): number | undefined => span(text, 0, 600_000),
  },
} as const satisfies Record<string, Variable<unknown>>

export type VariableName = keyof typeof variables
