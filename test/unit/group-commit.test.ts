import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test, type TestContext } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { GroupCommit } from '../../src/storage/sqlite/group-commit.ts'
import { StorageUnavailable } from '../../src/core/errors/storage-errors.ts'
import { temporaryFolder } from '../helpers/app.ts'

const setUp = (t: TestContext) => {
  const path = join(temporaryFolder(t), 'group.sqlite')
  const database = new DatabaseSync(path)
  database.exec('PRAGMA journal_mode = WAL; CREATE TABLE notes (text TEXT NOT NULL UNIQUE) STRICT')
  t.after(() => database.close())
  const insert = database.prepare('INSERT INTO notes (text) VALUES (?)')
  const reader = new DatabaseSync(path, { readOnly: true })
  t.after(() => reader.close())
  const seenOutside = (): unknown[] =>
    reader
      .prepare('SELECT text FROM notes ORDER BY rowid')
      .all()
      .map((row) => row['text'])
  const commits = new GroupCommit(database)
  const now = (text: string): string => {
    insert.run(text)
    return text
  }
  const write = Object.assign(
    async (text: string): Promise<string> => await commits.run(() => now(text)),
    { now },
  )
  return { path, database, commits, write, seenOutside }
}

test('what waits together is durable for all when the first is answered', async (t) => {
  const { write, seenOutside } = setUp(t)
  const written = [write('a'), write('b'), write('c')]
  assert.deepEqual(seenOutside(), [])
  assert.equal(await written[0], 'a')
  assert.deepEqual(seenOutside(), ['a', 'b', 'c'])
  assert.deepEqual(await Promise.all(written), ['a', 'b', 'c'])
})

test('what comes in the next turns of the event loop is durable with what came first', async (t) => {
  const { write, seenOutside } = setUp(t)
  const first = write('a')
  const later: Array<Promise<string>> = []
  for (const text of ['b', 'c']) {
    await setImmediate()
    later.push(write(text))
  }
  await first
  assert.deepEqual(seenOutside(), ['a', 'b', 'c'])
  await Promise.all(later)
})

test('a write is answered although every turn of the event loop brings another one', async (t) => {
  const { write } = setUp(t)
  const answered: string[] = []
  const all = [write('first').then((text) => answered.push(text))]
  while (answered.length === 0 && all.length < 1_000) {
    await setImmediate()
    all.push(write(`then ${all.length}`).then((text) => answered.push(text)))
  }
  assert.ok(all.length < 20, `answered only after ${all.length} more writes`)
  await Promise.all(all)
})

test('a transaction writes some hundreds of rows, and what waits longest goes first', async (t) => {
  const { commits, seenOutside, write } = setUp(t)
  /** What others see when each piece of work is answered. */
  const seen: number[] = []
  const batch = async (text: string, rows: number): Promise<void> => {
    await commits.run(() => write.now(text), rows)
    seen.push(seenOutside().length)
  }
  await Promise.all([
    ...Array.from({ length: 5 }, (_, n) => batch(`batch ${n}`, 100)),
    batch('large', 10_000),
    batch('one', 1),
  ])
  assert.deepEqual(seen, [2, 2, 4, 4, 5, 6, 7])
})

test('a fault of one fails that one alone', async (t) => {
  const { write, seenOutside } = setUp(t)
  const results = await Promise.allSettled([write('a'), write('b'), write('a'), write('c')])
  assert.deepEqual(
    results.map(({ status }) => status),
    ['fulfilled', 'fulfilled', 'rejected', 'fulfilled'],
  )
  assert.deepEqual(seenOutside(), ['a', 'b', 'c'])
})

test('if nothing can be written, all callers get the error, and nothing is stored', async (t) => {
  const { path, database, write, seenOutside } = setUp(t)
  database.exec('PRAGMA busy_timeout = 0')
  const other = new DatabaseSync(path)
  other.exec('BEGIN IMMEDIATE')
  const results = await Promise.allSettled([write('a'), write('b')])
  for (const result of results) {
    assert.ok(result.status === 'rejected' && result.reason instanceof StorageUnavailable)
  }
  other.close()
  assert.equal(await write('later'), 'later')
  assert.deepEqual(seenOutside(), ['later'])
})

test('more than fit into one transaction are all written, and flush leaves none waiting', async (t) => {
  const { commits, write, seenOutside } = setUp(t)
  const many = Array.from({ length: 1_000 }, (_, n) => write(`note ${n}`))
  commits.flush()
  assert.equal(seenOutside().length, 1_000)
  assert.equal((await Promise.all(many)).length, 1_000)
})
