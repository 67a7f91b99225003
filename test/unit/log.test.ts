import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { Config } from '../../src/base/config/config.ts'
import { createLog, eventLevels } from '../../src/observe/log.ts'
import type { Observation } from '../../src/base/observation.ts'
import { ordinaryRequest as request } from '../helpers/request-observation.ts'

type Options = Partial<Config['log']> & {
  readonly terminal?: boolean
  readonly random?: () => number
}

/** A log, with the lines that it writes and what it tells of itself. */
const logOf = (options: Options = {}) => {
  const { terminal = false, random = () => 0.5, ...changes } = options
  const written: string[] = []
  const counted: Observation[] = []
  const log = createLog(
    { log: { level: 'info', format: 'auto', sample: 1, rate: 1_000, colours: true, ...changes } },
    'staging',
    (observation) => counted.push(observation),
    {
      writer: { write: (line) => written.push(line), dropped: 0, close: async () => undefined },
      terminal,
      now: () => Date.parse('2026-11-21T12:00:30.123Z'),
      random,
    },
  )
  const observe = (observations: readonly Observation[]) => {
    for (const observation of observations) log.observe(observation)
  }
  return { observe, written, counted }
}

/** The lines that a log writes of some observations. */
const linesOf = (observations: readonly Observation[], options?: Options): readonly string[] => {
  const { observe, written } = logOf(options)
  observe(observations)
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
  const { level, code, deprecated, aborted, keyId } = line
  assert.deepEqual(
    [level, code, deprecated, aborted, keyId],
    ['info', 'pet_not_found', true, true, undefined],
  )
})

test('whatever text comes from outside stays inside its field, on its line', () => {
  const failed = { kind: 'request_failed', requestId: 'id', trace: undefined } as const
  const [quotes, lines] = ['"},{"level":"error', '\n{"level":"error"}\n']
  for (const text of [quotes, lines, '\\', '\u001B[2J', 'é\u2028\u{1F600}'])
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
  assert.deepEqual([told.type, told.message], ['TypeError', 'It failed.'])
  assert.match(told.stack, /log\.test\.ts/)
  const { type, message, code } = told.cause
  assert.deepEqual([type, message, code], ['RangeError', 'The disk is full.', 'ENOSPC'])
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
  const { observe, written, counted } = logOf({ rate: 10 })
  const flood: readonly Observation[] = [
    request,
    { ...request, status: 429, code: 'rate_limit_exceeded' },
    { ...request, status: 429, code: 'api_key_banned', deprecated: true },
    { kind: 'bad_request_bytes', code: 'malformed_request', reason: 'No.' },
  ]
  for (let n = 0; n < 5; n += 1) observe(flood)
  assert.equal(written.length, 10)
  const always: readonly Observation[] = [
    { ...request, status: 500, code: 'internal_error' },
    { ...request, status: 404, code: 'pet_not_found' },
    { ...request, deprecated: true },
    { ...request, aborted: true },
    { kind: 'history_incomplete', requests: 1 },
  ]
  observe(always)
  assert.equal(written.length, 10 + always.length)

  t.mock.timers.tick(1_000)
  assert.deepEqual(counted, [{ kind: 'log_lines_suppressed', lines: 10 }])
  const { level, msg, lines } = JSON.parse(written.at(-1) ?? '')
  assert.deepEqual({ level, msg, lines }, { level: 'info', msg: 'log_lines_suppressed', lines: 10 })

  for (let n = 0; n < 11; n += 1) observe([request])
  assert.equal(written.length, 10 + always.length + 1 + 10, 'the next second has room again')
})

const checks = [200, 503].map((status) => ({ ...request, operation: 'health', status }))
const levels = [request, { ...request, deprecated: true }, { ...request, status: 500 }]
const failing = { kind: 'background_failed', work: 'x', error: new Error('No.') } as const
for (const [what, observations, options, count] of [
  ['no health check, whatever its answer', checks, {}, 0],
  ['health checks at debug', checks, { level: 'debug' }, 2],
  ['what a level has: warn', levels, { level: 'warn' }, 1],
  ['what a level has: error', levels, { level: 'error' }, 1],
  ['nothing at silent', levels, { level: 'silent' }, 0],
  [
    'once what goes on failing, and its end',
    [
      { ...failing, again: false },
      { ...failing, again: true },
      { kind: 'background_recovered', work: 'x' },
    ],
    {},
    2,
  ],
] as const) {
  test(`a log has ${what}`, () => {
    assert.equal(linesOf(observations, options).length, count)
  })
}

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

/** The levels in the table of events, by the first cell without its marks. */
const documentedLevels = (): ReadonlyMap<string, string> => {
  const document = readFileSync('docs/troubleshooting.md', 'utf8')
  const [, table = ''] = /<!-- events, .* -->\n([^]*?)<!-- end of events -->/.exec(document) ?? []
  const rows = table.matchAll(/^\| (`\w+`.*?) \| `(\w+)` \| \S.* \|$/gm)
  return new Map([...rows].map(([, event = '', level = '']) => [event.replaceAll('`', ''), level]))
}

test('docs/troubleshooting.md has each event that is logged, with its level, and no other', () => {
  const events = Object.entries(eventLevels).filter(([, level]) => level !== undefined)
  const requests = ['a health check', 'status 500 or more', 'any other']
  const rows = documentedLevels()
  assert.deepEqual(
    Object.fromEntries([...rows].filter(([event]) => !event.startsWith('request,'))),
    Object.fromEntries(events),
  )
  assert.deepEqual(
    [...rows.keys()].filter((event) => event.startsWith('request,')),
    requests.map((kind) => `request, ${kind}`),
  )
})

for (const [row, what, changes] of [
  ['a health check', 'a health check', { operation: 'health' }],
  ['a health check', 'a health check that says no', { operation: 'health', status: 503 }],
  ['status 500 or more', 'a failure', { status: 503 }],
  ['any other', 'a page', {}],
  ['any other', 'a refusal', { status: 404, code: 'pet_not_found' }],
  ['any other', 'a call of what is deprecated', { deprecated: true }],
  ['any other', 'a client that left', { aborted: true }],
] as const) {
  test(`docs/troubleshooting.md says of a request, ${what}, the level that the log has`, () => {
    const { level } = JSON.parse(only(linesOf([{ ...request, ...changes }], { level: 'debug' })))
    assert.equal(level, documentedLevels().get(`request, ${row}`))
  })
}
