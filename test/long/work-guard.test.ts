import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { compareWork, tellOf } from '../../bench/counted/budget.ts'
import { readBudget } from '../../bench/counted/guard.ts'
import type { Counts, Work } from '../../bench/counted/work.ts'
import { temporaryFolder } from '../helpers/app.ts'

const kind = 'create'
const counts = {
  statements: 3,
  commits: 1,
  heapBytes: 30_000,
  socketBytes: 600,
  socketWrites: 1,
  diskBytes: 12_000.25,
} as const
const workOf = (changed: Partial<Counts> = {}): Work => ({
  node: 'v26.0.0',
  kinds: { [kind]: { ...counts, ...changed } },
})

const runGuard = async (budget: string): Promise<{ status: number; out: string }> =>
  await new Promise((resolve) => {
    const program = fileURLToPath(new URL('../../bench/work.ts', import.meta.url))
    execFile(process.execPath, [program, '--only', kind, '--budget', budget], (error, out) => {
      resolve({ status: error === null ? 0 : Number(error.code), out })
    })
  })

test('the guard of the work for a request ends with 1 if any figure grew, and says which', async (t) => {
  const folder = temporaryFolder(t)
  const budget = readBudget()
  const now = budget.kinds[kind]
  assert.ok(now)
  // Today's counts exceed this budget by more than one statement, one commit and half the bytes a request.
  const lower: Counts = {
    statements: now.statements - 1,
    commits: now.commits - 1,
    heapBytes: Math.round(now.heapBytes / 2),
    socketBytes: now.socketBytes - 1,
    socketWrites: now.socketWrites - 1,
    diskBytes: now.diskBytes - 1,
  }
  const file = join(folder, 'budget.json')
  writeFileSync(file, JSON.stringify({ ...budget, kinds: { [kind]: lower } }))
  const { status, out } = await runGuard(file)
  assert.equal(status, 1, out)
  for (const name of [
    'SQL statements',
    'commits',
    'bytes allocated on the heap',
    'bytes of the answer',
    'writes to the socket',
    'bytes written to disk',
  ]) {
    assert.match(out, new RegExp(`${kind}: ${name} a request grew from [\\d.]+ to [\\d.]+\\.`))
  }
  assert.match(out, /npm run bench:work -- --accept/)
})

test('a budget higher than the counts passes, and the guard says that it could be lower', async (t) => {
  const file = join(temporaryFolder(t), 'budget.json')
  writeFileSync(file, JSON.stringify({ ...readBudget(), kinds: { [kind]: huge } }))
  const { status, out } = await runGuard(file)
  assert.equal(status, 0, out)
  assert.match(out, /The work for a request fell:/)
})

const huge = Object.fromEntries(Object.keys(counts).map((name) => [name, 1_000_000]))

for (const [figure, before] of Object.entries(counts)) {
  test(`one more of ${figure} in twenty is growth, one less is reported, and no difference is neither`, () => {
    const step = Math.max(1, before / 20)
    const more = compareWork(workOf(), workOf({ [figure]: before + step }))
    assert.equal(more.grown.length, 1)
    assert.match(more.grown[0] ?? '', new RegExp(` from ${before} to ${before + step}\\.$`))
    const less = compareWork(workOf(), workOf({ [figure]: before - step }))
    assert.deepEqual([less.grown.length, less.fallen.length], [0, 1])
    assert.deepEqual(compareWork(workOf(), workOf()), { grown: [], fallen: [] })
  })
}

test('chance in the heap is no growth, a kind without a budget is, and another Node is named', () => {
  assert.deepEqual(compareWork(workOf(), workOf({ heapBytes: 30_600 })).grown, [])
  const comparison = compareWork({ node: 'v26.0.0', kinds: {} }, workOf())
  assert.deepEqual(comparison.grown, ['create: there is no budget for it.'])
  const told = tellOf(comparison, { node: 'v25.0.0', kinds: {} }, { node: 'v26.0.0', kinds: {} })
  assert.match(told, /counted with Node v25\.0\.0, this with v26\.0\.0/)
})
