import { readFileSync } from 'node:fs'
import { isIP, isIPv6 } from 'node:net'
import { type Environment, environments } from '../environments.ts'
import { wireLimits } from '../limits.ts'
import { sealingKeyOf } from '../sealing.ts'
import { postgresAddressOf, type StoreAddress } from './store-address.ts'
import { traceVariables } from './trace-variables.ts'
import { readValkeyPlace, type ValkeyPlace } from './valkey-place.ts'
import { choice, count, million, share, type Variable, wholeNumber } from './variable.ts'

export type CountersPlace = 'memory' | ValkeyPlace

export const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

const ports = [0, 65_535] as const

/** A span of time, in milliseconds. */
const span = (
  description: string,
  fallback: number,
  minimum: number,
  takes: string,
): Variable<number> => ({
  description,
  shownDefault: `${fallback / 1_000}s`,
  fallback,
  takes: `a span of time like ${takes}`,
  parse: (text) => {
    const [, number, unit] = /^(\d{1,3})([sm])$/.exec(text) ?? []
    const milliseconds = Number(number) * (unit === 'm' ? 60_000 : 1_000)
    return milliseconds >= minimum && milliseconds <= 600_000 ? milliseconds : undefined
  },
})

const wireTime = (description: string, fallback: number): Variable<number> =>
  span(description, fallback, 1_000, '10s or 2m, from 1s to 10m')

/** Several values, separated by commas. `parse` returns undefined for an invalid one. */
const several = (
  description: string,
  takes: string,
  parse: (entry: string) => string | undefined,
): Variable<readonly string[]> => ({
  description,
  shownDefault: 'none',
  fallback: [],
  takes,
  parse: (text) => {
    const entries = list(text)
    const values = entries.map(parse).filter((value) => value !== undefined)
    return values.length === entries.length ? [...new Set(values)] : undefined
  },
})

const list = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** IP addresses and CIDR blocks. */
const ranges = (description: string, example: string): Variable<readonly string[]> =>
  several(
    description,
    `IP addresses or CIDR blocks separated by commas, like ${example}`,
    (entry) => {
      const [address = '', prefix, ...rest] = entry.split('/')
      if (isIP(address) === 0 || address.includes('%') || rest.length > 0) return undefined
      const bits = isIPv6(address) ? 128 : 32
      return prefix === undefined || wholeNumber(prefix, 0, bits) !== undefined ? entry : undefined
    },
  )

/** Returns the origin as browsers write it: scheme, host in lower case, and the port unless it is the default. */
const originOf = (text: string): string | undefined => {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol)) return undefined
  // Only a slash may follow the origin. `href` keeps an empty query or fragment.
  return url.href === `${url.origin}/` && !url.host.includes('*') ? url.origin : undefined
}

const host = (description: string): Variable<string> => ({
  description,
  fallback: '127.0.0.1',
  takes: 'an IP address or localhost',
  parse: (text) => (isIP(text) !== 0 || text === 'localhost' ? text : undefined),
})

const pathOf = (text: string): string | undefined => (text.includes('\0') ? undefined : text)

const fileAt = (description: string): Variable<string | undefined> => ({
  description,
  shownDefault: 'none',
  fallback: undefined,
  takes: 'the path of a file',
  parse: pathOf,
})

const passwordFile = (of: string) => fileAt(`A file with the password ${of}.`)

const storePassword = (environment: Environment) =>
  passwordFile(`for the database of ${environment} on PostgreSQL`)

const port = (environment: Environment, fallback: number): Variable<number> =>
  count(`The port of ${environment}; 0 takes any free one.`, fallback, ports)

const baseUrl = (environment: Environment): Variable<string | undefined> => ({
  description: `The address under which clients reach ${environment}; links in answers begin with it.`,
  shownDefault:
    'the listening address, ending in /v1; links are relative if the service listens on all addresses',
  fallback: undefined,
  takes:
    'an http or https URL that ends in /v1, like https://api.example.com/v1, of at most 1,000 characters',
  parse: (text) => {
    // The limit keeps headers that contain the URL within the lengths of the OpenAPI document.
    const url = text.length > 1_000 ? null : URL.parse(text)
    if (url === null || !/^https?:$/.test(url.protocol)) return undefined
    if (url.search !== '' || url.hash !== '' || url.username !== '' || url.password !== '') {
      return undefined
    }
    // Not `url.href`, which keeps a trailing ? or #.
    return url.pathname.endsWith('/v1') ? url.origin + url.pathname : undefined
  },
})

const store = (environment: Environment): Variable<StoreAddress> => ({
  description: `Where ${environment} keeps its data: sqlite for a file in PETSTORE_DATA_DIR, or a database on PostgreSQL.`,
  fallback: 'sqlite',
  takes:
    'sqlite, or an address like postgres://user@host1,host2/database, with ?sslmode=verify-full or disable and sslrootcert=FILE',
  isSecret: true,
  parse: (text) => (text === 'sqlite' ? text : postgresAddressOf(text)),
})

const counters = (environment: Environment): Variable<CountersPlace> => ({
  description: `Where the requests of ${environment} are counted: in the memory of the process, or in Valkey or Redis, so that any number of processes count together.`,
  fallback: 'memory',
  takes:
    'memory, or a URL like valkey://user@host:6379/prefix, valkeys://host/prefix?ca=/etc/ca.pem or valkey://master/prefix?sentinels=a,b:26379; redis and rediss mean the same',
  // The URL may contain a password.
  isSecret: true,
  parse: (text) => (text === 'memory' ? text : readValkeyPlace(text, `petstore:${environment}`)),
})

export const variables = {
  PETSTORE_ENVIRONMENTS: {
    description: 'The environments that `petstore serve` runs.',
    fallback: environments,
    takes: 'production, staging, or both separated by a comma',
    parse: (text: string): readonly Environment[] | undefined => {
      const named = list(text)
      const known = environments.filter((environment) => named.includes(environment))
      return known.length > 0 && known.length === named.length ? known : undefined
    },
  },
  PETSTORE_HOST: host('The address to listen on; 0.0.0.0 and :: mean all addresses.'),
  PETSTORE_DATA_DIR: {
    description: 'The folder of the databases, one file for each environment.',
    fallback: './data',
    takes: 'the path of a folder',
    parse: pathOf,
  },
  PETSTORE_PRODUCTION_STORE: store('production'),
  PETSTORE_PRODUCTION_STORE_PASSWORD_FILE: storePassword('production'),
  PETSTORE_STAGING_STORE: store('staging'),
  PETSTORE_STAGING_STORE_PASSWORD_FILE: storePassword('staging'),
  PETSTORE_PRODUCTION_PORT: port('production', 8080),
  PETSTORE_STAGING_PORT: port('staging', 8081),
  PETSTORE_PRODUCTION_BASE_URL: baseUrl('production'),
  PETSTORE_STAGING_BASE_URL: baseUrl('staging'),
  PETSTORE_TRUSTED_PROXIES: ranges(
    'Proxies whose X-Forwarded-For names the client.',
    '10.0.0.0/8,::1',
  ),
  PETSTORE_CORS_ORIGINS: several(
    'Origins whose web pages may use the service from a browser (CORS).',
    'origins separated by commas, like https://shop.example.com,http://localhost:5173, not *',
    originOf,
  ),
  PETSTORE_SECURITY_CONTACT: {
    description:
      'Where to report a vulnerability. The service publishes it in /.well-known/security.txt.',
    shownDefault: 'none: there is no security.txt',
    fallback: undefined,
    takes: 'a URI like mailto:security@example.com or https://example.com/security',
    parse: (text: string) =>
      /^(?:https:\/\/|mailto:|tel:)[!-~]{3,500}$/.test(text) ? text : undefined,
  },
  PETSTORE_WEBHOOK_ALLOW: ranges(
    'Addresses that webhooks may lead to although they are not public, like receivers in your own network; in staging by http too.',
    '10.1.2.0/24,127.0.0.0/8',
  ),
  PETSTORE_SECRET_KEY: {
    description: 'The key that seals the secrets of webhooks in the database. Keep a copy of it.',
    shownDefault: 'the service makes a key and keeps it in secret.key in the folder of the data',
    fallback: undefined,
    takes:
      '32 random bytes in base64 or as 64 hexadecimal digits, as openssl rand -base64 32 prints',
    isSecret: true,
    parse: sealingKeyOf,
  },
  PETSTORE_SECRET_KEY_FILE: {
    description: 'A file with the key, if PETSTORE_SECRET_KEY is not set.',
    shownDefault: 'none',
    fallback: undefined,
    takes: 'the path of a file that the service can read, with a key like PETSTORE_SECRET_KEY',
    parse: (path: string) => {
      try {
        return sealingKeyOf(readFileSync(path, 'utf8').trim())
      } catch {
        return undefined
      }
    },
  },
  PETSTORE_PRODUCTION_COUNTERS: counters('production'),
  PETSTORE_PRODUCTION_COUNTERS_PASSWORD_FILE: passwordFile('of PETSTORE_PRODUCTION_COUNTERS'),
  PETSTORE_STAGING_COUNTERS: counters('staging'),
  PETSTORE_STAGING_COUNTERS_PASSWORD_FILE: passwordFile('of PETSTORE_STAGING_COUNTERS'),
  PETSTORE_COUNTERS_DOWN: choice(
    'What the service does while Valkey or Redis does not answer: it counts alone, or refuses all requests with 503.',
    ['count', 'refuse'],
    'count',
  ),
  PETSTORE_COUNTERS_DEADLINE: {
    description:
      'How long an answer of Valkey or Redis may take before the service counts without it.',
    shownDefault: '75ms',
    fallback: 75,
    takes: 'a span of time like 75ms, from 10ms to 5000ms',
    parse: (text: string) => wholeNumber(/^(\d+)ms$/.exec(text)?.[1] ?? '', 10, 5_000),
  },
  PETSTORE_CONSOLE: choice(
    'Whether the service serves the console for staff at /console.',
    ['on', 'off'],
    'on',
  ),
  PETSTORE_HEADERS_TIMEOUT: wireTime(
    'From the first byte of a request, or the opening of a connection, to the end of its headers.',
    wireLimits.headersTimeout,
  ),
  PETSTORE_REQUEST_TIMEOUT: wireTime(
    'From the first byte of a request to the end of its body.',
    wireLimits.requestTimeout,
  ),
  PETSTORE_RESPONSE_TIMEOUT: wireTime(
    'From the end of a request’s headers until its client has taken the answer.',
    wireLimits.responseTimeout,
  ),
  PETSTORE_KEEP_ALIVE_TIMEOUT: wireTime(
    'How long a connection may be idle between requests; longer than a proxy in front of it keeps one.',
    wireLimits.keepAliveTimeout,
  ),
  PETSTORE_MAX_CONNECTIONS: count(
    'How many connections each environment may have open; it closes further ones at once.',
    wireLimits.connections,
    million,
  ),
  PETSTORE_MAX_CONNECTIONS_PER_ADDRESS: count(
    'How many connections one network address (an IPv4 address, or an IPv6 /64) may have open; trusted proxies may have all.',
    wireLimits.connectionsOfAddress,
    million,
  ),
  PETSTORE_LOG_LEVEL: choice('The lowest level that is logged.', logLevels, 'info'),
  PETSTORE_LOG_FORMAT: choice(
    'The format of the log; auto is pretty on a terminal and json elsewhere.',
    ['auto', 'json', 'pretty'],
    'auto',
  ),
  PETSTORE_LOG_SAMPLE: share(
    'The share of successful requests that is logged; all other requests always are.',
  ),
  PETSTORE_LOG_RATE: {
    description:
      'How many ordinary requests (successful, or refused with 429) each environment logs in a second; the log says how many it left out.',
    fallback: 1_000,
    takes: 'a whole number from 1 to 1000000, or off for no bound',
    parse: (text: string) => (text === 'off' ? Infinity : wholeNumber(text, ...million)),
  },
  PETSTORE_METRICS_HOST: host(
    'The address on which the service serves the metrics, without a key.',
  ),
  PETSTORE_METRICS_NAMES: several(
    'Names in `Host` by which the metrics are served, beside addresses and localhost; any other is refused with 421.',
    'names of hosts separated by commas, like metrics.example.com,petstore',
    (name) => (/^[a-z0-9_]([\w.-]{0,251}[a-z0-9_])?$/i.test(name) ? name.toLowerCase() : undefined),
  ),
  PETSTORE_METRICS_PORT: {
    description:
      'The port of the metrics; 0 takes any free one, off serves none. If the default port is taken, the service starts without metrics.',
    shownDefault: '9464',
    /** The service may start without a port that the operator did not choose. */
    fallback: { port: 9_464, required: false },
    takes: 'a whole number from 0 to 65535, or off',
    parse: (text: string) => {
      if (text === 'off') return { port: undefined, required: false }
      const chosen = wholeNumber(text, ...ports)
      return chosen === undefined ? undefined : { port: chosen, required: true }
    },
  },
  PETSTORE_DIAGNOSTICS: choice(
    'Whether this machine can get profiles and heap snapshots at the address of the metrics; a snapshot has secrets and personal data.',
    ['on', 'off'],
    'off',
  ),
  PETSTORE_EVENT_DAYS: count(
    'How many days events and deliveries are retained. A client that requests older events gets 410.',
    30,
    [1, 365],
  ),
  PETSTORE_CONTACT_DAYS: {
    description: 'After how many days without an order a contact is erased; off erases none.',
    shownDefault: 'off',
    fallback: Infinity,
    takes: 'a whole number from 1 to 3650, or off',
    parse: (text: string) => (text === 'off' ? Infinity : wholeNumber(text, 1, 3_650)),
  },
  PETSTORE_ENV_FILE: fileAt(
    'The file of variables that systemd (EnvironmentFile) or a container gave to the service; SIGHUP reads it again.',
  ),
  PETSTORE_SHUTDOWN_GRACE: span(
    'How long the service still takes connections after the signal to stop, while /readyz answers 503. Set it to the time that a balancer needs to notice.',
    0,
    0,
    '0s, 15s or 2m, up to 10m',
  ),
  ...traceVariables,
} as const satisfies Record<string, Variable<unknown>>

export type VariableName = keyof typeof variables
