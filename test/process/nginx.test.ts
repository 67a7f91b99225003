import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'
import { Agent, request } from 'node:https'
import { join } from 'node:path'
import { type TestContext } from 'node:test'
import { temporaryFolder } from '../helpers/app.ts'
import { freePort } from '../helpers/free-port.ts'
import { findProgram, needs, testWith } from '../helpers/needs.ts'
import { poll } from '../helpers/poll.ts'
import { type Service, startService } from '../helpers/service.ts'

type Answer = {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

type Proxied = {
  readonly service: Service
  /** Port 80 of the example. */
  readonly plainUrl: string
  /** What nginx has logged so far. */
  readonly log: () => string
  readonly call: (path: string, options?: CallOptions) => Promise<Answer>
  /** Sends the beginning of a request whose body does not come. */
  readonly hold: (from: string) => void
}

type CallOptions = {
  readonly from?: string
  readonly headers?: OutgoingHttpHeaders
  readonly body?: string
}

const example = readFileSync(new URL('../../deploy/nginx.conf', import.meta.url), 'utf8')

/** The service behind nginx by the example in `deploy/`, with a certificate of its own. */
const startBehindNginx = async (t: TestContext): Promise<Proxied> => {
  const folder = temporaryFolder(t)
  const [port, plain, inside] = [await freePort(), await freePort(), await freePort()]
  const service = await startService(t, join(folder, 'data'), {
    PETSTORE_ENVIRONMENTS: 'production',
    PETSTORE_PRODUCTION_PORT: String(inside),
    PETSTORE_TRUSTED_PROXIES: '127.0.0.1',
    PETSTORE_PRODUCTION_BASE_URL: `https://localhost:${port}/v1`,
    PETSTORE_METRICS_PORT: '0',
  })
  const [certificate, key] = [join(folder, 'petstore.pem'), join(folder, 'petstore.key')]
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  const files = ['-keyout', key, '-out', certificate, '-days', '2']
  execFileSync('openssl', ['req', '-x509', ...kind, ...subject, ...files], { stdio: 'ignore' })

  const site = example
    .replace('127.0.0.1:8080', `127.0.0.1:${inside}`)
    .replace('listen 443', `listen 127.0.0.1:${port}`)
    .replace('listen 80;', `listen 127.0.0.1:${plain};`)
    .replaceAll('/var/', `${folder}/`)
    .replaceAll(/.*listen \[::\].*\n/g, '')
    .replace('/etc/ssl/certs/petstore.pem', certificate)
    .replace('/etc/ssl/private/petstore.key', key)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind_) => `${kind_}_temp_path ${folder}/${kind_};`)
    .join('\n')
  const whole = `daemon off; master_process off; pid ${folder}/nginx.pid;
    error_log ${folder}/error.log; events { worker_connections 1024; }
    http { access_log off; ${temporary}\n${site} }`
  mkdirSync(join(folder, 'nginx'))
  mkdirSync(join(folder, 'log/nginx'), { recursive: true })
  const challenges = join(folder, 'www/petstore/.well-known/acme-challenge')
  mkdirSync(challenges, { recursive: true })
  writeFileSync(join(challenges, 'token'), 'proof')
  writeFileSync(join(folder, 'nginx.conf'), whole)
  const options = ['-p', folder, '-e', join(folder, 'error.log'), '-c', join(folder, 'nginx.conf')]
  const nginx = spawn(findProgram('nginx') ?? 'nginx', options, {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const closed = once(nginx, 'close')
  t.after(async () => {
    nginx.kill('SIGKILL')
    await closed
  })

  const agent = new Agent({ ca: readFileSync(certificate), keepAlive: false })
  const send = async (path: string, { from, headers, body }: CallOptions): Promise<Answer> =>
    await new Promise((resolve, reject) => {
      const method = body === undefined ? 'GET' : 'POST'
      const asked = request(
        { host: 'localhost', family: 4, port, path, method, headers, agent, localAddress: from },
        (response) => {
          let text = ''
          response.setEncoding('utf8').on('data', (part: string) => (text += part))
          response.on('end', () =>
            resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
          )
        },
      )
      asked.on('error', reject).end(body)
    })
  await poll(async () => await send('/healthz', {}).catch(() => undefined))
  const hold = (from: string): void => {
    const headers = { 'content-length': 10 }
    const place = { host: 'localhost', family: 4, port, localAddress: from, agent }
    const held = request({ ...place, method: 'POST', path: '/v1/pets', headers })
    // The request fails when nginx ends.
    held.on('error', () => undefined).flushHeaders()
    t.after(() => held.destroy())
  }
  const log = (): string => readFileSync(join(folder, 'log/nginx/petstore.log'), 'utf8')
  return {
    service,
    plainUrl: `http://127.0.0.1:${plain}`,
    log,
    call: (path, call_ = {}) => send(path, call_),
    hold,
  }
}

const codeOf = ({ text }: Answer): unknown => JSON.parse(text).code

const it = testWith(needs('nginx', 'openssl'))

it('behind nginx a client is served over TLS, and counted by its own address', async (t) => {
  const { service, call } = await startBehindNginx(t)
  const authorization = `Bearer ${await service.addKey('production')}`
  const json = { authorization, 'content-type': 'application/json' }

  const created = await call('/v1/pets', { headers: json, body: '{"name":"Rex","categoryId":1}' })
  assert.equal(created.status, 201)
  assert.equal(created.headers.location, `${service.env['PETSTORE_PRODUCTION_BASE_URL']}/pets?id=1`)
  assert.ok(created.headers['strict-transport-security'])

  const quota = async (options: CallOptions): Promise<readonly unknown[]> => {
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
    return ends.size === 1 ? answers.map(([remaining]) => remaining) : undefined
  })
  assert.deepEqual(counted, ['59', '58', '59', '57'])

  // The service counts its connections periodically.
  await poll(async () => {
    const metrics = await (await fetch(service.facts.production?.metrics ?? '')).text()
    const open = /^petstore_open_connections\{[^}]*\} (\d+)/m.exec(metrics)?.[1]
    return open === '1' ? 'all of it on one connection, which nginx keeps' : undefined
  })
})

it('behind nginx every refusal is an Error, of nginx or of the service', async (t) => {
  const { service, call } = await startBehindNginx(t)
  const authorization = `Bearer ${await service.addKey('production')}`
  const json = { authorization, 'content-type': 'application/json' }
  const cases = [
    ['/v1/pets', { headers: json, body: ' '.repeat(70_000) }, 413, 'body_too_large', true],
    ['/v1/pets', { headers: json, body: ' '.repeat(200_000) }, 413, 'body_too_large', false],
    [`/v1/pets?${'x'.repeat(10_000)}`, { headers: json }, 414, 'uri_too_long', true],
    [`/v1/pets?${'x'.repeat(40_000)}`, { headers: json }, 414, 'uri_too_long', false],
    ['/v1/pets', { headers: { x: 'x'.repeat(20_000) } }, 431, 'header_fields_too_large', true],
    ['/v1/pets', { headers: { x: 'x'.repeat(40_000) } }, 431, 'header_fields_too_large', false],
  ] as const
  for (const [path, options, status, code, byService] of cases) {
    const answer = await call(path, options)
    const name = `${path.slice(0, 20)} ${status} ${byService}`
    assert.equal(answer.status, status, name)
    assert.equal(codeOf(answer), code, name)
    assert.equal(answer.headers['content-type'], 'application/json', name)
    assert.deepEqual(Object.keys(JSON.parse(answer.text)), ['code', 'message', 'status'], name)
    assert.equal('x-ratelimit-limit' in answer.headers, byService, name)
    assert.ok(answer.headers['x-request-id'], name)
  }
  await service.stop()
  const gone = await call('/v1/pets', { headers: json })
  assert.equal(gone.status, 503)
  assert.equal(codeOf(gone), 'service_unavailable')
  assert.equal(gone.headers['retry-after'], '5')
})

it('nginx and the service log one id for a request, the one that its client sees', async (t) => {
  const { service, call, log } = await startBehindNginx(t)
  const ids = [
    (await call('/v1/pets?name=secret')).headers['x-request-id'],
    (await call('/v1/pets', { headers: { 'x-request-id': 'my-own:1' } })).headers['x-request-id'],
    (await call('/v1/pets', { headers: { 'x-request-id': 'no "id"' } })).headers['x-request-id'],
  ]
  assert.equal(ids[1], 'my-own:1')
  await service.stop()
  // The service is gone, so nginx itself answers.
  ids.push((await call('/v1/pets')).headers['x-request-id'])
  const lines = await poll(() => {
    const found = log()
      .split('\n')
      .filter((line) => line.includes('/v1/pets'))
    return found.length === ids.length ? found : undefined
  })
  assert.doesNotMatch(lines.join(), /secret/)
  for (const [at, id] of ids.entries()) {
    assert.match(lines[at] ?? '', /^127\.0\.0\.1 /)
    assert.equal(lines[at]?.split(' requestId=')[1], String(id))
    if (at < 3)
      assert.ok(service.output().error.includes(`"requestId":"${String(id)}"`), String(id))
  }
})

it('port 80 answers the questions of ACME, and nothing else', async (t) => {
  const { plainUrl } = await startBehindNginx(t)
  const answer = await fetch(`${plainUrl}/.well-known/acme-challenge/token`)
  assert.equal(await answer.text(), 'proof')
  await assert.rejects(fetch(`${plainUrl}/v1/pets`), 'closed without an answer')
})

it('nginx bounds the requests that one address has under way', async (t) => {
  const { call, hold } = await startBehindNginx(t)
  const bound = Number(/limit_conn petstore_addresses (\d+);/.exec(example)?.[1])
  assert.equal((await call('/healthz')).status, 200)
  for (let n = 0; n < bound; n += 1) hold('127.0.0.1')
  const refused = await poll(async () => {
    // On a busy machine nginx may have given up some of them.
    hold('127.0.0.1')
    const answer = await call('/healthz')
    return answer.status === 200 ? undefined : answer
  })
  assert.equal(refused.status, 429)
  assert.equal(codeOf(refused), 'rate_limit_exceeded')
  assert.equal(refused.headers['retry-after'], '1')
  assert.equal((await call('/healthz', { from: '127.0.0.2' })).status, 200)
})
