import assert from 'node:assert/strict'
import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { DatabaseSync } from 'node:sqlite'
import { makeStore, temporaryFolder } from '../helpers/app.ts'
import { commandsIn } from '../helpers/command.ts'
import { type Answer, linkOf } from '../helpers/http.ts'
import { poll } from '../helpers/poll.ts'
import { createPet, runCommand, startService, wide } from '../helpers/service.ts'

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

test('a backup that is no whole store of this service is not restored, and none over another store', async (t) => {
  const folder = temporaryFolder(t)
  const [dataDir, other] = [join(folder, 'data'), join(folder, 'new')]
  const [file, bad] = [join(folder, 'staging.backup'), join(folder, 'bad.backup')]
  makeStore(dataDir, 'staging')
  const store = join(dataDir, 'staging.sqlite')
  change(store, "INSERT INTO pets (name, category_id, status) VALUES ('Rex', 1, 'sold')")
  const { done, fails } = commandsIn(dataDir)
  await done('backup', file)
  const before = readFileSync(store)
  await fails(`restore ${file}`, /There is a store already/)
  assert.deepEqual(readFileSync(store), before)
  mkdirSync(other)
  for (const [name, [damage, says]] of Object.entries(damages)) {
    copyFileSync(file, bad)
    damage(bad)
    await commandsIn(other).fails(`restore ${bad}`, [says, /bad\.backup/])
    assert.deepEqual(readdirSync(other), ['staging.lock'], name)
  }
})
