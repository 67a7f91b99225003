import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PetStore } from '../../client/src/index.ts'
import { temporaryFolder } from '../helpers/app.ts'
import { runHere } from '../helpers/command.ts'
import { call, linkOf } from '../helpers/http.ts'
import { startService } from '../helpers/service.ts'

const everywhere = {
  PETSTORE_ENVIRONMENTS: 'staging',
  PETSTORE_HOST: '0.0.0.0',
  PETSTORE_METRICS_HOST: '0.0.0.0',
  PETSTORE_METRICS_PORT: '0',
}

test('a service that listens everywhere refers to itself as its caller reached it', async (t) => {
  const service = await startService(t, temporaryFolder(t), everywhere)
  const key = service.facts.staging?.firstKey ?? assert.fail('A new staging store has a key.')
  const { port } = new URL(service.baseUrl('staging'))
  const { out, error } = service.output()
  assert.doesNotMatch(out + error, /\/\/0\.0\.0\.0/, 'nobody is sent to 0.0.0.0')

  for (const host of ['127.0.0.1', 'localhost']) {
    let url = `http://${host}:${port}/v1/pets?limit=5`
    const seen: unknown[] = []
    for (;;) {
      const answer = await call(url, { key })
      seen.push(...JSON.parse(answer.text))
      assert.equal(linkOf(answer, 'first'), '/v1/pets?limit=5')
      const next = linkOf(answer, 'next')
      if (next === undefined) break
      assert.match(next, /^\/v1\/pets\?limit=5&cursor=/)
      url = new URL(next, url).href
    }
    assert.equal(seen.length, 12, 'every page was found')
  }

  const base = `http://127.0.0.1:${port}/v1`
  const body = { name: 'Max', categoryId: 7 }
  const headers = { 'Idempotency-Key': 'once' }
  const created = await call(`${base}/pets`, { method: 'POST', key, body, headers })
  const again = await call(`${base}/pets`, { method: 'POST', key, body, headers })
  assert.deepEqual(
    [created.status, created.headers.location, again.headers.location],
    [201, '/v1/pets?id=13', '/v1/pets?id=13'],
  )
  const found = await call(new URL(created.headers.location ?? '', base).href, { key })
  assert.equal(found.text, `[${created.text}]`)
  const one = await call(`${base}/pets/13`, { key })
  assert.ok(linkOf(one, 'successor-version')?.startsWith('/v1/pets'))
  const page = await call(new URL(linkOf(one, 'deprecation') ?? '', base).href)
  assert.equal(page.status, 200)
  assert.ok(page.text.includes(`<span data-base>${base}</span>/pets`), 'its script has the rest')

  const { servers } = JSON.parse((await call(new URL('/openapi.json', base).href)).text)
  assert.deepEqual([servers.length, servers[0].url], [1, '/v1'])
  const facts = JSON.parse((await call(new URL('/', base).href)).text)
  assert.deepEqual([facts.baseUrl, facts.docs, facts.openapi], ['/v1', '/docs', '/openapi.json'])

  const warnings: string[] = []
  const client = new PetStore({
    apiKey: key,
    baseUrl: base,
    onWarning: (text) => warnings.push(text),
  })
  const listed = await Array.fromAsync(client.pets.list({ limit: 5 }))
  assert.equal(listed.length, 13)
  await client.pets.get(1n)
  assert.ok(warnings.join().includes(`see http://127.0.0.1:${port}/docs#`), warnings.join())
})

test('the doctor says how a service that listens everywhere refers to itself', async (t) => {
  const env = { ...everywhere, PETSTORE_DATA_DIR: temporaryFolder(t), PETSTORE_STAGING_PORT: '0' }
  const { status, out } = await runHere(['doctor'], env)
  assert.equal(status, 0, out)
  assert.match(out, /^ok {4}staging: The service listens on all .* \(0\.0\.0\.0\) .* relative/m)
  const base = 'https://staging.example.com/v1'
  const told = await runHere(['doctor'], { ...env, PETSTORE_STAGING_BASE_URL: base })
  assert.doesNotMatch(told.out, /relative/)
})
