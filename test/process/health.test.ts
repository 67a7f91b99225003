import assert from 'node:assert/strict'
import { join } from 'node:path'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { temporaryFolder } from '../helpers/app.ts'
import { call } from '../helpers/http.ts'
import { poll } from '../helpers/poll.ts'
import { runCommand, type Service, startService } from '../helpers/service.ts'

type Health = {
  readonly environments: Readonly<Record<string, Readonly<Record<string, unknown>>>>
} & Readonly<Record<string, unknown>>

const healthOf = async (service: Service): Promise<Health> => {
  const metrics = service.facts.staging?.metrics ?? assert.fail('It does not say where they are.')
  const answer = await fetch(metrics.replace('/metrics', '/health.json'))
  assert.equal(answer.status, 200)
  assert.equal(answer.headers.get('content-type'), 'application/json')
  const text = await answer.text()
  return JSON.parse(text)
}

test('/health.json tells how both environments do, and when the last backup was made', async (t) => {
  const dataDir = temporaryFolder(t)
  const service = await startService(t, dataDir, {
    PETSTORE_ENVIRONMENTS: 'production,staging',
    PETSTORE_METRICS_PORT: '0',
  })
  const staging = service.baseUrl('staging')
  const key = service.facts.staging?.firstKey
  for (let n = 0; n < 3; n += 1) await call(`${staging}/pets`, { key })
  await call(`${staging}/pets/404`, { key })
  await service.addKey('production', '--plan', 'free', '--expires', '3d')
  const { environments, ...whole } = await poll(async () => {
    const health = await healthOf(service)
    const { staging: shown, production } = health.environments
    return shown?.['isUp'] === true && production?.['keysExpiring'] === 1 ? health : undefined
  })
  assert.equal(whole['service'], 'petstore')
  assert.ok(Date.parse(String(whole['startedAt'])) <= Date.parse(String(whole['at'])))
  assert.ok(Number(whole['dataFreeBytes']) > 0)
  assert.deepEqual(Object.keys(environments), ['production', 'staging'])
  const { requests, refusals, lastBackupAt, backupAgeSeconds, keysExpiring, databaseUp } =
    environments['staging'] ?? {}
  assert.deepEqual(
    [Object(requests).count, refusals, lastBackupAt, backupAgeSeconds, keysExpiring, databaseUp],
    [4, { pet_not_found: 1 }, null, null, 0, true],
  )
  assert.ok(Object(requests).p50 > 0 && Object(requests).p99 >= Object(requests).p50)

  // Every field is in the document.
  const page = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8')
  for (const name of [...Object.keys(whole), ...Object.keys(environments['staging'] ?? {})]) {
    assert.match(page, new RegExp(`^\\|.*\`${name}\`.*\\|`, 'm'), name)
  }

  const before = Date.now()
  const file = join(temporaryFolder(t), 'staging.backup')
  const backup = await runCommand(['backup', file, '--environment', 'staging'], service.env)
  assert.deepEqual([backup.status, backup.error], [0, ''])
  const after = await poll(async () => {
    const shown = (await healthOf(service)).environments['staging']
    return typeof shown?.['lastBackupAt'] === 'string' ? shown : undefined
  })
  const at = Date.parse(String(after['lastBackupAt']))
  assert.ok(at >= before && at <= Date.now())
  assert.ok(Number(after['backupAgeSeconds']) >= 0)
  const succeeded = async (): Promise<string | undefined> =>
    /^petstore_last_backup_success\{environment="staging"\} (\d)$/m.exec(
      await (await fetch(service.facts.staging?.metrics ?? '')).text(),
    )?.[1]
  assert.equal(await succeeded(), '1')
  // The name is taken.
  const again = await runCommand(['backup', file, '--environment', 'staging'], service.env)
  assert.equal(again.status, 1)
  await poll(async () => (await succeeded()) === '0')
})
