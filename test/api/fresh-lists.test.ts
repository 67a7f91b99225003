import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { startApp, temporaryFolder } from '../helpers/app.ts'
import { poll } from '../helpers/poll.ts'
import { needsFile } from '../helpers/postgres-places.ts'

test('a list asked for again shows an animal as soon as its creation was acknowledged', async (t) => {
  const app = await startApp(t)
  for (let n = 1; n <= 5; n += 1) {
    await app.call('/pets', { method: 'POST', body: { name: `Pet ${n}`, categoryId: 1 } })
    for (const query of ['', '?status=available', '?limit=100']) {
      const answer = await app.call(`/pets${query}`)
      assert.equal(JSON.parse(answer.text).length, n)
    }
  }
})

test('a list asked for again keeps its own Link, and its body byte for byte', async (t) => {
  const app = await startApp(t)
  for (const name of ['Rex', 'Zoë', '猫', '🐈']) {
    await app.call('/pets', { method: 'POST', body: { name, categoryId: 1 } })
  }
  for (const query of ['?limit=2', '?limit=3', '?limit=4&status=available']) {
    const first = await app.call(`/pets${query}`)
    const again = await app.call(`/pets${query}`)
    assert.equal(again.text, first.text)
    assert.equal(again.headers['link'], first.headers['link'])
    assert.equal(again.headers['content-length'], String(Buffer.byteLength(first.text)))
  }
})

test('what another process adds is listed', { skip: needsFile }, async (t) => {
  const dataDir = temporaryFolder(t)
  const app = await startApp(t, { dataDir })
  assert.equal((await app.call('/pets')).text, '[]')
  const other = new DatabaseSync(join(dataDir, 'staging.sqlite'))
  other.exec("INSERT INTO pets (name, category_id, status) VALUES ('Rex', 1, 'sold')")
  other.close()
  await poll(async () => ((await app.call('/pets')).text === '[]' ? undefined : true))
})
