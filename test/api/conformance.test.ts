import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text as textOf } from 'node:stream/consumers'
import { test, type TestContext } from 'node:test'
import { junitOf, tableOf } from '../../conformance/src/report.ts'
import { runChecks, type RunOptions } from '../../conformance/src/run.ts'
import { it, type TestApp } from '../helpers/app.ts'
import { listen } from '../helpers/listening.ts'

const optionsFor = ({ baseUrl, clock }: TestApp, key: string): RunOptions => ({
  url: baseUrl,
  key,
  exhaust: false,
  only: '',
  maxRequests: 60,
  timeout: 10_000,
  now: () => clock.time,
  wait: async (milliseconds) => clock.advance(milliseconds),
})

it('the service passes every check within the minute of a Free key, and with --exhaust meets the limit and goes on', async (app) => {
  for (const [more, notPassed] of [
    [{}, ['limits.exceeded skipped', 'limits.over skipped']],
    [{ exhaust: true, maxRequests: 200 }, []],
  ] as const) {
    const { key } = await app.addKey('free')
    const options = { ...optionsFor(app, key), ...more }
    const { results, requests } = await runChecks(options)
    const others = results.filter(({ outcome }) => outcome !== 'passed')
    const told = others.map(({ id, outcome }) => `${id} ${outcome}`)
    assert.deepEqual(told, notPassed)
    assert.ok(requests <= options.maxRequests)
  }
})

/** An answer of the service, which an implementation with a fault changes. */
type Changed = { readonly url: string; status: number; readonly headers: Headers; text: string }

type Change = (answer: Changed) => unknown

const text =
  (from: string, to: string): Change =>
  (answer) =>
    (answer.text = answer.text.replace(from, to))

const body =
  (given: string): Change =>
  (answer) =>
    (answer.text = given)

const header =
  (name: string, value: string): Change =>
  ({ headers }) =>
    headers.set(name, value)

const pet = '{"id":1,"name":"Rex","categoryId":1,"status":"pending"}'

type Fault = readonly [
  /** The answers that have it: those of a status, or to a URL; all without it. */
  where: number | RegExp | undefined,
  change: Change,
  /** The checks that fail. */
  failing: string,
]

const created = 'create.pet create.optional_status create.int64'
const refused = 'authentication.missing authentication.invalid authentication.scheme errors.shape'
const reset = 'X-RateLimit-Reset'

const faults: Readonly<Record<string, Fault>> = {
  'answers a creation with 200': [201, (answer) => (answer.status = 200), created],
  'rounds int64': [undefined, text('9007199254740993', '9007199254740992'), 'create.int64'],
  'takes all for one status': [/status=sold/, body(`[${pet}]`), 'list.status'],
  'returns more than the limit': [/limit=1$/, body(`[${pet},${pet}]`), 'list.limit'],
  'calls a code an id': [404, text('"code"', '"id"'), 'read.not_found read.id errors.shape'],
  'says another status in the body': [401, text('401', '403'), refused],
  'reads another animal': [/\/pets\/[0-9]{1,3}$/, text('Conformance', 'Rex'), 'read.pet'],
  'leaves the reset out': [401, ({ headers }) => headers.delete(reset), 'limits.headers'],
  'counts nothing': [undefined, header('X-RateLimit-Remaining', '59'), 'limits.remaining'],
  'resets after some seconds': [undefined, header(reset, '30'), 'limits.reset'],
  'sends text': [400, header('Content-Type', 'text/plain'), 'answers.json'],
}

for (const [name, [where, change, failing]] of Object.entries(faults)) {
  it(`an implementation that ${name} fails what it breaks, and nothing else`, async (app, t) => {
    const url = await serve(t, async (request, response) => {
      const answer = await ask(app, request)
      const { url: asked, status } = answer
      if (typeof where === 'number' ? where === status : (where?.test(asked) ?? true))
        change(answer)
      response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(answer.text)
    })
    const { results } = await runChecks({ ...optionsFor(app, app.key), url })
    const failed = results.filter(({ outcome }) => outcome === 'failed')
    assert.equal(failed.map(({ id }) => id).join(' '), failing)
  })
}

/** Asks the app what an implementation was asked. */
const ask = async (app: TestApp, request: IncomingMessage): Promise<Changed> => {
  const { method = 'GET', url = '/', headers } = request
  const { authorization = '' } = headers
  const answer = await fetch(app.origin + url, {
    method,
    headers: { authorization, 'content-type': 'application/json' },
    ...(method === 'POST' && { body: await textOf(request) }),
  })
  const { 'content-length': _, ...others } = Object.fromEntries(answer.headers)
  const { status } = answer
  return { url, status, headers: new Headers(others), text: await answer.text() }
}

/** Starts another implementation. */
const serve = async (
  t: TestContext,
  answer: (request: IncomingMessage, response: ServerResponse) => unknown,
): Promise<string> => {
  const server = createServer((request, response) => void answer(request, response))
  return `http://127.0.0.1:${await listen(t, server)}/v1`
}

it('an implementation that cuts its answers off fails, and the run goes on to its end', async (app, t) => {
  const url = await serve(t, (_request, response) => {
    response.writeHead(200, { 'Content-Length': '100' })
    response.write('[', () => response.destroy())
  })
  const { results } = await runChecks({ ...optionsFor(app, app.key), url })
  assert.equal(results.filter(({ outcome }) => outcome === 'passed').length, 0)
  assert.match(results[0]?.message ?? '', /^POST \/pets got no whole answer: /)
})

test('a report is a table, and JUnit XML without what XML cannot hold', () => {
  const result = { id: 'a.b', section: 'One <two>', quote: 'Must.', outcome: 'failed' } as const
  const report = {
    url: 'http://x/v1',
    requests: 1,
    results: [{ ...result, message: '\u0000 & "' }],
  }
  assert.match(tableOf(report), /^FAIL {2}a\.b {2}One <two>\n {6}"Must\."\n/)
  assert.match(junitOf(report), /classname="One &lt;two&gt;"/)
  assert.match(junitOf(report), /message="\ufffd &amp; &quot;"/)
})
