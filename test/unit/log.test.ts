import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Config } from '../../src/base/config/config.ts'
import { createLog } from '../../src/observe/log.ts'
import type { Observation } from '../../src/base/observation.ts'
import { ordinaryRequest as request } from '../helpers/request-observation.ts'

type Options = Partial<Config['log']> & {
  readonly terminal?: boolean
  readonly random?: () => number
}

/** The lines that a log writes of some observations. */
const linesOf = (observations: readonly Observation[], options: Options = {}): string[] => {
  const { terminal = false, random = () => 0.5, ...changes } = options
  const written: string[] = []
  const log = createLog(
    { log: { level: 'info', format: 'auto', sample: 1, rate: 1_000, colours: true, ...changes } },
    'staging',
    undefined,
    {
      writer: { write: (line) => written.push(line), dropped: 0, close: async () => undefined },
      terminal,
      now: () => Date.parse('2026-11-21T12:00:30.123Z'),
      random,
    },
  )
  for (const observation of observations) log.observe(observation)
  return written
}

const only = (lines: readonly string[]): string => {
  assert.equal(lines.length, 1)
  return lines[0] ?? ''
}

test('a request is a line of JSON with what is known of it', () => {
  const trace = { traceId: 'a'.repeat(32), parentId: 'b'.repeat(16), sampled: true }
  const line = only(linesOf([{ ...request, trace }]))
  assert.ok(line.endsWith('}\n'))
  assert.deepEqual(JSON.parse(line), {
    level: 'info',
    time: '2026-11-21T12:00:30.123Z',
    environment: 'staging',
    msg: 'request',
    requestId: 'id-1',
    method: 'GET',
    path: '/v1/pets',
    operation: 'listPets',
    status: 200,
    milliseconds: 0.25,
    keyId: 'key_1',
    trace,
  })
})

test('a line says of a request that it was refused, deprecated, or left by its client', () => {
  const told = { ...request, status: 404, code: 'pet_not_found', keyId: undefined } as const
  const line = JSON.parse(only(linesOf([{ ...told, deprecated: true, aborted: true }])))
  assert.equal(line.level, 'info')
  assert.equal(line.code, 'pet_not_found')
  assert.equal(line.deprecated, true)
  assert.equal(line.aborted, true)
  assert.ok(!('keyId' in line))
})

const hostile = [
  '"},{"level":"error',
  '\\',
  '\n{"level":"error"}\n',
  '\u001B[2J',
  'é\u2028\u{1F600}',
]

for (const text of hostile) {
  test(`${JSON.stringify(text)} from outside stays inside its field, on its line`, () => {
    const failed = { kind: 'request_failed', requestId: 'id', trace: undefined } as const
    for (const line of linesOf([
      { ...request, path: `/v1/${text}` },
      { ...failed, error: new Error(text) },
      { kind: 'unknown_variables', names: [text] },
    ])) {
      assert.equal(line.indexOf('\n'), line.length - 1)
      const { path, error, names } = JSON.parse(line)
      assert.ok([path, error?.message, names?.[0]].some((field) => field?.includes(text)))
    }
  })
}

test('a line is bounded, and no API key stands in one', () => {
  const key = `pets_live_${'a'.repeat(36)}`
  const error = new Error(`${key}${'b'.repeat(10_000)}`, { cause: new Error('c'.repeat(10_000)) })
  for (const line of linesOf([
    { ...request, requestId: key, path: `/v1/pets/${key}/${'d'.repeat(8_000)}` },
    { kind: 'request_failed', requestId: 'id', trace: undefined, error },
  ])) {
    assert.ok(line.length <= 4_096, `it has ${line.length} characters`)
    assert.ok(line.includes('[redacted]'))
    assert.ok(!line.includes(key))
    JSON.parse(line)
  }
})

test('an error is logged with its type, its message, its causes and its stack', () => {
  const cause = Object.assign(new RangeError('The disk is full.'), { code: 'ENOSPC' })
  const error = new TypeError('It failed.', { cause })
  const line = only(linesOf([{ kind: 'background_failed', work: 'x', error, again: false }]))
  const told = JSON.parse(line).error
  assert.equal(told.type, 'TypeError')
  assert.equal(told.message, 'It failed.')
  assert.match(told.stack, /log\.test\.ts/)
  const { type, message, code } = told.cause
  assert.deepEqual(
    { type, message, code },
    { type: 'RangeError', message: 'The disk is full.', code: 'ENOSPC' },
  )
})

test('of successful requests a share is logged, marked with it, and all that is not', () => {
  const draws = [0.09, 0.1, 0.5]
  const random = (): number => draws.shift() ?? 1
  const success = [request, request, request]
  const line = only(linesOf(success, { sample: 0.1, random }))
  assert.equal(JSON.parse(line).sample, 0.1)
  const others: readonly Observation[] = [
    { ...request, status: 401, code: 'missing_api_key' },
    { ...request, status: 500, code: 'internal_error' },
    { ...request, deprecated: true },
    { ...request, aborted: true },
    { kind: 'stopped' },
  ]
  assert.equal(linesOf(others, { sample: 0 }).length, others.length)
})

test('more ordinary requests than the rate are left out and counted, and nothing else is', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const written: string[] = []
  const counted: Observation[] = []
  const log = createLog(
    { log: { level: 'info', format: 'json', sample: 1, rate: 10, colours: false } },
    'staging',
    (observation) => counted.push(observation),
    {
      writer: { write: (line) => written.push(line), dropped: 0, close: async () => undefined },
      terminal: false,
      now: () => Date.parse('2026-11-21T12:00:30.000Z'),
      random: () => 0.5,
    },
  )
  const flood: readonly Observation[] = [
    request,
    { ...request, status: 429, code: 'rate_limit_exceeded' },
    { ...request, status: 429, code: 'api_key_banned', deprecated: true },
    { kind: 'bad_request_bytes', code: 'malformed_request', reason: 'No.' },
  ]
  for (let n = 0; n < 5; n += 1) for (const each of flood) log.observe(each)
  assert.equal(written.length, 10)
  const always: readonly Observation[] = [
    { ...request, status: 500, code: 'internal_error' },
    { ...request, status: 404, code: 'pet_not_found' },
    { ...request, deprecated: true },
    { ...request, aborted: true },
    { kind: 'history_incomplete', requests: 1 },
  ]
  for (const each of always) log.observe(each)
  assert.equal(written.length, 10 + always.length)

  t.mock.timers.tick(1_000)
  assert.deepEqual(counted, [{ kind: 'log_lines_suppressed', lines: 10 }])
  const { level, msg, lines } = JSON.parse(written.at(-1) ?? '')
  assert.deepEqual({ level, msg, lines }, { level: 'info', msg: 'log_lines_suppressed', lines: 10 })

  for (let n = 0; n < 11; n += 1) log.observe(request)
  assert.equal(written.length, 10 + always.length + 1 + 10, 'the next second has room again')
})

test('health checks are logged at debug only, whatever their answer', () => {
  const checks = [200, 503].map((status) => ({ ...request, operation: 'health', status }))
  assert.deepEqual(linesOf(checks), [])
  assert.equal(linesOf(checks, { level: 'debug' }).length, 2)
})

test('a level leaves out what lies below it', () => {
  const levels = [request, { ...request, deprecated: true }, { ...request, status: 500 }]
  assert.equal(linesOf(levels, { level: 'warn' }).length, 1)
  assert.equal(linesOf(levels, { level: 'error' }).length, 1)
  assert.equal(linesOf(levels, { level: 'silent' }).length, 0)
})

test('work that goes on failing is logged once', () => {
  const failed = { kind: 'background_failed', work: 'x', error: new Error('No.') } as const
  const told = linesOf([
    { ...failed, again: false },
    { ...failed, again: true },
    { kind: 'background_recovered', work: 'x' },
  ])
  assert.equal(told.length, 2)
})

test('at a terminal, or on request, a line is for people', () => {
  const refused = { ...request, status: 404, code: 'pet_not_found', deprecated: true } as const
  assert.equal(
    only(linesOf([refused], { terminal: true, colours: false })),
    '12:00:30.123 INFO  staging    GET /v1/pets 404 pet_not_found, key_1, 0.25 ms, deprecated\n',
  )
  const coloured = only(linesOf([request], { terminal: true }))
  assert.ok(coloured.startsWith('12:00:30.123 \u001B[32mINFO \u001B[0m staging'))
  // Colour codes would be garbage anywhere but at a terminal.
  assert.ok(!only(linesOf([request], { format: 'pretty' })).includes('\u001B'))
  assert.ok(only(linesOf([request], { format: 'json', terminal: true })).startsWith('{'))
})

test('for people an event has its facts, an error its stack, and nothing steers the terminal', () => {
  const [listening = '', failed = ''] = linesOf(
    [
      { kind: 'listening', baseUrl: 'http://127.0.0.1:8081/v1' },
      { kind: 'background_failed', work: 'x', error: new Error('\u001B[2J\u009B'), again: false },
    ],
    { format: 'pretty' },
  )
  assert.match(listening, / INFO {2}staging {4}listening baseUrl="http:\/\/127.0.0.1:8081\/v1"\n$/)
  assert.match(failed, / ERROR staging {4}background_failed work="x"/)
  assert.match(failed, /\n {4}at .*log\.test\.ts/)
  assert.ok(!failed.includes('\u001B') && !failed.includes('\u009B'))
})
