import assert from 'node:assert/strict'
import { test } from 'node:test'
import { StorageUnavailable } from '../../src/core/errors/storage-errors.ts'
import { GroupCommit } from '../../src/storage/postgres/group-commit.ts'
import type { Writer } from '../../src/storage/postgres/writer.ts'
import { act } from '../helpers/act.ts'

test('if the database goes while the members of a group are tried alone, the rest of them do not wait for it', async () => {
  const lost = new StorageUnavailable('unreachable', new Error('It is gone.'))
  const failures: unknown[] = [new Error('A rule failed.'), new Error('Again.'), lost]
  let asked = 0
  const writer = {
    transaction: async () => {
      asked += 1
      throw failures[asked - 1] ?? lost
    },
  }
  const commits = new GroupCommit(
    // Nothing else of it is used.
    writer as unknown as Writer,
    { tables: new Map(), rules: new Map(), log: () => assert.fail('Nothing is written.') },
    async () => {},
  )
  const asking = Array.from({ length: 5 }, () =>
    commits.apply({ change: { kind: 'pet.create' }, act }),
  )
  const outcomes = await Promise.allSettled(asking)
  const reasons = outcomes.map((each) => (each.status === 'rejected' ? each.reason.message : ''))
  assert.deepEqual(reasons, ['Again.', ...Array.from({ length: 4 }, () => lost.message)])
  assert.equal(asked, 3)
})

/** Commits whose writes succeed at once. Of which others know is said by hand: `told` has a function for each commit. */
const committing = () => {
  const told: Array<() => void> = []
  const seen = { transactions: 0 }
  const writer = {
    transaction: async () => {
      seen.transactions += 1
      return ['made']
    },
  }
  const commits = new GroupCommit(
    // Nothing else of it is used.
    writer as unknown as Writer,
    { tables: new Map(), rules: new Map(), log: () => assert.fail('Nothing is written.') },
    async () => await new Promise<void>((resolve) => told.push(resolve)),
  )
  const order: string[] = []
  const ask = async (name: string): Promise<void> => {
    await commits.apply({ change: { kind: 'pet.create' }, act })
    order.push(name)
  }
  return { commits, ask, told, order, seen }
}

const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

test('a change is told of once others know of it, and the next commit begins then', async () => {
  const { ask, told, order, seen } = committing()
  const first = ask('first')
  await turns()
  const second = ask('second')
  await turns()
  assert.deepEqual([seen.transactions, order], [1, []])
  told[0]?.()
  await first
  await turns()
  assert.deepEqual([seen.transactions, order], [2, ['first']])
  told[1]?.()
  await second
})

test('if others are slow to know of a commit, the next one waits for no more than 20 ms', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { commits, ask, told, order, seen } = committing()
  const first = ask('first')
  await turns()
  const second = ask('second')
  t.mock.timers.tick(19)
  await turns()
  assert.equal(seen.transactions, 1)
  t.mock.timers.tick(1)
  await turns()
  assert.deepEqual([seen.transactions, told.length, order], [2, 2, []])
  told[1]?.()
  await second
  const ended = commits.ended().then(() => order.push('ended'))
  await turns()
  told[0]?.()
  await Promise.all([first, ended])
  assert.deepEqual(order, ['second', 'first', 'ended'])
})
