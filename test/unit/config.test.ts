import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { ConfigError, readConfig } from '../../src/base/config/config.ts'
import { type VariableName, variables } from '../../src/base/config/variables.ts'
import { postgresAddressOf, shownAddress } from '../../src/base/config/store-address.ts'

/** The complaints of the configuration. */
const problemsOf = (env: Record<string, string>): readonly string[] => {
  try {
    readConfig(env)
    return []
  } catch (error) {
    assert.ok(error instanceof ConfigError)
    assert.equal(error.message, error.problems.join('\n'))
    return error.problems
  }
}

test('without any variable the defaults stand, and what may be missing is undefined', () => {
  const config = readConfig({ PATH: '/bin' })
  assert.equal(config.dataDir, resolve('data'))
  assert.deepEqual(config.ports, { production: 8080, staging: 8081 })
  assert.deepEqual(config.baseUrls, { production: undefined, staging: undefined })
  const metrics = { host: '127.0.0.1', names: [], diagnostics: false, port: 9464, required: false }
  assert.deepEqual(config.metrics, metrics)
  assert.deepEqual(config.unknownVariables, [])
  assert.ok(Object.isFrozen(config))
})

test('an empty or blank variable counts as missing', () => {
  const empty = Object.fromEntries(Object.keys(variables).map((name) => [name, ' ']))
  assert.deepEqual(readConfig(empty), readConfig({}))
})

/** What each variable makes of the configuration if it is right. */
const right: ReadonlyArray<readonly [VariableName, string, object]> = [
  ['PETSTORE_ENVIRONMENTS', 'staging , production', { environments: ['production', 'staging'] }],
  ['PETSTORE_HOST', '::', { host: '::' }],
  ['PETSTORE_DATA_DIR', '/srv/petstore', { dataDir: '/srv/petstore' }],
  ['PETSTORE_PRODUCTION_PORT', '80', { ports: { production: 80 } }],
  ['PETSTORE_STAGING_PORT', '65535', { ports: { staging: 65_535 } }],
  ['PETSTORE_PRODUCTION_BASE_URL', 'https://a/v1', { baseUrls: { production: 'https://a/v1' } }],
  // A lone ? or # behind it is left out.
  ['PETSTORE_PRODUCTION_BASE_URL', 'https://a/v1?', { baseUrls: { production: 'https://a/v1' } }],
  ['PETSTORE_PRODUCTION_BASE_URL', 'https://a/v1#', { baseUrls: { production: 'https://a/v1' } }],
  ['PETSTORE_STAGING_BASE_URL', 'http://a:81/p/v1', { baseUrls: { staging: 'http://a:81/p/v1' } }],
  ['PETSTORE_TRUSTED_PROXIES', '10.0.0.0/8, ::1', { trustedProxies: ['10.0.0.0/8', '::1'] }],
  [
    'PETSTORE_CORS_ORIGINS',
    'https://Shop.example.com/, https://shop.example.com:443,http://[::1]:5173,http://a.b',
    { corsOrigins: ['https://shop.example.com', 'http://[::1]:5173', 'http://a.b'] },
  ],
  ['PETSTORE_SECURITY_CONTACT', 'mailto:a@b.c', { securityContact: 'mailto:a@b.c' }],
  ['PETSTORE_WEBHOOK_ALLOW', '10.1.0.0/16,fd00::1', { webhookAllow: ['10.1.0.0/16', 'fd00::1'] }],
  ['PETSTORE_SECRET_KEY', `${'A'.repeat(43)}=`, { secretKey: Buffer.alloc(32) }],
  ['PETSTORE_CONSOLE', 'off', { console: false }],
  ['PETSTORE_HEADERS_TIMEOUT', '5s', { wire: { headersTimeout: 5_000 } }],
  ['PETSTORE_REQUEST_TIMEOUT', '20s', { wire: { requestTimeout: 20_000 } }],
  ['PETSTORE_RESPONSE_TIMEOUT', '40s', { wire: { responseTimeout: 40_000 } }],
  ['PETSTORE_KEEP_ALIVE_TIMEOUT', '2m', { wire: { keepAliveTimeout: 120_000 } }],
  ['PETSTORE_MAX_CONNECTIONS', '500', { wire: { connections: 500 } }],
  ['PETSTORE_MAX_CONNECTIONS_PER_ADDRESS', '50', { wire: { connectionsOfAddress: 50 } }],
  ['PETSTORE_LOG_LEVEL', 'silent', { log: { level: 'silent' } }],
  ['PETSTORE_LOG_FORMAT', 'json', { log: { format: 'json' } }],
  ['PETSTORE_LOG_SAMPLE', '.25', { log: { sample: 0.25 } }],
  ['PETSTORE_LOG_RATE', 'off', { log: { rate: Infinity } }],
  ['PETSTORE_METRICS_HOST', '::1', { metrics: { host: '::1' } }],
  ['PETSTORE_METRICS_NAMES', 'A.b.com, petstore', { metrics: { names: ['a.b.com', 'petstore'] } }],
  ['PETSTORE_DIAGNOSTICS', 'on', { metrics: { diagnostics: true } }],
  ['PETSTORE_METRICS_PORT', 'off', { metrics: { port: undefined, required: false } }],
]

for (const [name, value, expected] of right) {
  test(`${name}=${value} is taken`, () => {
    assert.partialDeepStrictEqual(readConfig({ [name]: value }), expected)
  })
}

test('NO_COLOR takes the colours from the log', () => {
  assert.deepEqual(
    [{}, { NO_COLOR: '1' }].map((env) => readConfig(env).log.colours),
    [true, false],
  )
})

/** What each variable does not take. */
const wrong: Readonly<Record<VariableName, string>> = {
  PETSTORE_ENVIRONMENTS: 'test | production,test | production,production | , | Production',
  PETSTORE_HOST: 'example.com | 127.0.0 | 127.0.0.1:80 | * | [::1]',
  PETSTORE_DATA_DIR: 'a\0b',
  PETSTORE_PRODUCTION_STORE:
    'SQLite | postgres | postgres://shop:hunter2@a | postgres://a/pets | postgres://shop@/pets | ' +
    'postgres://shop@a/ | postgres://shop@a,,b/pets | postgres://shop@a:0/pets | ' +
    'postgres://shop@a:65536/pets | postgres://shop@a/pets?sslmode=require | ' +
    'postgres://shop@a/pets?sslmode=prefer | postgres://shop@a/pets?application_name=x | ' +
    'postgres://shop:%@a/pets',
  PETSTORE_PRODUCTION_STORE_PASSWORD_FILE: 'a\0b',
  PETSTORE_STAGING_STORE: 'mysql://shop@a/pets',
  PETSTORE_STAGING_STORE_PASSWORD_FILE: 'a\0b',
  PETSTORE_PRODUCTION_PORT: '-1 | 65536 | 80a | 1e3 | 8080.5 | 0x50 | 99999999999',
  PETSTORE_STAGING_PORT: 'eighty',
  PETSTORE_PRODUCTION_BASE_URL:
    'api.example.com/v1 | ftp://api.example.com/v1 | https://api.example.com | ' +
    'https://api.example.com/v1/ | https://api.example.com/V1 | https://api.example.com/v1?a=b | ' +
    'https://api.example.com/v1#a | https://user:secret@api.example.com/v1 | https:///v1 x',
  PETSTORE_STAGING_BASE_URL: 'https://api.example.com/notv1',
  PETSTORE_TRUSTED_PROXIES:
    'proxy | 10.0.0.0/33 | ::/129 | 10.0.0.0/8/8 | 10.0.0.0/ | 10.0.0.0/-1 | fe80::1%eth0',
  PETSTORE_CORS_ORIGINS:
    '* | null | shop.example.com | https://*.example.com | https://shop.example.com/page | ' +
    'https://shop.example.com? | https://user@shop.example.com | file:///page.html',
  PETSTORE_SECURITY_CONTACT:
    'security@example.com | http://example.com/ | mailto: | https://a\nExpires: never',
  PETSTORE_WEBHOOK_ALLOW: 'localhost | 10.0.0.0/33 | 10.0.0.0-10.0.0.9',
  PETSTORE_SECRET_KEY: `hunter2 | ${'a'.repeat(63)} | ${'a'.repeat(43)}==`,
  PETSTORE_SECRET_KEY_FILE: `a\0b | /nowhere/secret | /etc | ${import.meta.filename}`,
  PETSTORE_PRODUCTION_COUNTERS:
    'Memory | http://127.0.0.1 | valkey:// | valkey://host:0x1 | valkey://host/a prefix? | ' +
    'valkey://host?ca=/ca.pem | valkeys://host?ca= | valkey://host?master=a | ' +
    'valkey://master:6379?sentinels=a | valkey://master?sentinels=a:0 | ' +
    'valkey://master?sentinels=a,,b | valkey://host#a',
  PETSTORE_PRODUCTION_COUNTERS_PASSWORD_FILE: 'a\0b',
  PETSTORE_STAGING_COUNTERS: 'redis | redis:/host',
  PETSTORE_STAGING_COUNTERS_PASSWORD_FILE: 'a\0b',
  PETSTORE_COUNTERS_DOWN: 'on | COUNT',
  PETSTORE_COUNTERS_DEADLINE: '75 | 9ms | 5001ms | 1s',
  PETSTORE_CONSOLE: 'yes | 0 | ON',
  PETSTORE_HEADERS_TIMEOUT: '10 | 0s | 11m | 1h',
  PETSTORE_REQUEST_TIMEOUT: '-1s',
  PETSTORE_RESPONSE_TIMEOUT: 's',
  PETSTORE_KEEP_ALIVE_TIMEOUT: '601s',
  PETSTORE_MAX_CONNECTIONS: '0 | 1000001 | all',
  PETSTORE_MAX_CONNECTIONS_PER_ADDRESS: '0 | 1000001 | none',
  PETSTORE_LOG_LEVEL: 'verbose | INFO | constructor',
  PETSTORE_LOG_FORMAT: 'text | JSON',
  PETSTORE_LOG_SAMPLE: '2 | -1 | 1.1 | 10% | 1e-3 | .',
  PETSTORE_LOG_RATE: '0 | 1000001 | -1 | all | OFF',
  PETSTORE_METRICS_HOST: 'metrics | 127.0.0.1:9464',
  PETSTORE_METRICS_NAMES: 'a b | * | petstore:9464 | http://petstore | -a',
  PETSTORE_METRICS_PORT: '-1 | 65536 | on | none',
  PETSTORE_DIAGNOSTICS: 'yes | 1',
  PETSTORE_EVENT_DAYS: '0 | 366 | 30d | -1',
  PETSTORE_CONTACT_DAYS: '0 | 3651 | 30d | OFF',
  PETSTORE_ENV_FILE: 'a\0b',
  PETSTORE_SHUTDOWN_GRACE: '15 | 1h | 601s | 11m | -1s | s',
  OTEL_EXPORTER_OTLP_ENDPOINT:
    '127.0.0.1:4318 | grpc://127.0.0.1:4317 | http:/// | http://a:99999 | http://a?b',
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'collector',
  OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc | http',
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'grpc',
  OTEL_EXPORTER_OTLP_HEADERS: 'Bearer x | a=b,c | a=%zz | a=%0ab | a(=b | a=€',
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'x',
  OTEL_EXPORTER_OTLP_TIMEOUT: '0 | 10s',
  OTEL_EXPORTER_OTLP_TRACES_TIMEOUT: '0',
  OTEL_SERVICE_NAME: 'x'.repeat(256),
  OTEL_RESOURCE_ATTRIBUTES: 'shop | a=b,',
  OTEL_TRACES_SAMPLER: 'on | parentbased',
  OTEL_TRACES_SAMPLER_ARG: '2 | 10%',
  OTEL_BSP_SCHEDULE_DELAY: '0',
  OTEL_BSP_MAX_QUEUE_SIZE: '-1',
  OTEL_BSP_MAX_EXPORT_BATCH_SIZE: '1.5',
  OTEL_BSP_EXPORT_TIMEOUT: 'never',
  OTEL_TRACES_EXPORTER: 'console',
  OTEL_SDK_DISABLED: 'yes',
}

/** Without a collector, the others may have any value. */
const collector = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' }

const takes: Readonly<Record<string, { readonly takes: string }>> = variables

for (const [name, values] of Object.entries(wrong)) {
  for (const value of values.split(' | ')) {
    const isShown =
      !/SECRET_KEY$|STORE$|COUNTERS$|ENDPOINT$|HEADERS$|SERVICE_NAME$|ATTRIBUTES$/.test(name)
    const shown = isShown ? JSON.stringify(value) : 'a value that is not shown here'
    test(`${name}=${JSON.stringify(value)} is refused with its name, its value if it may be shown, and what it takes`, () => {
      assert.deepEqual(problemsOf({ ...(name.startsWith('OTEL_') && collector), [name]: value }), [
        `${name} is ${shown}, but takes ${takes[name]?.takes}.`,
      ])
    })
  }
}

test('a file with a password is for a database that takes one, and is found from any folder', () => {
  const env = { PETSTORE_STAGING_STORE_PASSWORD_FILE: 'secret' }
  assert.deepEqual(problemsOf(env), [
    'PETSTORE_STAGING_STORE_PASSWORD_FILE is set, but PETSTORE_STAGING_STORE is not a database that takes a password.',
  ])
  const { stores } = readConfig({ ...env, PETSTORE_STAGING_STORE: 'postgres://shop@a/pets' })
  assert.ok(stores.staging !== 'sqlite')
  assert.equal(stores.staging.passwordFile, resolve('secret'))
  assert.equal(stores.production, 'sqlite')
})

test('two environments on one port are refused, one environment is not', () => {
  const env = { PETSTORE_PRODUCTION_PORT: '9000', PETSTORE_STAGING_PORT: '9000' }
  assert.match(problemsOf(env).join(), /both 9000/)
  assert.deepEqual(problemsOf({ ...env, PETSTORE_ENVIRONMENTS: 'staging' }), [])
  assert.deepEqual(problemsOf({ PETSTORE_PRODUCTION_PORT: '0', PETSTORE_STAGING_PORT: '0' }), [])
})

test('headers may not take longer than the request that they are part of', () => {
  const env = { PETSTORE_HEADERS_TIMEOUT: '31s' }
  assert.match(problemsOf(env).join(), /^PETSTORE_HEADERS_TIMEOUT is 31s, .* which is 30s\.$/)
  assert.deepEqual(problemsOf({ ...env, PETSTORE_REQUEST_TIMEOUT: '31s' }), [])
})

test('an unknown PETSTORE_ variable is reported, those of the client are not', () => {
  const env = { PETSTORE_PORT: '80', PETSTORE_API_KEY: 'k', PETSTORE_BASE_URL: 'b', OTHER: 'x' }
  assert.deepEqual(readConfig(env).unknownVariables, ['PETSTORE_PORT'])
})

test('.env.example names every variable, no other, and defaults that are the defaults', () => {
  const lines = [
    ...readFileSync('.env.example', 'utf8').matchAll(/^#((?:PETSTORE|OTEL)_\w+)=(.*)$/gm),
  ]
  assert.deepEqual(
    lines.map(([, name]) => name),
    Object.keys(variables),
  )
  const example = Object.fromEntries(lines.map(([, name = '', value]) => [name, value]))
  const { metrics, ...rest } = readConfig(example)
  const { metrics: defaultMetrics, ...defaults } = readConfig({})
  assert.deepEqual(rest, defaults)
  // A metrics port that the operator set must be free, even if it is the default port.
  assert.deepEqual(metrics, { ...defaultMetrics, required: true })
})

test('an address names its servers, the database and the user, and is shown without its password', () => {
  const address = postgresAddressOf('postgres://shop:p%40ss@a,b:6432,[::2]/pets')
  assert.deepEqual(address, {
    hosts: [
      { host: 'a', port: 5432 },
      { host: 'b', port: 6432 },
      { host: '::2', port: 5432 },
    ],
    database: 'pets',
    user: 'shop',
    password: 'p@ss',
    tls: { authorities: undefined },
  })
  assert.equal(shownAddress(address), 'postgres://shop@a:5432,b:6432,[::2]:5432/pets')
})

test('only servers of this machine are spoken to in plain text, unless the address says otherwise', () => {
  for (const [address, tls] of [
    ['postgres://shop@127.0.0.1,localhost,[::1]/pets', undefined],
    ['postgres://shop@127.0.0.1,10.0.0.1/pets', { authorities: undefined }],
    ['postgres://shop@10.0.0.1/pets?sslmode=disable', undefined],
    [
      'postgresql://shop@127.0.0.1/pets?sslmode=verify-full&sslrootcert=/ca.pem',
      { authorities: '/ca.pem' },
    ],
  ] as const)
    assert.deepEqual(postgresAddressOf(address)?.tls, tls, address)
})
