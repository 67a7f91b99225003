import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import {
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { Agent } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { busyTimeouts } from '../../src/store/sqlite/database.ts'
import { makeStore, temporaryFolder } from '../helpers/app.ts'
import type { Cleanup } from '../helpers/cleanup.ts'
import { commandsIn } from '../helpers/command.ts'
import { assertUnavailable, smallDisk } from '../helpers/faults.ts'
import type { Answer, Call } from '../helpers/http.ts'
import { needs, testWith } from '../helpers/needs.ts'
import { poll } from '../helpers/poll.ts'
import { createPet, startService } from '../helpers/service.ts'
import { openStorage } from '../helpers/storage.ts'

const it = testWith(needs('prlimit'))

/** A staging service on data of the test's own, and how to add an animal. */
const startFaultyService = async (t: Cleanup, dataDir: string, ...launcher: readonly string[]) => {
  const service = await startService(t, dataDir, { PETSTORE_LOG_LEVEL: 'info' }, launcher)
  const ask = service.asking()
  const create = async (idempotencyKey?: string, more?: Call): Promise<Answer> =>
    await createPet(ask, `Rex ${'x'.repeat(150)}`, idempotencyKey, more)
  return { ...service, ask, create }
}

type FaultyService = Awaited<ReturnType<typeof startFaultyService>>

/** Leaves no space on a disk, until the function that it returns is called. */
const useUp = (disk: string): (() => void) => {
  const ballast = join(disk, 'ballast')
  assert.throws(() => writeFileSync(ballast, Buffer.alloc(4 * 1024 * 1024)), { code: 'ENOSPC' })
  return () => rmSync(ballast)
}

/** Adds animals until one is refused, and returns how many were added. */
const fill = async (faulty: FaultyService): Promise<number> => {
  for (let taken = 0; taken < 50; taken += 1) {
    const answer = await faulty.create()
    if (answer.status === 201) continue
    assertUnavailable(answer)
    return taken
  }
  throw new Error('The service took 50 animals, though its disk was to be full.')
}

const countPets = async (faulty: FaultyService): Promise<number> =>
  JSON.parse((await faulty.ask('/pets?limit=100')).text).length

/**
 * Breaks the writes of a service until the returned function is called: reads go on, an answer that was kept is replayed,
 * and all else gets a 503. One line of the log tells of the fault, and one of its end.
 */
const outlive = async (
  faulty: FaultyService,
  reason: string,
  breakWrites: () => () => void,
  whileBroken: () => Promise<void> = async () => undefined,
) => {
  const samples = await countPets(faulty)
  const kept = await faulty.create('kept')
  assert.equal(kept.status, 201)
  const mend = breakWrites()
  const taken = await fill(faulty)
  for (const key of [undefined, 'new', undefined]) assertUnavailable(await faulty.create(key))
  assert.equal((await faulty.create('kept')).text, kept.text)
  assert.equal(await countPets(faulty), samples + 1 + taken)
  const ready = await faulty.ready()
  assert.equal(ready.status, 200)
  assert.deepEqual(JSON.parse(ready.text), { status: 'ready', writes: 'unavailable' })
  await whileBroken()
  const line = await faulty.untilLogged('storage_unavailable')
  assert.equal(line['reason'], reason)

  mend()
  const recovered = await faulty.untilLogged('storage_recovered')
  assert.deepEqual(recovered['reasons'], [reason])
  assert.equal((await faulty.create('new')).status, 201)
  assert.equal(await countPets(faulty), samples + taken + 2)
  assert.deepEqual(JSON.parse((await faulty.ready()).text), { status: 'ready' })
  const kinds = ['storage_unavailable', 'request_failed', 'background_failed']
  const counts = kinds.map((kind) => faulty.logged(kind).length)
  assert.deepEqual(counts, [1, 0, 0])
  assert.equal((await faulty.stop()).status, 0)
  return String(line['explanation'])
}

test('with a full disk reads go on, writes get 503 with Retry-After, and both go on once there is space', async (t) => {
  const disk = smallDisk(t, '2m')
  if (disk === undefined) return t.skip('needs the right to mount a disk')
  const explanation = await outlive(await startFaultyService(t, disk), 'full', () => useUp(disk))
  assert.match(explanation, /disk .* is full.* Free some space/)
})

test('with a full disk a command says so, and that nothing was changed', async (t) => {
  const disk = smallDisk(t, '1m')
  if (disk === undefined) return t.skip('needs the right to mount a disk')
  const storage = openStorage(join(disk, 'staging.sqlite'))
  const emptied = useUp(disk)
  // What the service tries before it says that all is well again.
  await assert.rejects(storage.tryWriting(), { reason: 'full' })
  const create = 'keys create --plan free --name Shop'
  const input = Readable.from(['{"name":"Rex","categoryId":1}\n'])
  const says = [/^The disk of .* is full\. .*[Ff]ree some space/m, /Nothing was changed/]
  const { done, fails } = commandsIn(disk, { input })
  for (const command of [create, 'pets import - --format ndjson']) {
    const error = await fails(command, says)
    assert.doesNotMatch(error, /PETSTORE_DATA_DIR|petstore failed/)
  }
  emptied()
  await storage.tryWriting()
  await done(create)
  await storage.close()
})

it('if files may not grow, reads go on, and a kept answer is replayed', async (t) => {
  const faulty = await startFaultyService(t, temporaryFolder(t))
  const limit = (bytes: string): void => {
    execFileSync('prlimit', ['--pid', String(faulty.process.pid), `--fsize=${bytes}:`])
  }
  await outlive(faulty, 'failing', () => {
    limit('4096')
    return () => limit('unlimited')
  })
})

test('while another program holds the lock reads are fast and writes are refused at once', async (t) => {
  const dataDir = temporaryFolder(t)
  const faulty = await startFaultyService(t, dataDir)
  const hold = (): (() => void) => {
    const other = new DatabaseSync(join(dataDir, 'staging.sqlite'))
    other.exec('BEGIN IMMEDIATE')
    return () => other.close()
  }
  await outlive(faulty, 'locked', hold, async () => {
    // On a busy machine some take longer, but if each waited for the lock none would take less.
    await poll(async () => {
      const begun = performance.now()
      assertUnavailable(await faulty.create())
      return performance.now() - begun < busyTimeouts.service
    })
  })
})

it('out of file descriptors the service refuses connections and serves those that it has', async (t) => {
  const faulty = await startFaultyService(t, temporaryFolder(t), 'prlimit', '--nofile=140:140')
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  t.after(() => agent.destroy())
  assert.equal((await faulty.create(undefined, { agent })).status, 201)

  const port = Number(new URL(faulty.baseUrl('staging')).port)
  let closed = 0
  const crowd = Array.from({ length: 200 }, () =>
    connect(port, '127.0.0.1')
      .on('error', () => undefined)
      .on('close', () => (closed += 1)),
  )
  const explanation = (await faulty.untilLogged('connections_refused'))['explanation']
  assert.match(String(explanation), /limit of open files/)
  await poll(() => closed > 100)
  assert.equal((await faulty.create(undefined, { agent })).status, 201)

  for (const socket of crowd) socket.destroy()
  const after = await poll(() => faulty.create().catch(() => undefined))
  assert.equal(after.status, 201)
  assert.ok(Number((await faulty.untilLogged('connections_accepted'))['refused']) > 100)
  assert.equal(faulty.logged('connections_refused').length, 1)
})

const pageSize = 4_096

/** Makes a store whose animals take some hundred pages, and returns its path. */
const makeAnimals = (dataDir: string): string => {
  makeStore(dataDir, 'staging')
  const path = join(dataDir, 'staging.sqlite')
  using database = new DatabaseSync(path)
  database.exec(`
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
    INSERT INTO pets (name, category_id, status)
      SELECT printf('Pet %d ', i) || hex(zeroblob(90)), i, 'available' FROM n;
    PRAGMA wal_checkpoint(TRUNCATE);
  `)
  return path
}

/** Overwrites the pages after the middle of a file, which contain only animals. */
const damage = (path: string): void => {
  const pages = readFileSync(path).length / pageSize
  const middle = Math.floor(pages / 2)
  const file = openSync(path, 'r+')
  writeSync(file, Buffer.alloc((pages - 2 - middle) * pageSize, 0xa5), 0, null, middle * pageSize)
  closeSync(file)
}

test('a file damaged under a running service is never written again, and what can be read is', async (t) => {
  const dataDir = temporaryFolder(t)
  const path = makeAnimals(dataDir)
  const faulty = await startFaultyService(t, dataDir)
  assert.equal((await faulty.create()).status, 201)
  damage(path)
  const before = readFileSync(path)
  // Newest first, the list would still be in memory; the middle has to be read from the file.
  assertUnavailable(await faulty.ask('/pets/3500'))
  assert.equal((await faulty.ask('/pets?limit=10')).status, 200)
  assertUnavailable(await faulty.create())
  assert.equal((await faulty.ready()).status, 503)
  const line = await faulty.untilLogged('storage_unavailable')
  assert.equal(line['reason'], 'damaged')
  assert.match(String(line['explanation']), /restore a backup/)

  const { status } = await faulty.stop()
  assert.equal(status, 0)
  assert.ok(readFileSync(path).equals(before))
  // The log contains the animal that was acknowledged before.
  assert.ok(existsSync(`${path}-wal`))
  assert.equal(faulty.logged('storage_unavailable').length, 1)
  assert.equal(faulty.logged('storage_recovered').length, 0)
})
