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
import { DatabaseSync } from 'node:sqlite'
import { temporaryFolder } from '../helpers/app.ts'
import { commandsIn } from '../helpers/command.ts'
import { type Answer, linkOf } from '../helpers/http.ts'
import { poll } from '../helpers/poll.ts'
import { createPet, runCommand, startService, wide } from '../helpers/service.ts'
import { openStorage } from '../helpers/storage.ts'
import { seedFor } from '../../src/seed.ts'

/** A folder with a staging store of 12 animals and a backup of it. */
const makeBackup = async (t: TestContext) => {
  const folder = temporaryFolder(t)
  const dataDir = join(folder, 'data')
  mkdirSync(dataDir)
  const storage = openStorage(join(dataDir, 'staging.sqlite'))
  await storage.seedOnce(seedFor('staging', Date.now()))
  await storage.close()
  const file = join(folder, 'staging.backup')
  const commands = commandsIn(dataDir)
  await commands.done('backup', file)
  return { folder, dataDir, file, ...commands }
}

const idIn = (text: string): number => JSON.parse(text).id

test('a backup taken while animals are added is whole, and restores to a store that serves and gives no id of a lost event again', async (t) => {
  const folder = temporaryFolder(t)
  const service = await startService(t, join(folder, 'data'))
  const ask = service.asking(await service.addKey('staging', ...wide))
  const ids = ({ text }: Answer) => (JSON.parse(text) as Array<{ id: number }>).map(({ id }) => id)
  const nextOf = (page: Answer): string => linkOf(page, 'next')?.split('/v1')[1] ?? ''
  const add = async (call = ask): Promise<string> => {
    const answer = await createPet(call)
    assert.equal(answer.status, 201)
    return answer.text
  }
  const added: string[] = []
  const backedUp = new AbortController()
  const writer = (async () => {
    while (!backedUp.signal.aborted) added.push(await add())
  })()
  await poll(() => added.length >= 50)
  const before = added.length
  const file = join(folder, 'staging.backup')
  const command = ['backup', file, '--environment', 'staging', '--json']
  const made = await runCommand(command, { PETSTORE_DATA_DIR: service.dataDir })
  backedUp.abort()
  await writer
  assert.equal(made.status, 0, made.error)
  assert.equal(statSync(file).mode & 0o777, 0o600)
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.startsWith('staging')),
    ['staging.backup'],
  )
  const { pets } = JSON.parse(made.out)
  const samples = 12
  assert.ok(pets >= samples + before, `${pets} animals in the backup, ${before} before it`)

  // A reader who is as far as the backup, and one who has seen what it lacks.
  const early = `/events?after=${pets}&limit=100`
  for (let n = 0; n < 3; n += 1) await add()
  const seen = await ask(early)
  const lost = ids(seen)
  assert.ok(lost.length >= 3)
  await commandsIn(service.dataDir).fails(`restore ${file}`, /stop it first/)
  await service.stop()

  const other = join(folder, 'other')
  assert.equal((await commandsIn(other).one('restore', file)).pets, pets)
  const again = await startService(t, other)
  const askAgain = again.asking(await again.addKey('staging', ...wide))
  const page = await askAgain(`/pets?limit=50&id=${added.slice(0, 50).map(idIn).join(',')}`)
  assert.equal(page.text, `[${added.slice(0, 50).join(',')}]`)

  for (let n = 0; n < 5; n += 1) await add(askAgain)
  for (const path of [nextOf(seen), ...lost.map((id) => `/events?after=${id}`)]) {
    const gone = await askAgain(path)
    assert.equal(gone.status, 410, gone.text)
    assert.match(gone.text, /cursor_expired/)
  }
  const next = await askAgain(early)
  const fresh = ids(next)
  assert.equal(fresh.length, 5)
  assert.ok(fresh.every((id) => id > Math.max(...lost)))
  assert.deepEqual(ids(await askAgain(nextOf(next))), [])
  const newest = await askAgain('/events?sort=-id&limit=7')
  assert.deepEqual(ids(newest), [...fresh.toReversed(), pets, pets - 1])
})

test('neither a backup nor a restore writes over what is there, and a backup says if there is nothing', async (t) => {
  const { folder, dataDir, file, fails } = await makeBackup(t)
  for (const [command, kept, says] of [
    ['backup', file, /already exists/],
    ['restore', join(dataDir, 'staging.sqlite'), /There is a store already/],
  ] as const) {
    const before = readFileSync(kept)
    await fails(`${command} ${file}`, says)
    assert.deepEqual(readFileSync(kept), before)
  }
  const none = join(folder, 'none.backup')
  const production = commandsIn(dataDir, { environment: 'production' })
  await production.fails(`backup ${none}`, /no data of production yet/)
  assert.ok(!existsSync(none))
})

// What makes any database unusable is in test/process/unusable-database.test.ts.
const damages: Readonly<Record<string, readonly [damage: (file: string) => void, says: RegExp]>> = {
  'cut short': [(file) => writeFileSync(file, readFileSync(file).subarray(0, 9_000)), /is damaged/],
  'with a trigger in it': [
    (file) => change(file, 'CREATE TRIGGER t AFTER INSERT ON pets BEGIN DELETE FROM counts; END'),
    /it has the trigger "t", which no store has/,
  ],
  'with a view in it': [
    (file) =>
      change(
        file,
        'CREATE VIEW v AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i FROM n) SELECT * FROM n',
      ),
    /it has the view "v", which no store has/,
  ],
  'with an entry too many in an index': [
    (file) => {
      const setIndex = (sql: string): void =>
        change(
          file,
          `PRAGMA writable_schema = ON;
           UPDATE sqlite_schema SET sql = '${sql}' WHERE name = 'pets_by_status'`,
        )
      setIndex('CREATE INDEX pets_by_status ON pets (status) WHERE id > 1')
      change(file, 'DELETE FROM pets WHERE id = 1')
      setIndex('CREATE INDEX pets_by_status ON pets (status)')
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
    await commandsIn(dataDir).fails(`restore ${bad}`, [says, /bad\.backup/])
    assert.deepEqual(readdirSync(dataDir), ['staging.lock'], name)
  }
})
