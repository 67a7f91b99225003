import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { text as textOf } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { makeStore, temporaryFolder } from '../helpers/app.ts'
import { runCommand, startProcess } from '../helpers/service.ts'

const exporting = ['pets', 'export', '-', '--format', 'ndjson', '--environment', 'staging']
const animals = 20_000

const folder = temporaryFolder({ after })
const temporary = join(folder, 'tmp')
mkdirSync(temporary)
const env = { PETSTORE_DATA_DIR: join(folder, 'data'), TMPDIR: temporary }

// More animals than a pipe holds.
makeStore(env.PETSTORE_DATA_DIR, 'staging')
const database = new DatabaseSync(join(env.PETSTORE_DATA_DIR, 'staging.sqlite'))
after(() => database.close())
database.exec(`
  WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${animals})
  INSERT INTO pets (name, category_id, status) SELECT 'Pet ' || i, i, 'available' FROM n;
`)

test('while the reader of an export does not read, SQLite can still restart its write-ahead log', async (t) => {
  const { child, closed } = startProcess(t, exporting, env)
  assert.ok(child.stdout !== null)
  child.stdout.pause()
  // The first bytes have arrived; nobody reads further ones.
  let exported = ''
  await once(
    child.stdout.on('readable', () => undefined),
    'readable',
  )
  const hadEnded = child.exitCode !== null
  database.exec("INSERT INTO pets (name, category_id, status) VALUES ('Late', 1, 'sold')")
  const checkpoint = database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()
  const named = readdirSync(temporary)

  child.stdout.setEncoding('utf8')
  for await (const text of child.stdout) exported += String(text)
  const [status] = await closed
  assert.equal(status, 0)
  assert.ok(!hadEnded, 'it stood still')
  assert.equal(checkpoint?.['busy'], 0, 'nobody reads at a moment of before')
  assert.deepEqual(named, [], 'the animals lie in a file without a name')
  const lines = exported.split('\n').slice(0, -1)
  assert.equal(lines.length, animals, 'all of one moment, and none that came later')
  assert.match(lines.at(-1) ?? '', new RegExp(`^{"id":${animals},`))
})

test('an export whose reader leaves fails, and says so', async (t) => {
  const { child, closed } = startProcess(t, exporting, env)
  assert.ok(child.stdout !== null && child.stderr !== null)
  const { stdout, stderr } = child
  stdout.once('data', () => stdout.destroy())
  const error = textOf(stderr)
  const [status] = await closed
  assert.equal(status, 1)
  assert.equal(await error, 'The reader closed the output early, so it is incomplete.\n')
})

test('an export that the temporary folder cannot hold writes nothing and says what to do', async () => {
  const { status, out, error } = await runCommand(exporting, { ...env, TMPDIR: '/proc' })
  assert.deepEqual([status, out], [1, ''])
  assert.match(error, /^The temporary folder \/proc cannot hold the animals: .+ Set TMPDIR .+\.\n$/)
})
