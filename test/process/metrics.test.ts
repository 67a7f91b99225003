import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { test } from 'node:test'
import { temporaryFolder } from '../helpers/app.ts'
import { commandsIn } from '../helpers/command.ts'
import { startFragileService } from '../helpers/fragile-service.ts'
import { sendBytes } from '../helpers/http.ts'
import { readScrape } from '../helpers/metrics.ts'
import { poll } from '../helpers/poll.ts'
import { needsFile } from '../helpers/postgres-places.ts'
import { createPet, startService } from '../helpers/service.ts'

test('metrics and /health.json tell what both environments did, at an address that has nothing else', async (t) => {
  const service = await startService(t, temporaryFolder(t), {
    PETSTORE_ENVIRONMENTS: 'production,staging',
    PETSTORE_METRICS_PORT: '0',
  })
  const ask = service.asking()
  const production = await service.addKey('production', '--plan', 'free', '--expires', '3d')
  for (let n = 0; n < 3; n += 1) await ask('/pets')
  await createPet(ask)
  await ask('/pets/1')
  await ask('/pets/404')
  await ask('/pets', { key: undefined })
  await service.asking(production, 'production')('/animals')
  await sendBytes(Number(new URL(service.baseUrl('staging')).port), 'no request\r\n\r\n')

  const environment = 'staging'
  await t.test('metrics', async () => {
    const answer = await fetch(service.metricsUrl())
    assert.equal(answer.status, 200)
    assert.equal(answer.headers.get('content-type'), 'text/plain; version=0.0.4; charset=utf-8')
    const { sum } = readScrape(await answer.text())
    for (const [labels, count] of [
      [{ environment, operation: 'listPets', status: '200' }, 3],
      [{ environment, operation: 'createPet', status: '201' }, 1],
      [{ environment, operation: 'getPet', status: '404' }, 1],
      [{ environment, code: 'missing_api_key', status: '401' }, 1],
      [{ environment, operation: 'none', code: 'malformed_request' }, 1],
      [{ environment: 'production', code: 'route_not_found' }, 1],
      [{ environment: 'production' }, 1],
    ] as const) {
      assert.equal(sum('petstore_requests_total', labels), count, JSON.stringify(labels))
    }
    // What each counts is in test/unit/metrics.test.ts.
    assert.ok(sum('petstore_storage_duration_seconds_count', { environment }) >= 7)
    assert.ok(sum('process_resident_memory_bytes') > 10_000_000)
    await poll(async () => {
      const later = await service.scrape()
      const alive = later.sum('petstore_heartbeat_timestamp_seconds', { environment })
      const [up, bytes] = ['up', 'bytes'].map((name) =>
        later.sum(`petstore_database_${name}`, { environment }),
      )
      return Math.abs(Date.now() / 1_000 - alive) < 60 && up === 1 && Number(bytes) > 0
    }, 200)
  })

  const health = async () => {
    const answer = await fetch(service.metricsUrl('/health.json'))
    assert.equal(answer.status, 200)
    assert.equal(answer.headers.get('content-type'), 'application/json')
    return JSON.parse(await answer.text())
  }

  await t.test('/health.json', async () => {
    const { environments, ...whole } = await poll(async () => {
      const shown = await health()
      const { staging: one, production: other } = shown.environments
      return one.isUp && other.keysExpiring === 1 && shown
    }, 200)
    assert.equal(whole.service, 'petstore')
    assert.ok(Date.parse(whole.startedAt) <= Date.parse(whole.at))
    assert.ok(whole.dataFreeBytes > 0)
    assert.deepEqual(Object.keys(environments), ['production', 'staging'])
    const { requests, refusals, lastBackupAt, backupAgeSeconds, keysExpiring, databaseUp } =
      environments.staging
    assert.deepEqual(
      [requests.count, refusals, lastBackupAt, backupAgeSeconds, keysExpiring, databaseUp],
      [8, { pet_not_found: 1, missing_api_key: 1, malformed_request: 1 }, null, null, 0, true],
    )
    assert.ok(requests.p50 > 0 && requests.p99 >= requests.p50)
    // Every field is in the document.
    const page = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8')
    for (const name of [...Object.keys(whole), ...Object.keys(environments.staging)]) {
      assert.match(page, new RegExp(`^\\|.*\`${name}\`.*\\|`, 'm'), name)
    }
  })

  await t.test(
    'both tell when the last backup was made, and whether it succeeded',
    { skip: needsFile },
    async () => {
      const before = Date.now()
      const backup = `backup ${temporaryFolder(t)}/a.backup`
      const { done, fails } = commandsIn(service.dataDir)
      await done(backup)
      const { lastBackupAt, backupAgeSeconds } = await poll(async () => {
        const { staging } = (await health()).environments
        return typeof staging.lastBackupAt === 'string' && staging
      }, 200)
      const at = Date.parse(lastBackupAt)
      assert.ok(at >= before && at <= Date.now())
      assert.ok(backupAgeSeconds >= 0)
      const succeeded = async (): Promise<number> =>
        (await service.scrape()).sum('petstore_last_backup_success', { environment })
      assert.equal(await succeeded(), 1)
      await fails(backup, /already exists/)
      await poll(async () => (await succeeded()) === 0, 200)
    },
  )

  await t.test('there is nothing else, unless it is switched on', async () => {
    const url = service.metricsUrl()
    assert.equal(url.hostname, '127.0.0.1')
    assert.equal((await fetch(new URL('/v1/pets', url))).status, 404)
    assert.equal((await fetch(url, { method: 'POST' })).status, 405)
    const head = await fetch(url, { method: 'HEAD' })
    assert.deepEqual([head.status, await head.text()], [200, ''])
    const profile = new URL('/debug/profile?environment=staging', url)
    assert.equal((await fetch(profile, { method: 'POST' })).status, 404)
  })
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
  const variables = { PETSTORE_METRICS_PORT: '0', PETSTORE_DIAGNOSTICS: 'on' }
  const service = await startFragileService(t, variables)
  const send = async (path: string, headers = {}, method = 'POST') => {
    const answer = await fetch(service.metricsUrl(path), { method, headers })
    return { status: answer.status, text: await answer.text() }
  }
  const profile = '/debug/profile?environment=staging&seconds='
  const snapshot = '/debug/heap-snapshot?environment=staging'
  for (const [status, path, headers, method] of [
    [405, snapshot, {}, 'GET'],
    [403, snapshot, { origin: 'https://a.example' }],
    [400, '/debug/heap-snapshot?environment=production'],
    [400, `${profile}21`],
    [400, `${profile}0`],
  ] as const) {
    assert.equal((await send(path, headers, method)).status, status, path)
  }
  const both = await Promise.all([send(`${profile}1`), send(`${profile}1`)])
  const [good, late] = both.toSorted((a, b) => a.status - b.status)
  assert.deepEqual([good?.status, late?.status], [200, 409])
  assert.ok(JSON.parse(good?.text ?? '').samples.length > 0)
  const { status, text } = await send(snapshot)
  assert.equal(status, 200)
  assert.ok(JSON.parse(text).nodes.length > 1_000)
  const taken = service.logged('diagnosed').map(({ what }) => what)
  assert.deepEqual(taken, ['profile', 'heap snapshot'])

  await t.test(
    'a reader of the log that stands still holds up no answer and not the end',
    async () => {
      const log = service.process.stderr ?? assert.fail('It has no standard error.')
      log.pause()
      const call = async () => await service.call(`/${'a'.repeat(900)}`)
      const answers = await Promise.all(Array.from({ length: 1_000 }, call))
      assert.ok(answers.every((answer) => answer.status === 404))
      // Nothing reads the log until the process has ended.
      const ended = once(service.process, 'exit')
      service.process.kill('SIGTERM')
      assert.deepEqual(await ended, [0, null])
      log.resume()
    },
  )
})
