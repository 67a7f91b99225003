import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { poll } from '../helpers/poll.ts'
import { startService } from '../helpers/service.ts'
import { atOnce, startFragileService } from '../helpers/fragile-service.ts'

/** How many lists the history in a data folder has, of all keys. */
const savedLists = (dataDir: string): number => {
  using database = new DatabaseSync(join(dataDir, 'staging.sqlite'), { readOnly: true })
  const lists = "WHERE span = 86400 AND operation = 'listPets'"
  const row = database.prepare(`SELECT sum(count) AS count FROM request_counts ${lists}`).get()
  return Number(row?.['count'])
}

test('the history has all requests, each once, over an ordinary end and a crash', async (t) => {
  const service = await startFragileService(t)
  const { dataDir } = service
  const many = 150
  const ask = async (): Promise<void> => {
    const answers = await atOnce(many, async () => await service.call('/pets'))
    assert.ok(answers.every(({ status }) => status === 200))
  }
  await ask()
  await poll(() => savedLists(dataDir) === many)
  await ask()
  await service.stop()
  assert.equal(savedLists(dataDir), 2 * many, 'an ordinary end saves what came last')

  const next = await startService(t, dataDir, service.env)
  const again = next.asking(service.key)
  await atOnce(many, async () => await again('/pets'))
  await next.stop('SIGKILL')
  const last = await startService(t, dataDir, service.env)
  await last.stop()
  const saved = savedLists(dataDir)
  assert.ok(saved >= 2 * many && saved <= 3 * many, `${saved} of ${3 * many}`)
})
