import assert from 'node:assert/strict'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { DatabaseSync } from 'node:sqlite'
import { temporaryFolder } from '../helpers/app.ts'
import { runHere } from '../helpers/command.ts'
import { call, linkOf } from '../helpers/http.ts'
import { type Finished, runCommand, startService } from '../helpers/service.ts'
import { openStorage } from '../helpers/storage.ts'
import { seedFor } from '../../src/seed.ts'

const run = (dataDir: string, ...args: readonly string[]): Promise<Finished> =>
  runHere(args, { PETSTORE_DATA_DIR: dataDir })

/** A folder with a staging store of 12 animals and a backup of it. */
const makeBackup = async (t: TestContext) => {
  const folder = temporaryFolder(t)
  const dataDir = join(folder, 'data')
  mkdirSync(dataDir)
  const storage = openStorage(join(dataDir, 'staging.sqlite'))
  await storage.seedOnce(seedFor('staging', Date.now()))
  await storage.close()
  const file = join(folder, 'staging.backup')
  const made = await run(dataDir, 'backup', file, '--environment', 'staging', '--json')
  assert.equal(made.status, 0, made.error)
  return { folder, dataDir, file, facts: JSON.parse(made.out) }
}

const production = { PETSTORE_ENVIRONMENTS: 'production' }

test('a backup taken while animals are added is whole, and restores to a store that serves', async (t) => {
  const folder = temporaryFolder(t)
  const service = await startService(t, join(folder, 'data'), production)
  const key = await service.addKey('production', '--plan', 'business')
  const added: string[] = []
  const backedUp = new AbortController()
  const writer = (async () => {
    while (!backedUp.signal.aborted) {
      const body = { name: `Pet ${added.length}`, categoryId: 1 }
      const answer = await call(`${service.baseUrl('production')}/pets`, {
        method: 'POST',
        key,
        body,
      })
      // The key's minute may end before the backup does.
      if (answer.status === 201) added.push(answer.text)
    }
  })()
  while (added.length < 50) await setTimeout(5)
  const before = added.length
  const file = join(folder, 'production.backup')
  const command = ['backup', file, '--environment', 'production', '--json']
  const made = await runCommand(command, { PETSTORE_DATA_DIR: service.dataDir })
  backedUp.abort()
  await writer
  assert.equal(made.status, 0, made.error)
  assert.equal(statSync(file).mode & 0o777, 0o600)
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.startsWith('production')),
    ['production.backup'],
  )
  const { pets } = JSON.parse(made.out)
  assert.ok(pets >= before, `${pets} animals in the backup, ${before} before it`)
  await service.stop()

  const other = join(folder, 'other')
  const restored = await run(other, 'restore', file, '--environment', 'production', '--json')
  assert.equal(restored.status, 0, restored.error)
  assert.equal(JSON.parse(restored.out).pets, pets)
  const again = await startService(t, other, production)
  const answer = await call(`${again.baseUrl('production')}/pets?limit=50`, {
    key: await again.addKey('production'),
  })
  assert.equal(answer.text, `[${added.slice(0, 50).join(',')}]`)
})

test('a backup does not write over a file, and says so if there is nothing to back up', async (t) => {
  const { folder, dataDir, file } = await makeBackup(t)
  const before = readFileSync(file)
  const again = await run(dataDir, 'backup', file, '--environment', 'staging')
  assert.equal(again.status, 1)
  assert.match(again.error, /is there already/)
  assert.deepEqual(readFileSync(file), before)

  const none = join(folder, 'none.backup')
  const nothing = await run(dataDir, 'backup', none, '--environment', 'production')
  assert.equal(nothing.status, 1)
  assert.match(nothing.error, /no data of production yet/)
  assert.ok(!existsSync(none))
})

test('a restore refuses a store that is there, a service that runs, and the other environment', async (t) => {
  const { folder, dataDir, file } = await makeBackup(t)
  const before = readFileSync(join(dataDir, 'staging.sqlite'))
  const there = await run(dataDir, 'restore', file, '--environment', 'staging')
  assert.equal(there.status, 1)
  assert.match(there.error, /There is a store already/)
  assert.deepEqual(readFileSync(join(dataDir, 'staging.sqlite')), before)

  const wrong = await run(join(folder, 'new'), 'restore', file, '--environment', 'production')
  assert.equal(wrong.status, 1)
  assert.match(wrong.error, /holds the data of staging, not of production/)
  assert.deepEqual(readdirSync(join(folder, 'new')), ['production.lock'])

  const service = await startService(t, dataDir, { PETSTORE_ENVIRONMENTS: 'staging' })
  const running = await run(service.dataDir, 'restore', file, '--environment', 'staging')
  assert.equal(running.status, 1)
  assert.match(running.error, /stop it first/)
})

const damages: Readonly<Record<string, readonly [damage: (file: string) => void, says: RegExp]>> = {
  'with a page overwritten': [
    (file) => {
      const bytes = readFileSync(file)
      bytes.fill(0xa5, 4_096, 8_192)
      writeFileSync(file, bytes)
    },
    /is damaged/,
  ],
  'cut short': [(file) => writeFileSync(file, readFileSync(file).subarray(0, 9_000)), /is damaged/],
  'that is no database': [
    (file) => writeFileSync(file, 'x'.repeat(5_000)),
    /not a SQLite database/,
  ],
  'of another program': [
    (file) => change(file, 'PRAGMA application_id = 7'),
    /belongs to another program/,
  ],
  'of a newer version': [(file) => change(file, 'PRAGMA user_version = 99'), /newer version/],
  'with an entry too many in an index': [
    (file) => {
      const setIndex = (sql: string): void =>
        change(
          file,
          `PRAGMA writable_schema = ON;
           UPDATE sqlite_schema SET sql = '${sql}' WHERE name = 'pets_by_status'`,
        )
      setIndex('CREATE INDEX pets_by_status ON pets (status, id, name, category_id) WHERE id > 1')
      change(file, 'DELETE FROM pets WHERE id = 1')
      setIndex('CREATE INDEX pets_by_status ON pets (status, id, name, category_id)')
    },
    /is damaged/,
  ],
}

const change = (file: string, statements: string): void => {
  const database = new DatabaseSync(file, { defensive: false })
  database.exec(statements)
  database.close()
}

test('a backup that is no whole store of this service is not restored', async (t) => {
  const { folder, file } = await makeBackup(t)
  const bad = join(folder, 'bad.backup')
  const dataDir = join(folder, 'new')
  mkdirSync(dataDir)
  for (const [name, [damage, says]] of Object.entries(damages)) {
    copyFileSync(file, bad)
    damage(bad)
    const { status, error } = await run(dataDir, 'restore', bad, '--environment', 'staging')
    assert.equal(status, 1, name)
    assert.match(error, says, name)
    assert.match(error, /bad\.backup/, name)
    assert.deepEqual(readdirSync(dataDir), ['staging.lock'], name)
  }
})

test('a restored store gives no event an id that a lost one had, and tells readers of the lost ones', async (t) => {
  const folder = temporaryFolder(t)
  const staging = { PETSTORE_ENVIRONMENTS: 'staging' }
  const service = await startService(t, join(folder, 'data'), staging)
  const key = await service.addKey('staging', '--plan', 'business')
  const ids = (text: string) => (JSON.parse(text) as Array<{ id: number }>).map(({ id }) => id)
  const addPets = async (url: string, count: number) => {
    for (let added = 0; added < count; added += 1) {
      const body = { name: 'Tom', categoryId: 1 }
      assert.equal((await call(`${url}/pets`, { method: 'POST', key, body })).status, 201)
    }
  }
  const url = service.baseUrl('staging')
  const early = linkOf(await call(`${url}/events?limit=100`, { key }), 'next') ?? ''
  const file = join(folder, 'staging.backup')
  await run(service.dataDir, 'backup', file, '--environment', 'staging')
  await addPets(url, 3)
  const seen = await call(early, { key })
  const lost = ids(seen.text)
  assert.equal(lost.length, 3)
  const late = linkOf(seen, 'next') ?? ''
  await service.stop()

  const other = join(folder, 'other')
  const restored = await run(other, 'restore', file, '--environment', 'staging')
  assert.equal(restored.status, 0, restored.error)
  const again = await startService(t, other, staging)
  const there = (link: string) => link.replace(url, again.baseUrl('staging'))
  await addPets(again.baseUrl('staging'), 5)
  const gone = await call(there(late), { key })
  assert.equal(gone.status, 410)
  assert.match(gone.text, /cursor_expired/)
  for (const id of lost) {
    const answer = await call(`${again.baseUrl('staging')}/events?after=${id}`, { key })
    assert.equal(answer.status, 410, answer.text)
  }
  const next = await call(there(early), { key })
  const fresh = ids(next.text)
  assert.equal(fresh.length, 5)
  assert.ok(fresh.every((id) => id > Math.max(...lost)))
  assert.deepEqual(ids((await call(there(linkOf(next, 'next') ?? ''), { key })).text), [])
  const newest = await call(`${again.baseUrl('staging')}/events?sort=-id&limit=8`, { key })
  assert.deepEqual(ids(newest.text), [...fresh.toReversed(), 12, 11, 10])
})
