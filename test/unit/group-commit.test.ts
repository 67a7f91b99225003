import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { StorageUnavailable } from '../../src/base/errors/storage-errors.ts'
import type { Change } from '../../src/base/data/change.ts'
import { groupCommit } from '../../src/store/group-commit.ts'
import { rowCounts } from '../../src/store/row-counts.ts'
import { finish } from '../../src/store/sqlite/engine.ts'
import { act } from '../helpers/act.ts'

type Note = Change & { readonly text: string }

type Options = {
  readonly maxTurns?: number
  /** Why each transaction fails, in their order. */
  readonly failures?: ReadonlyArray<Error | undefined>
  readonly announce?: () => Promise<void>
}

/** Commits over an engine that keeps what each transaction wrote. */
const setUp = ({ maxTurns = 8, failures = [], announce }: Options = {}) => {
  const groups: string[][] = []
  let begun = 0
  let writing: string[] = []
  const nothing = () => assert.fail('Nothing else is asked of the engine.')
  const rule = {
    kind: 'note',
    rows: () => [],
    decide: ({ text }: Note) => {
      writing.push(text)
      return { writes: [], result: () => ({ outcome: 'noted' }) }
    },
  }
  const commits = groupCommit({
    engine: {
      read: nothing,
      write: async (work) => {
        const failure = failures[begun]
        begun += 1
        if (failure !== undefined) throw failure
        writing = []
        const numbers = { next: nothing, last: nothing, raise: nothing }
        const rest = { unsent: nothing, showsNothing() {} }
        const transaction = { atCommit: nothing, insert: nothing, ...numbers, ...rest }
        const result = finish(work(transaction), nothing)
        groups.push(writing)
        return result
      },
    },
    applying: {
      rules: new Map([[rule.kind, rule]]),
      dependents: new Map(),
      log: () => ({ note: nothing, noteImport: nothing, addOwn: nothing, save() {} }),
      work: { readRow: nothing, tableOf: nothing, counts: rowCounts(nothing) },
    },
    changes: { bumpVersion() {} },
    announce,
    maxTurns,
  })
  const write = async (text: string, rows = 1): Promise<string> => {
    const change: Note = { kind: 'note', text, rows }
    await commits.apply(change, act)
    return text
  }
  return { commits, write, groups, transactions: () => begun }
}

test('what comes in the next turns of the event loop is committed with what came first', async () => {
  const { write, groups } = setUp()
  const all = [write('a')]
  for (const text of ['b', 'c']) {
    await nextTurn()
    all.push(write(text))
  }
  await Promise.all(all)
  assert.deepEqual(groups, [['a', 'b', 'c']])
})

test('a write is answered although every turn of the event loop brings another one', async () => {
  const { write } = setUp()
  const answered: string[] = []
  const all = [write('first').then((text) => answered.push(text))]
  while (answered.length === 0 && all.length < 1_000) {
    await nextTurn()
    all.push(write(`then ${all.length}`).then((text) => answered.push(text)))
  }
  assert.ok(all.length < 20, `answered only after ${all.length} more writes`)
  await Promise.all(all)
})

test('a transaction writes some hundreds of rows, and what waits longest goes first', async () => {
  const { write, groups } = setUp()
  const batches = Array.from({ length: 5 }, (_, n) => write(`batch ${n}`, 100))
  await Promise.all([...batches, write('large', 10_000), write('one', 1)])
  assert.deepEqual(groups, [
    ['batch 0', 'batch 1'],
    ['batch 2', 'batch 3'],
    ['batch 4'],
    ['large'],
    ['one'],
  ])
})

test('a fault of one fails that one alone; once the database goes, the rest of its group does not wait for it', async () => {
  const lost = new StorageUnavailable('unreachable', new Error('It is gone.'))
  const failures = [new Error('A rule failed.'), undefined, new Error('Again.'), undefined, lost]
  const { write, groups, transactions } = setUp({ failures })
  const outcomes = await Promise.allSettled(['a', 'b', 'c', 'd', 'e'].map((text) => write(text)))
  assert.deepEqual(
    outcomes.map((each) => (each.status === 'rejected' ? each.reason.message : each.value)),
    ['a', 'Again.', 'c', lost.message, lost.message],
  )
  assert.deepEqual(groups, [['a'], ['c']])
  assert.equal(transactions(), 5)
})

test('a change is told of once others know of it, and the next commit waits for that, 20 ms at most', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  /** For each commit, what says that others know of it. */
  const told: Array<() => void> = []
  const { commits, write, transactions } = setUp({
    maxTurns: 1,
    announce: async () => await new Promise<void>((resolve) => told.push(resolve)),
  })
  const order: string[] = []
  const ask = async (name: string): Promise<void> => void order.push(await write(name))
  const turns = async (): Promise<void> => {
    for (let turn = 0; turn < 3; turn += 1) await nextTurn()
  }
  const first = ask('first')
  await turns()
  const second = ask('second')
  await turns()
  assert.deepEqual([transactions(), order], [1, []])
  told[0]?.()
  await first
  await turns()
  assert.deepEqual([transactions(), order], [2, ['first']])

  const third = ask('third')
  t.mock.timers.tick(19)
  await turns()
  assert.equal(transactions(), 2)
  t.mock.timers.tick(1)
  await turns()
  assert.deepEqual([transactions(), told.length, order], [3, 3, ['first']])
  told[2]?.()
  await third
  const ended = commits.ended().then(() => order.push('ended'))
  await turns()
  told[1]?.()
  await Promise.all([second, ended])
  assert.deepEqual(order, ['first', 'third', 'second', 'ended'])
})
