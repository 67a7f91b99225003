import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, test } from 'node:test'
import { runHere } from '../helpers/command.ts'
import { testWith } from '../helpers/needs.ts'
import { exported, run, setUpPictures } from '../helpers/photo-files.ts'
import { noPostgres, type PostgresServer, startPostgres } from '../helpers/postgres.ts'

const it = testWith(noPostgres())

let started: Promise<PostgresServer> | undefined
after(async () => await (await started)?.close())

test('a backup has the photos, and a restored store shows them', async (t) => {
  const { folder, dataDir, pictures, app, file } = await setUpPictures(t)
  await run(dataDir, 'pets', 'import', file, '--update', '--photos', pictures)
  const before = await exported(dataDir, join(folder, 'before'))
  const backup = join(folder, 'backup')
  assert.equal((await run(dataDir, 'backup', backup)).status, 0)
  await app.close()
  const other = join(folder, 'other')
  assert.equal((await run(other, 'restore', backup)).status, 0)
  assert.deepEqual(await exported(other, join(folder, 'after')), before)
})

it('a move takes photos along, also those that are larger than a page of rows', async (t) => {
  const { folder, dataDir, pictures, app, file } = await setUpPictures(t)
  await run(dataDir, 'pets', 'import', file, '--update', '--photos', pictures)
  await app.close()
  const database = new DatabaseSync(join(dataDir, 'staging.sqlite'))
  database.exec('UPDATE photo_fulls SET bytes = randomblob(1500000)')
  database.close()
  const before = await exported(dataDir, join(folder, 'before'))
  const server = await (started ??= startPostgres())
  const url = server.url(await server.newDatabase())
  const moved = await run(dataDir, 'move', '--from', 'sqlite', '--to', url)
  assert.deepEqual([moved.status, moved.error], [0, ''])
  const env = { PETSTORE_DATA_DIR: dataDir, PETSTORE_STAGING_STORE: url }
  const out = join(folder, 'after')
  const args = ['pets', 'export', `${out}.csv`, '--photos', out, '--environment', 'staging']
  assert.equal((await runHere(args, env)).status, 0)
  for (const [name, bytes] of Object.entries(before)) {
    assert.equal(readFileSync(join(out, name)).toString('base64'), bytes, name)
  }
})
