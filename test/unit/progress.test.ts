import assert from 'node:assert/strict'
import { Readable, Writable } from 'node:stream'
import { test } from 'node:test'
import { startProgress } from '../../src/cli/kit/progress.ts'
import { followInterval } from '../../client/src/watcher.ts'
import { waitAloud } from '../../src/cli/remote/client.ts'
import type { Terminal } from '../../src/cli/kit/terminal.ts'

/** A terminal that keeps its output, and its clock. */
const testTerminal = (isTerminal: boolean, columns = 80) => {
  const told: string[] = []
  const clock = { time: 0 }
  const terminal: Terminal = {
    handOver: () => assert.fail('It hands nothing over.'),
    out: () => assert.fail('Progress is not a fact.'),
    error: (text) => told.push(text),
    input: Readable.from([]),
    output: new Writable(),
    env: {},
    readEnv: () => ({}),
    now: () => clock.time,
    isTerminal: { out: isTerminal, error: isTerminal },
    columns: () => columns,
  }
  return { terminal, told, clock }
}

test('a terminal gets a bar that stays on one line and is taken away at the end', () => {
  const { terminal, told, clock } = testTerminal(true)
  const progress = startProgress(terminal, 'Importing')
  progress.update({ done: 0, count: 0 })
  clock.time = 2_000
  for (let count = 1; count <= 100; count += 1) progress.update({ done: 0.5, count })
  progress.end()
  progress.update({ done: 1, count: 200 })
  assert.equal(told.length, 3)
  assert.match(told[1] ?? '', /^\rImporting \[█+░+\] 50 %, 1 animal, 1 a second, 2 s left/)
  assert.equal(told[2], '\r\x1b[K')
})

test('a narrow terminal gets no more than its width', () => {
  const { terminal, told } = testTerminal(true, 20)
  startProgress(terminal, 'Importing').update({ done: 0.5, count: 123_456_789 })
  assert.equal(told[0], '\rImporting 50 %, 123\x1b[K')
})

test('a log gets a plain line every five seconds, and none of a short piece of work', () => {
  const { terminal, told, clock } = testTerminal(false)
  const progress = startProgress(terminal, 'Importing')
  for (clock.time = 0; clock.time < 11_000; clock.time += 100) progress.update({ count: 10 })
  progress.end()
  assert.deepEqual(told, [
    'Importing: 10 animals, 2 a second\n',
    'Importing: 10 animals, 1 a second\n',
  ])
})

test('a long wait for the quota is told on standard error, and no short one, nor that of a follower', async () => {
  const { terminal, told } = testTerminal(false)
  const ended = AbortSignal.abort(new Error('It ended.'))
  for (const milliseconds of [41_001, 1_999, followInterval]) {
    await assert.rejects(waitAloud(terminal, milliseconds, ended), /It ended/)
  }
  assert.deepEqual(told, ['Waiting 42 s until the service takes more requests of this API key.\n'])
})
