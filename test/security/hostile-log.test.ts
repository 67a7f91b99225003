import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { issueKey } from '../../src/access/keys/life-cycle.ts'
import { fixedPlans } from '../../src/access/quotas/plans.ts'
import { temporaryFolder } from '../helpers/app.ts'
import { encodedKey, encodingChoices } from '../helpers/encoded-key.ts'
import { call } from '../helpers/http.ts'
import { runCommand, startService } from '../helpers/service.ts'
import { exchange } from '../wire/exchange.ts'

const ansi = '\u001B[2J\u001B[31m'

/** Requests whose every part tries to become a line, or a command, of the log. */
const hostileRequests = (key: string): readonly string[] => {
  const forged = '{"level":"error","msg":"forged"}'
  const fields = `Host: a\r\nAuthorization: Bearer ${key}\r\n`
  return [
    `GET /v1/pets/%0a${encodeURIComponent(forged)} HTTP/1.1\r\n${fields}\r\n`,
    `GET /v1/%1b%5b2J%0d%0a HTTP/1.1\r\n${fields}\r\n`,
    `GET /v1/pets/%e2%80%a8%e2%80%a9 HTTP/1.1\r\n${fields}\r\n`,
    `GET /v1/pets?limit=%0a%22,%22msg%22:%22forged HTTP/1.1\r\n${fields}\r\n`,
    `GET /v1/pets HTTP/1.1\r\n${fields}X-Request-Id: a","msg":"forged\r\n\r\n`,
    `GET /v1/pets HTTP/1.1\r\n${fields}X-Request-Id: ${ansi}\r\n\r\n`,
    `GET /v1/pets HTTP/1.1\r\n${fields}X-Request-Id: ${key}\r\n\r\n`,
    `GET /v1/pets HTTP/1.1\r\n${fields}User-Agent: "}\\n${forged}\r\n\r\n`,
    `GET /v1/pets HTTP/1.1\r\n${fields}X-Forwarded-For: "}${forged}, 1.2.3.4\r\n\r\n`,
    `GET /v1/pets HTTP/1.1\r\n${fields}traceparent: 00-"}${forged}-0-0\r\n\r\n`,
    `GET /v1/pets HTTP/1.1\r\nHost: "}${forged}\r\n\r\n`,
    `GET /v1/pets HTTP/1.1\r\n${fields}\r\n${forged}\r\n\r\n`,
    `${forged} / HTTP/1.1\r\n\r\n`,
    `GET /v1/pets?key=${key} HTTP/1.1\r\n${fields}Authorization: Bearer ${key}\r\n\r\n`,
    `GET /v1/pets/${key} HTTP/1.1\r\n${fields}\r\n`,
    `GET /${key} HTTP/1.1\r\n${fields}\r\n`,
    `${key} / HTTP/1.1\r\n\r\n`,
    ...fc
      .sample(encodingChoices, 8)
      .map((choices) => encodedKey(key, choices))
      .flatMap((encoded) => [
        `GET /v1/pets/${encoded} HTTP/1.1\r\n${fields}\r\n`,
        `GET /${encoded}/x HTTP/1.1\r\n${fields}\r\n`,
        `GET /v1/pets?cursor=${encoded} HTTP/1.1\r\n${fields}\r\n`,
        `GET /v1/pets HTTP/1.1\r\n${fields}X-Request-Id: ${encoded}\r\n\r\n`,
        `GET /v1/pets HTTP/1.1\r\n${fields}traceparent: ${encoded}\r\n\r\n`,
        `GET /v1/pets HTTP/1.1\r\n${fields}Transfer-Encoding: ${encoded}\r\n\r\n`,
      ]),
  ]
}

test('whatever is sent, the log stays one JSON object a line and holds no key and no hash', async (t) => {
  const service = await startService(t, temporaryFolder(t), {
    PETSTORE_ENVIRONMENTS: 'production,staging',
    PETSTORE_LOG_LEVEL: 'debug',
    PETSTORE_METRICS_PORT: '0',
    PETSTORE_TRUSTED_PROXIES: '127.0.0.1',
  })
  const staging = service.baseUrl('staging')
  const key = await service.addKey('staging', '--plan', 'business')
  const { key: unknown } = issueKey({
    environment: 'staging',
    name: 'Nobody',
    plan: 'free',
    limits: fixedPlans.free,
    now: 0,
  })
  const port = Number(new URL(staging).port)
  const answers: string[] = []
  for (const request of hostileRequests(key)) {
    const outcome = await exchange(port, [request], 1)
    answers.push(...outcome.answers.map(({ text }) => text))
  }
  for (const body of ['not json \n', { name: key, categoryId: '\n' }, { [key]: '\u2028' }]) {
    const { text } = await call(`${staging}/pets`, { method: 'POST', key, body })
    answers.push(text)
  }
  answers.push((await call(`${staging}/pets`, { key: unknown })).text)
  answers.push((await call(`${service.baseUrl('production')}/pets`, { key })).text)
  const scraped = await fetch(service.facts.staging?.metrics ?? assert.fail('No metrics.'))
  const metrics = await scraped.text()
  const { out, error } = await service.stop()

  const lines = error.trimEnd().split('\n')
  assert.ok(lines.length > 20)
  for (const line of lines) {
    const parsed: { readonly msg?: unknown; readonly time?: unknown } = JSON.parse(line)
    assert.notEqual(parsed.msg, 'forged', line)
    assert.equal(typeof parsed.time, 'string', line)
  }
  // Control characters, and what some programs take for a line end.
  assert.doesNotMatch(error.replaceAll('\n', ''), /[\p{Cc}\p{Zl}\p{Zp}]/u)
  for (const told of [out, error, metrics]) {
    for (const secret of [key, unknown]) assertSecretFree(told, secret)
  }
  // A message repeats what a client sent of it; a hash it never does.
  for (const answer of answers) assertHashFree(answer, key)
})

const assertSecretFree = (text: string, key: string): void => {
  // The random part alone is the secret.
  const secret = key.slice('pets_live_'.length, -6)
  let before: string
  let decoded = text
  do {
    before = decoded
    assert.ok(!before.includes(secret), 'a key was told')
    decoded = before.replaceAll(/%([0-9a-f]{2})/gi, (_encoding, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    )
  } while (decoded !== before)
  assertHashFree(text, key)
}

const assertHashFree = (text: string, key: string): void => {
  for (const encoding of ['hex', 'base64', 'base64url'] as const) {
    const hash = createHash('sha256').update(key).digest(encoding)
    assert.ok(!text.includes(hash.slice(0, 20)), `a hash was told in ${encoding}`)
  }
}

test('the name of a key can be no line of its own, and is bounded', async (t) => {
  const env = { PETSTORE_DATA_DIR: temporaryFolder(t) }
  const create = 'keys create --environment staging --plan free --json --name'.split(' ')
  for (const name of ['a\nb', ansi, 'n'.repeat(101)]) {
    const { status, out } = await runCommand([...create, name], env)
    assert.equal(status, 2, JSON.stringify(name))
    assert.equal(out, '')
  }
  const quoted = '"}\u00e9{"forged":true'
  const { status, out } = await runCommand([...create, quoted], env)
  assert.equal(status, 0)
  assert.equal(out.trimEnd().split('\n').length, 1)
  assert.equal(JSON.parse(out).name, quoted)
})
