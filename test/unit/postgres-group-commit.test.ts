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

test('a change is told of once others know of it; the next commit does not wait for that', async () => {
  const told: Array<() => void> = []
  let transactions = 0
  const writer = {
    transaction: async () => {
      transactions += 1
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
  const turn = async (): Promise<void> => await new Promise((resolve) => setImmediate(resolve))
  const first = ask('first')
  await turn()
  await turn()
  const second = ask('second')
  await turn()
  await turn()
  assert.deepEqual([transactions, told.length, order], [2, 2, []])
  told[1]?.()
  await second
  const ended = commits.ended().then(() => order.push('ended'))
  await turn()
  told[0]?.()
  await Promise.all([first, ended])
  assert.deepEqual(order, ['second', 'first', 'ended'])
})
