import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { ClientRequest, IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import { Agent, request } from 'node:https'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { TestContext } from 'node:test'
import { temporaryFolder } from '../helpers/app.ts'
import { makeAuthority } from '../helpers/certificates.ts'
import { freePort } from '../helpers/free-port.ts'
import { findProgram, needs, testWith } from '../helpers/needs.ts'
import { poll } from '../helpers/poll.ts'
import { startService } from '../helpers/service.ts'

type Sending = {
  readonly from?: string
  readonly headers?: OutgoingHttpHeaders
  readonly body?: string
}

const example = readFileSync(new URL('../../deploy/nginx.conf', import.meta.url), 'utf8')

/** The service behind nginx by the example in `deploy/`, with a certificate of its own. */
const startBehindNginx = async (t: TestContext) => {
  const folder = temporaryFolder(t)
  const [port, plain, inside] = [await freePort(), await freePort(), await freePort()]
  const base = `https://localhost:${port}/v1`
  const service = await startService(t, join(folder, 'data'), {
    PETSTORE_ENVIRONMENTS: 'production',
    PETSTORE_PRODUCTION_PORT: String(inside),
    // It would refer to itself by its path alone, had it no base URL.
    PETSTORE_HOST: '0.0.0.0',
    PETSTORE_TRUSTED_PROXIES: '127.0.0.1',
    PETSTORE_PRODUCTION_BASE_URL: base,
    PETSTORE_METRICS_PORT: '0',
  })
  const authority = makeAuthority()
  const [certificate, key] = [join(folder, 'petstore.pem'), join(folder, 'petstore.key')]
  const issued = authority.issue(['localhost'])
  writeFileSync(certificate, issued.cert)
  writeFileSync(key, issued.key)

  const site = example
    .replace('127.0.0.1:8080', `127.0.0.1:${inside}`)
    .replace('listen 443', `listen 127.0.0.1:${port}`)
    .replace('listen 80;', `listen 127.0.0.1:${plain};`)
    .replaceAll('/var/', `${folder}/`)
    .replaceAll(/.*listen \[::\].*\n/g, '')
    .replace('/etc/ssl/certs/petstore.pem', certificate)
    .replace('/etc/ssl/private/petstore.key', key)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join('\n')
  const challenges = join(folder, 'www/petstore/.well-known/acme-challenge')
  for (const each of ['nginx', 'log/nginx']) mkdirSync(join(folder, each), { recursive: true })
  mkdirSync(challenges, { recursive: true })
  writeFileSync(join(challenges, 'token'), 'proof')
  const [configuration, errors] = [join(folder, 'nginx.conf'), join(folder, 'error.log')]
  writeFileSync(
    configuration,
    `daemon off; master_process off; pid ${folder}/nginx.pid;
    error_log ${errors}; events { worker_connections 1024; }
    http { access_log off; ${temporary}\n${site} }`,
  )
  const args = ['-p', folder, '-e', errors, '-c', configuration]
  const nginx = spawn(findProgram('nginx') ?? 'nginx', args, {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const closed = once(nginx, 'close')
  t.after(async () => {
    nginx.kill('SIGKILL')
    await closed
  })

  const agent = new Agent({ ca: authority.cert, keepAlive: false })
  const begin = (path: string, { from, headers }: Sending, method: string): ClientRequest => {
    const place = { host: 'localhost', family: 4, port, localAddress: from, agent }
    // What nginx refuses it does not read to the end.
    return request({ ...place, path, method, headers }).on('error', () => undefined)
  }
  const call = async (path: string, options: Sending = {}) => {
    const { body } = options
    const asked = begin(path, options, body === undefined ? 'GET' : 'POST').end(body)
    const [response] = (await once(asked, 'response')) as [IncomingMessage]
    const { statusCode: status, headers } = response
    return { status, headers, text: await text(response) }
  }
  await poll(async () => {
    if (nginx.exitCode !== null) assert.fail(readFileSync(errors, 'utf8'))
    return await call('/healthz').catch(() => undefined)
  })
  return {
    service,
    base,
    call,
    /** Port 80 of the example. */
    plainUrl: `http://127.0.0.1:${plain}`,
    /** What nginx has logged so far. */
    log: (): string => readFileSync(join(folder, 'log/nginx/petstore.log'), 'utf8'),
    /** Sends the beginning of a request whose body does not come. */
    hold: (from: string): ClientRequest => {
      const held = begin('/v1/pets', { from, headers: { 'content-length': 10 } }, 'POST')
      held.flushHeaders()
      return held
    },
  }
}

const it = testWith(needs('nginx'))

it('nginx, by the example, before a service', async (t) => {
  const { service, base, call, plainUrl, log, hold } = await startBehindNginx(t)
  const authorization = `Bearer ${await service.addKey('production')}`
  const json = { authorization, 'content-type': 'application/json' }

  await t.test(
    'behind nginx a client is served over TLS, and counted by its own address',
    async () => {
      const body = '{"name":"Rex","categoryId":1}'
      const created = await call('/v1/pets', { headers: json, body })
      assert.equal(created.status, 201)
      assert.equal(created.headers.location, `${base}/pets?id=1`)
      assert.ok(created.headers['strict-transport-security'])

      const quota = async (options: Sending): Promise<readonly unknown[]> => {
        const { headers } = await call('/v1/pets', options)
        return [headers['x-ratelimit-remaining'], headers['x-ratelimit-reset']]
      }
      // Counts end with the minute. If it ends meanwhile, the test goes on with other addresses.
      let address = 2
      const counted = await poll(async () => {
        const [one, other] = [`127.0.0.${address}`, `127.0.0.${address + 1}`]
        address += 2
        // A client's own statement about its address does not count.
        const forged = { 'x-forwarded-for': '203.0.113.9' }
        const answers = [
          await quota({ from: one }),
          await quota({ from: one }),
          await quota({ from: other }),
          await quota({ from: one, headers: forged }),
        ]
        const ends = new Set(answers.map(([, reset]) => reset))
        return ends.size === 1 && answers.map(([remaining]) => remaining)
      })
      assert.deepEqual(counted, ['59', '58', '59', '57'])
      // The service counts its connections periodically. All of it came on one, which nginx keeps.
      await poll(async () => (await service.scrape()).sum('petstore_open_connections') === 1)
    },
  )

  await t.test('port 80 answers the questions of ACME, and nothing else', async () => {
    const answer = await fetch(`${plainUrl}/.well-known/acme-challenge/token`)
    assert.equal(await answer.text(), 'proof')
    await assert.rejects(fetch(`${plainUrl}/v1/pets`), 'closed without an answer')
  })

  for (const [path, options, status, code, byService] of [
    ['/v1/pets', { headers: json, body: ' '.repeat(70_000) }, 413, 'body_too_large', true],
    ['/v1/pets', { headers: json, body: ' '.repeat(200_000) }, 413, 'body_too_large', false],
    [`/v1/pets?${'x'.repeat(10_000)}`, { headers: json }, 414, 'uri_too_long', true],
    [`/v1/pets?${'x'.repeat(40_000)}`, { headers: json }, 414, 'uri_too_long', false],
    ['/v1/pets', { headers: { x: 'x'.repeat(20_000) } }, 431, 'header_fields_too_large', true],
    ['/v1/pets', { headers: { x: 'x'.repeat(40_000) } }, 431, 'header_fields_too_large', false],
  ] as const) {
    await t.test(
      `${status} is an Error, if ${byService ? 'the service' : 'nginx'} refuses`,
      async () => {
        const answer = await call(path, options)
        const error = JSON.parse(answer.text)
        assert.deepEqual([answer.status, error.code], [status, code])
        assert.equal(answer.headers['content-type'], 'application/json')
        assert.deepEqual(Object.keys(error), ['code', 'message', 'status'])
        assert.equal('x-ratelimit-limit' in answer.headers, byService)
        assert.ok(answer.headers['x-request-id'])
      },
    )
  }

  await t.test('nginx bounds the requests that one address has under way', async () => {
    const bound = Number(/limit_conn petstore_addresses (\d+);/.exec(example)?.[1])
    const held = Array.from({ length: bound }, () => hold('127.0.0.99'))
    const refused = await poll(async () => {
      // On a busy machine nginx may have given up some of them.
      held.push(hold('127.0.0.99'))
      const answer = await call('/healthz', { from: '127.0.0.99' })
      return answer.status !== 200 && answer
    })
    assert.deepEqual([refused.status, JSON.parse(refused.text).code], [429, 'rate_limit_exceeded'])
    assert.equal(refused.headers['retry-after'], '1')
    assert.equal((await call('/healthz')).status, 200)
    for (const each of held) each.destroy()
  })

  await t.test(
    'nginx and the service log one id for a request, the one that its client sees, and nginx answers alone while the service is away',
    async () => {
      const ids: unknown[] = []
      for (const headers of [{}, { 'x-request-id': 'my-own:1' }, { 'x-request-id': 'no "id"' }]) {
        ids.push((await call('/v1/pets?name=secret', { headers })).headers['x-request-id'])
      }
      assert.equal(ids[1], 'my-own:1')
      const { error } = await service.stop()
      for (const id of ids) assert.ok(error.includes(`"requestId":"${String(id)}"`), String(id))
      const gone = await call('/v1/pets', { headers: json })
      assert.deepEqual([gone.status, JSON.parse(gone.text).code], [503, 'service_unavailable'])
      assert.equal(gone.headers['retry-after'], '5')
      ids.push(gone.headers['x-request-id'])
      for (const id of ids) {
        const line = await poll(() =>
          log()
            .split('\n')
            .find((each) => each.endsWith(` requestId=${String(id)}`)),
        )
        assert.match(line, /^127\.0\.0\.1 .*\/v1\/pets/)
        assert.doesNotMatch(line, /secret/)
      }
    },
  )
})
