import assert from 'node:assert/strict'
import { once } from 'node:events'
import { copyFileSync, existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test, type TestContext } from 'node:test'
import { temporaryFolder } from '../helpers/app.ts'
import { commandsIn, runHere } from '../helpers/command.ts'
import { assertUnavailable } from '../helpers/faults.ts'
import { startFragileService } from '../helpers/fragile-service.ts'
import type { Answer } from '../helpers/http.ts'
import { createPet, startService } from '../helpers/service.ts'

/** A staging service, and its database. */
const setUp = async (t: TestContext) => {
  const run = await startFragileService(t)
  return {
    ...run,
    path: join(run.dataDir, 'staging.sqlite'),
    create: async (key?: string): Promise<Answer> => await createPet(run.call, 'Rex', key),
    ready: async (): Promise<number> => (await run.ready()).status,
  }
}

/** Whether the database has the animal of a 201. */
const hasPet = (path: string, created: Answer): boolean => {
  using database = new DatabaseSync(path, { readOnly: true })
  const { id } = JSON.parse(created.text)
  return database.prepare('SELECT 1 FROM pets WHERE id = ?').get(id) !== undefined
}

/** What is taken away under a running service: the endings of its files, whether a copy takes their place, and the log line. */
const losses = [
  ['the database is deleted', [''], false, /staging\.sqlite is not there any more/],
  ['a copy takes its place', [''], true, /staging\.sqlite is another file than the one that was/],
  ['its log is deleted', ['-wal'], false, /sqlite-wal is not there any more/],
  ['the index of its log is deleted', ['-shm'], false, /sqlite-shm is not there/],
] as const

test('once the database is moved, no write is acknowledged and the service is not ready', async (t) => {
  const run = await setUp(t)
  const { path } = run
  for (const [round, [what, endings, isCopied, told]] of losses.entries()) {
    await t.test(what, async () => {
      const kept = await run.create(`kept-${round}`)
      assert.equal(kept.status, 201)
      const shown = (await run.call('/pets?limit=100')).text
      for (const ending of endings) renameSync(path + ending, `${path}${ending}.old`)
      if (isCopied) copyFileSync(`${path}.old`, path)
      assertUnavailable(await run.create())
      assertUnavailable(await run.create('new'))
      assert.equal(await run.ready(), 503)
      assert.equal((await run.call('/pets?limit=100')).text, shown, 'reads go on')
      assert.equal((await run.create(`kept-${round}`)).text, kept.text, 'what was kept is replayed')
      const line = await run.untilLogged('storage_unavailable', round + 1)
      assert.equal(line['reason'], 'moved')
      assert.match(String(line['explanation']), /deleted, moved or replaced.+ restore a backup/)
      assert.match(JSON.stringify(line), told)

      // It goes on once the files are back.
      for (const ending of endings) renameSync(`${path}${ending}.old`, path + ending)
      const recovered = await run.untilLogged('storage_recovered', round + 1)
      assert.deepEqual(recovered['reasons'], ['moved'])
      assert.equal((await run.create()).status, 201)
      assert.equal(await run.ready(), 200)
    })
  }

  await t.test(
    'the service finds out by itself, and what was acknowledged is in the database after a clean end',
    async () => {
      const created = await run.create()
      assert.equal(created.status, 201)
      rmSync(`${path}-wal`)
      await run.untilLogged('storage_unavailable', losses.length + 1)
      assert.equal(await run.ready(), 503)
      assertUnavailable(await run.create())
      assert.equal((await run.stop()).status, 0)
      assert.ok(hasPet(path, created))
      const others = ['request_failed', 'thread_failed'].flatMap((kind) => run.logged(kind))
      assert.deepEqual([run.logged('storage_unavailable').length, others], [losses.length + 1, []])
    },
  )
})

const create = 'keys create --plan free --name Shop'
const others = [
  'keys list',
  'keys revoke key_1',
  'pets export - --format csv',
  'pets import - --format csv',
  'backup copy.backup',
]

test('neither a command nor a worker that replaces another makes the database anew that a running service has lost', async (t) => {
  const { path, dataDir, process: running, output, fail } = await setUp(t)
  for (const ending of ['-shm', '-wal', '']) rmSync(path + ending)
  for (const command of [...others, create]) {
    await commandsIn(dataDir).fails(command, /^[^\n]*\bstaging\b[^\n]*\.\n$/)
  }
  const closed = once(running, 'close')
  fail('throw')
  assert.equal((await closed)[0], 1)
  assert.match(output().error, /staging\.sqlite is not there any more\.\n$/)
  const left = readdirSync(dataDir).filter((name) => name.startsWith('staging.sqlite'))
  assert.deepEqual(left, [])
})

test('in an empty folder only a key is made; all other commands say that there is no data yet', async (t) => {
  const dataDir = temporaryFolder(t)
  const { done, fails } = commandsIn(dataDir)
  for (const command of others) await fails(command, /There is no data of staging yet/)
  assert.deepEqual(readdirSync(dataDir), [])
  await done(create)
  await done('keys list')
})

test('after a kill no start and no command goes on without the database or its log; the loss can be accepted by a restore', async (t) => {
  const { env, dataDir, stop, path, create: add } = await setUp(t)
  const created = await add()
  assert.equal(created.status, 201)
  await stop('SIGKILL')
  const log = `${path}-wal`
  const { run, done } = commandsIn(dataDir)
  for (const [lost, sentence, commands] of [
    [path, `${path} is not there, but its log ${log} beside it is`, [create]],
    [log, `its log ${log} is not there`, [create, 'keys list', `backup ${dataDir}/copy`]],
  ] as const) {
    renameSync(lost, `${lost}.away`)
    const all = [runHere(['serve'], env), ...commands.map((command) => run(command))]
    for (const each of all) {
      const { status, error } = await each
      assert.equal(status, 1, error)
      assert.ok(error.includes(sentence), error)
    }
    assert.ok(!existsSync(lost))
    if (lost === path) renameSync(`${lost}.away`, lost)
  }
  const doctor = await runHere(['doctor', '--json'], env)
  assert.ok(doctor.out.includes(`its log ${log} is not there`), doctor.out)

  // The way on that the sentence names, in a copy.
  const other = temporaryFolder(t)
  const lost = join(other, 'staging.sqlite.lost')
  copyFileSync(path, lost)
  copyFileSync(`${path}-shm`, join(other, 'staging.sqlite-shm'))
  await commandsIn(other).done('restore', lost)
  assert.equal((await (await startService(t, other)).stop()).status, 0)

  renameSync(`${log}.away`, log)
  await (await startService(t, dataDir)).stop('SIGKILL')
  assert.ok(hasPet(path, created))
  // A command that closes the file of a killed service last leaves the log to the next start.
  await done(create)
  assert.ok(existsSync(log))
  assert.equal((await (await startService(t, dataDir)).stop()).status, 0)
  assert.ok(!existsSync(log))
})
