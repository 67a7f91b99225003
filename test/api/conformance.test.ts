import assert from 'node:assert/strict'
import { createServer, type IncomingMessage } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'
import { junitOf, tableOf } from '../../conformance/src/report.ts'
import { runChecks, type RunOptions } from '../../conformance/src/run.ts'
import { type TestApp, startApp } from '../helpers/app.ts'

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

test('the service passes every check, with a Free key and within its minute', async (t) => {
  const app = await startApp(t)
  const { key } = await app.addKey('free')
  const report = await runChecks(optionsFor(app, key))
  const skipped = report.results.filter(({ outcome }) => outcome === 'skipped')
  assert.deepEqual(
    report.results.filter(({ outcome }) => outcome === 'failed'),
    [],
  )
  assert.deepEqual(
    skipped.map(({ id }) => id),
    ['limits.exceeded', 'limits.over'],
  )
  assert.ok(report.requests <= 60)
})

test('with --exhaust the limit is met, and the run goes on after Retry-After', async (t) => {
  const app = await startApp(t)
  const { key } = await app.addKey('free')
  const options = { ...optionsFor(app, key), exhaust: true, maxRequests: 200 }
  const { results } = await runChecks(options)
  assert.deepEqual(
    results.filter(({ outcome }) => outcome !== 'passed'),
    [],
  )
})

/** An answer of the service, which an implementation with a fault changes. */
type Changed = {
  readonly request: IncomingMessage
  readonly sent: string
  status: number
  readonly headers: Headers
  text: string
}

/** Faults of implementations, and the checks that each of them fails. */
const faults: ReadonlyArray<readonly [string, (answer: Changed) => void, readonly string[]]> = [
  [
    'answers a creation with 200',
    (answer) => {
      if (answer.status === 201) answer.status = 200
    },
    ['create.pet', 'create.optional_status', 'create.int64'],
  ],
  [
    'rounds int64',
    (answer) => {
      answer.text = answer.text.replace('9007199254740993', '9007199254740992')
    },
    ['create.int64'],
  ],
  [
    'takes the status of all for that which is asked for',
    (answer) => {
      if (answer.request.url?.includes('status=sold') !== true) return
      answer.text = '[{"id":1,"name":"Rex","categoryId":1,"status":"pending"}]'
    },
    ['list.status'],
  ],
  [
    'returns more than the limit',
    (answer) => {
      if (answer.request.url?.endsWith('limit=1') !== true) return
      const pet = '{"id":1,"name":"Rex","categoryId":1}'
      answer.text = `[${pet},${pet}]`
    },
    ['list.limit'],
  ],
  [
    'calls the code of an error an id',
    (answer) => {
      if (answer.status === 404) answer.text = answer.text.replace('"code"', '"id"')
    },
    ['read.not_found', 'read.id', 'errors.shape'],
  ],
  [
    'says another status in the body',
    (answer) => {
      if (answer.status === 401) answer.text = answer.text.replace('401', '403')
    },
    ['authentication.missing', 'authentication.invalid', 'authentication.scheme', 'errors.shape'],
  ],
  [
    'reads another animal than was added',
    (answer) => {
      if (/\/pets\/[0-9]{1,3}$/.test(answer.request.url ?? '')) {
        answer.text = answer.text.replace('Conformance', 'Rex')
      }
    },
    ['read.pet'],
  ],
  [
    'leaves the reset out of refusals',
    (answer) => {
      if (answer.status === 401) answer.headers.delete('X-RateLimit-Reset')
    },
    ['limits.headers'],
  ],
  [
    'counts nothing',
    (answer) => answer.headers.set('X-RateLimit-Remaining', '59'),
    ['limits.remaining'],
  ],
  [
    'resets after some seconds instead of at a time',
    (answer) => answer.headers.set('X-RateLimit-Reset', '30'),
    ['limits.reset'],
  ],
  [
    'sends text',
    (answer) => {
      if (answer.status === 400) answer.headers.set('Content-Type', 'text/plain')
    },
    ['answers.json'],
  ],
]

for (const [name, change, failing] of faults) {
  test(`an implementation that ${name} fails what it breaks, and nothing else`, async (t) => {
    const app = await startApp(t)
    const url = await proxyTo(t, app, change)
    const { results } = await runChecks({ ...optionsFor(app, app.key), url })
    const failed = results.filter(({ outcome }) => outcome === 'failed')
    assert.deepEqual(
      failed.map(({ id }) => id),
      failing,
    )
  })
}

/** Starts a proxy that changes each answer of the app. */
const proxyTo = async (
  t: TestContext,
  app: TestApp,
  change: (answer: Changed) => void,
): Promise<string> => {
  const server = createServer((request, response) => {
    void (async () => {
      const sent = (await request.toArray()).join('')
      const { method = 'GET', url = '/', headers } = request
      const came = await fetch(`${app.origin}${url}`, {
        method,
        headers: {
          ...(headers.authorization !== undefined && { authorization: headers.authorization }),
          'content-type': 'application/json',
        },
        ...(method === 'POST' && { body: sent }),
      })
      const answer = {
        request,
        sent,
        status: came.status,
        headers: new Headers(came.headers),
        text: await came.text(),
      }
      answer.headers.delete('Content-Length')
      change(answer)
      response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(answer.text)
    })()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close().closeAllConnections())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
}

test('an implementation that cuts its answers off fails, and the run goes on to its end', async (t) => {
  const app = await startApp(t)
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'Content-Length': '100' })
    response.write('[', () => response.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close().closeAllConnections())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
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
