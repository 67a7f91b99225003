import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { createLog, eventLevels } from '../../src/observe/log.ts'
import { ordinaryRequest as request } from '../helpers/request-observation.ts'

const documented = readFileSync(new URL('../../docs/troubleshooting.md', import.meta.url), 'utf8')

/** The levels in the table of events, by the first cell without its marks. */
const documentedLevels = (): ReadonlyMap<string, string> => {
  const [, table = ''] = /<!-- events, .* -->\n([^]*?)<!-- end of events -->/.exec(documented) ?? []
  const rows = table.matchAll(/^\| (`\w+`.*?) \| `(\w+)` \| \S.* \|$/gm)
  return new Map([...rows].map(([, event = '', level = '']) => [event.replaceAll('`', ''), level]))
}

test('docs/troubleshooting.md has each event that is logged, with its level, and no other', () => {
  const events = Object.entries(eventLevels).filter(([, level]) => level !== undefined)
  const requests = ['a health check', 'status 500 or more', 'any other']
  const levels = documentedLevels()
  assert.deepEqual(
    Object.fromEntries([...levels].filter(([event]) => !event.startsWith('request,'))),
    Object.fromEntries(events),
  )
  assert.deepEqual(
    [...levels.keys()].filter((event) => event.startsWith('request,')),
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
    let logged = ''
    const log = createLog(
      { log: { level: 'debug', format: 'json', sample: 1, rate: 1_000, colours: false } },
      'staging',
      undefined,
      {
        writer: { write: (line) => (logged = line), dropped: 0, close: async () => undefined },
        terminal: false,
        now: () => 0,
        random: () => 0,
      },
    )
    log.observe({ ...request, ...changes })
    assert.equal(JSON.parse(logged).level, documentedLevels().get(`request, ${row}`))
  })
}

test('docs/troubleshooting.md speaks of no other level of a deprecated call', () => {
  for (const sentence of documented.split(/(?<=[.|])\s/)) {
    if (/deprecated/i.test(sentence)) assert.doesNotMatch(sentence, /`warn`/)
  }
})
