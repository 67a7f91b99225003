import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { mock, test, type TestContext } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { temporaryFolder } from '../helpers/app.ts'
import { smallDisk } from '../helpers/faults.ts'
import { startBucket } from '../helpers/bucket.ts'
import { commandsIn } from '../helpers/command.ts'
import { poll } from '../helpers/poll.ts'
import { startProcess } from '../helpers/service.ts'
import { openStorage } from '../helpers/storage.ts'
import { nameAt, outdated, parseKeep } from '../../src/cli/backup/keep.ts'
import { seedFor } from '../../src/seed.ts'

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')
const noon = Date.parse('2026-11-26T12:00:00Z')
const hour = 3_600_000

/** A staging store of 12 animals, and a folder for its backups. */
const setUp = async (t: TestContext) => {
  const folder = temporaryFolder(t)
  const [dataDir, to] = [join(folder, 'data'), join(folder, 'backups')]
  for (const each of [dataDir, to]) mkdirSync(each)
  const database = join(dataDir, 'staging.sqlite')
  const storage = openStorage(database)
  await storage.seedOnce(seedFor('staging', noon))
  await storage.close()
  const commands = (env: Readonly<Record<string, string>> = {}, at = noon) =>
    commandsIn(dataDir, { env, now: () => at })
  const noted = (): unknown => {
    using reader = new DatabaseSync(database, { readOnly: true })
    const rows = reader.prepare("SELECT name, value FROM settings WHERE name LIKE '%backup'").all()
    return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
  }
  /** Fills the store, so that its backup is sent in parts. */
  const grow = (): void => {
    using writer = new DatabaseSync(database)
    writer.exec('CREATE TABLE filler (x); INSERT INTO filler VALUES (randomblob(17000000))')
  }
  return { folder, dataDir, to, commands, noted, grow }
}

test('of each hour, day and week that is kept, the newest backup stays', () => {
  const names = Array.from({ length: 24 * 60 }, (_, at) => nameAt('staging', noon - at * hour))
  const kept = (text: string): readonly string[] => {
    const gone = new Set(outdated(names, parseKeep(text)))
    return names.filter((name) => !gone.has(name)).map((name) => name.slice(8, 21))
  }
  assert.deepEqual(kept('3h'), ['2026-11-26T12', '2026-11-26T11', '2026-11-26T10'])
  assert.deepEqual(kept('1h,3d'), ['2026-11-26T12', '2026-11-25T23', '2026-11-24T23'])
  // 22 and 15 November 2026 are Sundays.
  assert.deepEqual(kept('3w'), ['2026-11-26T12', '2026-11-22T23', '2026-11-15T23'])
  assert.equal(kept('24h,7d,4w').length, 24 + 5 + 2)
  // A machine that was off keeps what it had.
  assert.deepEqual(outdated([nameAt('staging', 0), nameAt('staging', noon)], parseKeep('2h')), [])
  for (const text of ['', '24', '0h', '1h,2h', '3m', '1h,'])
    assert.throws(() => parseKeep(text), /like 24h,7d,4w/, text)
})

test('a backup in a folder is named by its time; older ones go only after it succeeded, and only its own', async (t) => {
  const { to, commands, noted } = await setUp(t)
  const { one, fails } = commands()
  const others = [
    'notes.txt',
    'production-2026-11-01T000000Z.backup',
    'staging-2026-11-01T000000.backup',
    'staging-2026-13-01T000000Z.backup',
    // The clock was wrong.
    'staging-2036-11-01T000000Z.backup',
  ]
  for (const name of others) writeFileSync(join(to, name), '')
  // Of processes that were killed, what is one's own and nobody works on goes.
  const abandon = (name: string, pid: number, age = 4_000): string => {
    const file = `${name}.${pid}.partial`
    writeFileSync(join(to, file), '')
    utimesSync(join(to, file), 0, Date.now() / 1_000 - age)
    return file
  }
  const [own, ended] = ['staging-2026-11-01T000000Z.backup', 999_999_999]
  abandon(own, ended)
  abandon(own, process.pid)
  others.push(
    abandon(own, process.ppid),
    abandon('staging-2026-11-02T000000Z.backup', ended, 3_000),
  )
  others.push(abandon('production-2026-11-01T000000Z.backup', ended), abandon('notes', ended))
  // No file, so it is neither removed nor in the way of those that are.
  others.push('staging-2026-11-02T000000Z.backup')
  mkdirSync(join(to, 'staging-2026-11-02T000000Z.backup'))
  const keep = `backup ${to} --keep 2h`
  for (const before of [3, 2, 1]) await commands({}, noon - before * hour).done(keep)
  const early = ['T100000Z', 'T110000Z'].map((time) => `staging-2026-11-26${time}.backup`)
  assert.deepEqual(new Set(readdirSync(to)), new Set([...others, ...early]))
  await commands({}, noon - hour).fails(keep, /already exists/)
  assert.deepEqual(noted(), { failed_backup: noon - hour, last_backup: noon - hour })
  const late = 'staging-2026-11-26T120000Z.backup'
  assert.equal((await one(keep)).file, join(to, late))
  assert.deepEqual(new Set(readdirSync(to)), new Set([...others, early[1], late]))
  assert.deepEqual(noted(), { failed_backup: noon - hour, last_backup: noon })

  for (const [command, says, status] of [
    [`restore --check ${to}`, /staging-2036.*(?:damaged|not a)/, 1],
    [`backup ${to}/one.backup --keep 2h`, /take a folder/, 2],
    [`backup ${to}/missing/`, /cannot be written/, 1],
    ['backup ', /Name a file, a folder/, 2],
    [`backup ${to}/notes.txt/`, /^\S+ cannot be written: ENOTDIR/, 1],
    [`restore --check ${to}/notes.txt/`, /no folder/, 1],
    [`restore --check ${to}/missing/`, /no folder/, 1],
    [`backup ${to} --every 0s`, /1s to 7d/, 2],
  ] as const) {
    await fails(command, says, status)
  }
})

test('a disk without room for a backup is named, counts as a failure, and keeps nothing of it', async (t) => {
  const { commands, noted } = await setUp(t)
  const disk = smallDisk(t, '200k')
  if (disk === undefined) return t.skip('needs the right to mount a disk')
  await commands().fails(`backup ${disk}`, RegExp(`The disk of ${disk} is full\\.`))
  assert.deepEqual([readdirSync(disk), noted()], [[], { failed_backup: noon }])
})

test('a drill says whether a backup can be restored, and leaves nothing', async (t) => {
  const { folder, dataDir, to, commands } = await setUp(t)
  const { done, one, fails } = commands()
  const temporary = join(folder, 'tmp')
  mkdirSync(temporary)
  const before = process.env['TMPDIR']
  process.env['TMPDIR'] = temporary
  t.after(() => {
    if (before === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = before
  })
  await done(`backup ${to}`)
  const [name = ''] = readdirSync(to)
  const files = readdirSync(dataDir)
  const { pets, file } = await one(`restore --check ${to}`)
  assert.deepEqual([pets, file], [12, join(to, name)])
  const bytes = readFileSync(join(to, name))
  writeFileSync(join(to, name), bytes.fill(0xa5, 4_096, 8_192))
  await fails(`restore --check ${to}/${name}`, /is damaged/)
  assert.deepEqual([readdirSync(temporary), readdirSync(dataDir)], [[], files])
})

test('a bucket takes backups, small and in parts, keeps as many as it should, and gives them back', async (t) => {
  const { folder, dataDir, commands, grow } = await setUp(t)
  const { objects, uploads, env, asked } = await startBucket(t)
  const { done, fails } = commands(env)
  const address = 's3://pets/shop-1/daily'
  const keep = `backup ${address} --keep 2h,1d`
  for (const before of [5, 4, 3]) await commands(env, noon - before * hour).done(keep)
  grow()
  assert.match(await done(keep), /s3:\/\/pets\/shop-1\/daily\/staging-2026-11-26T120000Z\.backup/)
  const names = ['T090000Z', 'T120000Z'].map(
    (time) => `shop-1/daily/staging-2026-11-26${time}.backup`,
  )
  assert.deepEqual([...objects.keys()], names)
  assert.equal(asked.filter((each) => each.endsWith('?partNumber')).length, 6)
  assert.deepEqual(
    [uploads.size, readdirSync(dataDir).filter((name) => name.includes('partial'))],
    [0, []],
  )

  const size = objects.get(names[1] ?? '')?.length
  await fails(keep, /^s3:\/\/pets\/shop-1\/daily\/\S+ already exists and was not changed/)
  assert.equal(objects.get(names[1] ?? '')?.length, size)

  const other = commandsIn(join(folder, 'other'), { env })
  assert.equal((await other.one(`restore ${address}`)).bytes, size)
  assert.match(await done(`restore --check s3://pets/${names[0]}`), /^Checked staging: 12 pets/)
})

test('an upload that fails leaves no backup, and is told with its reason and no secret', async (t) => {
  const { commands, noted, grow } = await setUp(t)
  const bucket = await startBucket(t)
  const { env, objects, uploads } = bucket
  const { done, fails } = commands(env)
  const backup = 'backup s3://pets --keep 1h'
  const denied =
    '<Error><Code>AccessDenied</Code><Message>Not today.</Message><StringToSign>x</StringToSign></Error>'
  const tryOut = async (changed: Readonly<Record<string, string>>, says: RegExp, status: 1 | 2) => {
    const error = await commands({ ...env, ...changed }).fails(backup, says, status)
    assert.doesNotMatch(error, /sEcReT|tOkEn|hush/)
    assert.deepEqual([objects.size, uploads.size], [0, 0])
  }
  bucket.instead = (asked) => (asked.startsWith('PUT') ? [403, denied] : undefined)
  await tryOut({}, /s3:\/\/pets answered PUT with 403: AccessDenied Not today\.$/m, 1)
  assert.deepEqual(noted(), { failed_backup: noon })
  grow()
  bucket.instead = (asked) => (asked.endsWith('?partNumber') ? [403, denied] : undefined)
  await tryOut({}, /AccessDenied/, 1)
  bucket.instead = (asked) =>
    asked.endsWith('?uploadId') && asked.startsWith('POST') ? [200, denied] : undefined
  await tryOut({}, /did not complete the upload: AccessDenied/, 1)
  bucket.instead = () => 'cut'
  await tryOut({}, /answered HEAD with nothing at http/, 1)
  let cuts = 2
  bucket.instead = () => (cuts-- > 0 ? 'cut' : [307, '<Error/>'])
  await tryOut({}, /with 307: no reason/, 1)
  await tryOut({ AWS_SECRET_ACCESS_KEY: 'sEcReT2' }, /POST with 403/, 1)
  for (const [name, value, says] of [
    ['AWS_SESSION_TOKEN', 'tOkEn\nx', /AWS_SESSION_TOKEN has a space, a line break/],
    ['AWS_REGION', 'eu test', /AWS_REGION has a space/],
    ['AWS_ENDPOINT_URL', 'http://127.0.0.1/#a', /takes an address like/],
    ['AWS_ENDPOINT_URL', 'http://me:hush@127.0.0.1', /takes an address like/],
    ['AWS_ACCESS_KEY_ID', '', /needs AWS_ACCESS_KEY_ID/],
  ] as const) {
    await tryOut({ [name]: value }, says, 2)
  }
  await fails('backup s3://pets/a?b', /a prefix has letters, digits/, 2)
  cuts = 2
  bucket.instead = () => (cuts-- > 0 ? 'cut' : undefined)
  await done(backup)
  await fails('restore --check s3://pets/none', /no backup of staging at s3:\/\/pets\/none\//)
  const page = '<ListBucketResult><NextContinuationToken>1</NextContinuationToken>'
  for (const other of ['<html>', page]) {
    bucket.instead = () => [200, other]
    await fails('restore --check s3://pets', /s3:\/\/pets did not list what is there/)
  }
})

test('a bucket that never answers costs a backup two minutes; an upload that stops, its own time for each try', async (t) => {
  const { commands, noted, grow } = await setUp(t)
  const bucket = await startBucket(t)
  grow()
  t.after(() => mock.timers.reset())
  /** Runs the command, whose clock goes on by so many seconds whenever it waits for an answer, and returns its error. */
  const over = async (...seconds: readonly number[]): Promise<string> => {
    const { instead } = bucket
    const ended = new AbortController()
    let [mute, passed] = [0, 0]
    bucket.instead = (asked) => {
      const answer = instead(asked)
      mute += Number(answer === 'mute')
      return answer
    }
    mock.timers.enable({ apis: ['setTimeout'] })
    const ending = commands(bucket.env)
      .run('backup s3://pets')
      .finally(() => ended.abort())
    while (!ended.signal.aborted) {
      if (passed < mute) {
        collectGarbage()
        mock.timers.tick(1_000 * (seconds[passed++] ?? 0))
      }
      await new Promise((resolve) => setImmediate(resolve))
    }
    mock.timers.reset()
    assert.equal(mute, seconds.length)
    return (await ending).error
  }
  bucket.instead = () => 'mute'
  assert.match(await over(60, 60), /HEAD with nothing at http\S+: no answer in 60 seconds\.$/m)
  assert.deepEqual(noted(), { failed_backup: noon })
  bucket.instead = (asked) => (asked.endsWith('?partNumber') ? 'mute' : undefined)
  // A part of 8 MiB, at 128 KiB a second.
  assert.match(await over(124, 124), /PUT with nothing at http\S+: no answer in 124 seconds/)
})

test('a command that goes on makes backup after backup, past a failure, and ends when it is told to', async (t) => {
  const { dataDir } = await setUp(t)
  const bucket = await startBucket(t)
  let fails = 1
  bucket.instead = (asked) =>
    asked.startsWith('PUT') && fails-- > 0 ? [403, '<Code>SlowStart</Code>'] : undefined
  const command = 'backup s3://pets --environment staging --every 1s --keep 2h'
  const env = { PETSTORE_DATA_DIR: dataDir, ...bucket.env }
  const { child, closed, output } = startProcess(t, command.split(' '), env)
  await poll(() => output().out.match(/Backed up/g)?.[2])
  child.kill('SIGTERM')
  assert.deepEqual(await closed, [0, null])
  const failed = /^Backup of staging: s3:\/\/pets answered PUT with 403: SlowStart\.$/m
  assert.match(output().error, failed)
  assert.ok(bucket.objects.size >= 1 && bucket.objects.size <= 2)
})
