import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { temporaryFolder } from '../helpers/app.ts'
import { call, sendBytes } from '../helpers/http.ts'
import { readScrape, type Scrape } from '../helpers/metrics.ts'
import { poll } from '../helpers/poll.ts'
import { runCommand, type Service, startService } from '../helpers/service.ts'

const wideLimits = ['--per-minute', '1000000', '--per-day', '1000000']

const metricsUrl = (service: Service): string =>
  service.facts.staging?.metrics ?? assert.fail('It does not say where the metrics are.')

const scrapeText = async (service: Service): Promise<string> => {
  const answer = await fetch(metricsUrl(service))
  assert.equal(answer.status, 200)
  assert.equal(answer.headers.get('content-type'), 'text/plain; version=0.0.4; charset=utf-8')
  return await answer.text()
}

const scrapeOf = async (service: Service): Promise<Scrape> => readScrape(await scrapeText(service))

test('a scrape shows what both environments did, at an address that has nothing else', async (t) => {
  const service = await startService(t, temporaryFolder(t), {
    PETSTORE_ENVIRONMENTS: 'production,staging',
    PETSTORE_METRICS_PORT: '0',
  })
  const staging = service.baseUrl('staging')
  const key = service.facts.staging?.firstKey
  const production = await service.addKey('production')
  for (let n = 0; n < 3; n += 1) await call(`${staging}/pets`, { key })
  await call(`${staging}/pets`, { method: 'POST', key, body: { name: 'Rex', categoryId: 1 } })
  await call(`${staging}/pets/1`, { key })
  await call(`${staging}/pets/404`, { key })
  await call(`${staging}/pets`)
  await call(`${service.baseUrl('production')}/animals`, { key: production })
  await sendBytes(Number(new URL(staging).port), 'no request\r\n\r\n')

  const scrape = await scrapeOf(service)
  const requests = (labels: Readonly<Record<string, string>>): number =>
    scrape.sum('petstore_requests_total', labels)
  const environment = 'staging'
  assert.equal(requests({ environment, operation: 'listPets', status: '200' }), 3)
  assert.equal(requests({ environment, operation: 'createPet', status: '201' }), 1)
  assert.equal(requests({ environment, operation: 'getPet', status: '404' }), 1)
  assert.equal(requests({ environment, code: 'missing_api_key', status: '401' }), 1)
  assert.equal(requests({ environment, operation: 'none', code: 'malformed_request' }), 1)
  assert.equal(requests({ environment: 'production', code: 'route_not_found' }), 1)
  assert.equal(requests({ environment: 'production' }), 1)

  const listPets = { environment, operation: 'listPets' }
  assert.equal(scrape.sum('petstore_request_duration_seconds_count', listPets), 4)
  assert.ok(scrape.sum('petstore_request_duration_seconds_sum', listPets) > 0)
  const spent = { environment, decision: 'allowed' }
  assert.equal(scrape.sum('petstore_quota_decisions_total', { ...spent, subject: 'key' }), 6)
  assert.equal(scrape.sum('petstore_quota_decisions_total', { ...spent, subject: 'address' }), 2)
  assert.equal(scrape.sum('petstore_deprecated_requests_total', { environment }), 2)
  const created = { environment, operation: 'data.apply' }
  assert.equal(scrape.sum('petstore_storage_failures_total'), 0)
  assert.ok(scrape.sum('petstore_storage_duration_seconds_count', created) <= 1)
  assert.ok(scrape.sum('petstore_storage_duration_seconds_count', { environment }) >= 7)
  assert.equal(scrape.sum('petstore_build_info'), 1)
  assert.ok(scrape.sum('process_resident_memory_bytes') > 10_000_000)
  await poll(async () => {
    const later = await scrapeOf(service)
    const alive = later.sum('petstore_heartbeat_timestamp_seconds', { environment })
    const up = later.sum('petstore_database_up', { environment })
    const bytes = later.sum('petstore_database_bytes', { environment })
    return Math.abs(Date.now() / 1_000 - alive) < 60 && up === 1 && bytes > 0
  })

  const url = metricsUrl(service)
  assert.equal(new URL(url).hostname, '127.0.0.1')
  assert.equal((await fetch(new URL('/v1/pets', url))).status, 404)
  assert.equal((await fetch(url, { method: 'POST' })).status, 405)
  const head = await fetch(url, { method: 'HEAD' })
  assert.equal(head.status, 200)
  assert.equal(await head.text(), '')
})

test('a reader of the log that stands still holds up no answer and not the end', async (t) => {
  const service = await startService(t, temporaryFolder(t), { PETSTORE_ENVIRONMENTS: 'staging' })
  const key = await service.addKey('staging', '--plan', 'enterprise', ...wideLimits)
  const log = service.process.stderr ?? assert.fail('It has no standard error.')
  log.pause()
  const path = 'a'.repeat(900)
  for (let n = 0; n < 1_000; n += 1) {
    const answer = await call(`${service.baseUrl('staging')}/${path}`, { key })
    assert.equal(answer.status, 404)
  }
  // Nothing reads the log until the process has ended.
  const ended = once(service.process, 'exit')
  service.process.kill('SIGTERM')
  const [status] = await ended
  assert.equal(status, 0)
  log.resume()
})

test('a chosen metrics port that is taken stops the start with a sentence', async (t) => {
  const other = createServer().listen(0, '127.0.0.1')
  t.after(() => other.close())
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const { status, error } = await runCommand(['serve'], {
    PETSTORE_DATA_DIR: temporaryFolder(t),
    PETSTORE_PRODUCTION_PORT: '0',
    PETSTORE_STAGING_PORT: '0',
    PETSTORE_METRICS_PORT: String(port),
  })
  assert.equal(status, 1)
  assert.match(error, new RegExp(`The metrics cannot be served on port ${port} of 127.0.0.1`))
  assert.match(error, /Set PETSTORE_METRICS_PORT to another port, or to off\./)
})

test('a second service without a chosen metrics port starts all the same', async (t) => {
  // By now some program holds the default port.
  const holder = createServer()
  holder.on('error', () => undefined)
  holder.listen(9_464, '127.0.0.1')
  t.after(() => holder.close())
  const service = await startService(t, temporaryFolder(t), { PETSTORE_METRICS_PORT: '' })
  assert.equal(service.facts.staging?.metrics, undefined)
  const { status, error } = await service.stop()
  assert.equal(status, 0)
  assert.match(error, /"level":"warn".*"metrics_unavailable".*9464/)
})

test('this machine gets profiles and heap snapshots where they are switched on, one at a time', async (t) => {
  const off = await startService(t, temporaryFolder(t), { PETSTORE_METRICS_PORT: '0' })
  const post = async (service: Service, path: string, headers = {}) => {
    const answer = await fetch(new URL(path, metricsUrl(service)), { method: 'POST', headers })
    return { status: answer.status, text: await answer.text() }
  }
  assert.equal((await post(off, '/debug/profile?environment=staging')).status, 404)
  const variables = { PETSTORE_METRICS_PORT: '0', PETSTORE_DIAGNOSTICS: 'on' }
  const service = await startService(t, temporaryFolder(t), variables)
  const statusOf = async (path: string, headers = {}) => (await post(service, path, headers)).status
  const profile = '/debug/profile?environment=staging&seconds='
  const snapshot = '/debug/heap-snapshot?environment=staging'
  const origin = { origin: 'https://a.example' }
  assert.deepEqual(
    [
      (await fetch(new URL(snapshot, metricsUrl(service)))).status,
      await statusOf(snapshot, origin),
      await statusOf('/debug/heap-snapshot?environment=production'),
      await statusOf(`${profile}21`),
      await statusOf(`${profile}0`),
    ],
    [405, 403, 400, 400, 400],
  )
  const both = await Promise.all([post(service, `${profile}1`), post(service, `${profile}1`)])
  const [good, late] = both.toSorted((a, b) => a.status - b.status)
  assert.deepEqual([good?.status, late?.status], [200, 409])
  assert.ok(JSON.parse(good?.text ?? '').samples.length > 0)
  const { status, text } = await post(service, snapshot)
  assert.equal(status, 200)
  assert.ok(JSON.parse(text).nodes.length > 1_000)
  const taken = service.logged('diagnosed').map(({ what }) => what)
  assert.deepEqual(taken, ['profile', 'heap snapshot'])
})
