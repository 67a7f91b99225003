import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { temporaryFolder } from '../helpers/app.ts'
import { runHere } from '../helpers/command.ts'
import { call, errorOf } from '../helpers/http.ts'
import { poll } from '../helpers/poll.ts'
import { startService } from '../helpers/service.ts'
import { atOnce, startFragileService } from '../helpers/fragile-service.ts'

/** How many lists the history in a data folder has, of all keys. */
const savedLists = (dataDir: string): number => {
  const database = new DatabaseSync(join(dataDir, 'staging.sqlite'), { readOnly: true })
  try {
    const row = database
      .prepare(
        "SELECT ifnull(sum(count), 0) AS count FROM request_counts WHERE span = 86400 AND operation = 'listPets'",
      )
      .get()
    return Number(row?.['count'])
  } finally {
    database.close()
  }
}

test('the history has all requests, each once, over an ordinary end and a crash', async (t) => {
  const run = await startFragileService(t)
  const { service } = run
  const { dataDir } = service
  const many = 150
  const ask = async (): Promise<void> => {
    const answers = await atOnce(many, async () => await run.call('/pets'))
    assert.ok(answers.every(({ status }) => status === 200))
  }
  await ask()
  await poll(() => (savedLists(dataDir) === many ? true : undefined))
  await ask()
  await service.stop()
  assert.equal(savedLists(dataDir), 2 * many, 'an ordinary end saves what came last')

  const next = await startService(t, dataDir, service.env)
  const key = await next.addKey('staging', '--plan', 'business')
  const headers = { Authorization: `Bearer ${key}` }
  const url = `${next.baseUrl('staging')}/pets`
  await atOnce(many, async () => await (await fetch(url, { headers })).text())
  await next.stop('SIGKILL')
  const last = await startService(t, dataDir, service.env)
  await last.stop()
  const saved = savedLists(dataDir)
  assert.ok(saved >= 2 * many && saved <= 3 * many, `${saved} of ${3 * many}`)
})

test('what a key has used, and its ban, outlast a kill once they are saved', async (t) => {
  const dataDir = temporaryFolder(t)
  const first = await startService(t, dataDir)
  const keys = async (...args: readonly string[]) => {
    const all = ['keys', ...args, '--environment', 'staging', '--json']
    return JSON.parse((await runHere(all, first.env)).out)
  }
  const agreed = ['--plan', 'enterprise', '--per-minute', '20', '--per-day', '5000']
  const { id, key } = await keys('create', ...agreed, '--name', 'A shop')
  const list = async (base: string) => await call(`${base}/pets`, { key })
  let used = 0
  for (;;) {
    const answer = await list(first.baseUrl('staging'))
    if (answer.status !== 200 && errorOf(answer).code === 'api_key_banned') break
    used += 1
  }
  const saved = await poll(async () => {
    const usage = await keys('show', id)
    return usage.bannedUntil === null ? undefined : usage
  })
  assert.ok(saved.day.used >= 20 && saved.day.used <= used)
  await first.stop('SIGKILL')
  const next = await startService(t, dataDir)
  assert.equal(errorOf(await list(next.baseUrl('staging'))).code, 'api_key_banned')
  assert.equal((await next.stop()).status, 0)
  assert.equal((await keys('show', id)).day.used, saved.day.used)
})
