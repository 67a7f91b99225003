import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { compareFiles, readBudget } from '../../bench/counted/guard.ts'
import { temporaryFolder } from '../helpers/app.ts'

const program = fileURLToPath(new URL('../../bench/files.ts', import.meta.url))

const runGuard = async (...args: readonly string[]): Promise<{ status: number; out: string }> =>
  await new Promise((resolve) => {
    execFile(process.execPath, [program, ...args], (error, out, err) => {
      resolve({ status: error === null ? 0 : Number(error.code), out: out + err })
    })
  })

test('a hot page executes no more files than its budget, and what is counted is plausible', async () => {
  const { status, out } = await runGuard('--list')
  assert.equal(status, 0, out)
  const [hot, cold, create] = ['hot page', 'cold page', 'keyed create, two threads'].map((kind) =>
    Number(new RegExp(`^\\| ${kind} +\\| (\\d+) `, 'm').exec(out)?.[1]),
  )
  assert.ok(hot !== undefined && cold !== undefined && create !== undefined)
  assert.ok(hot > 5 && hot < cold && cold < create, out)
  // A hot page asks no database, a cold one does.
  const [, ofHot = '', ofCold = ''] = out.slice(out.indexOf('\n\nhot page')).split('\n\n')
  assert.match(ofHot, /^src\/quotas\//m)
  assert.doesNotMatch(ofHot, /^src\/storage\/sqlite\//m)
  assert.match(ofCold, /^src\/storage\/sqlite\//m)
})

test('one file more than the budget is growth, one less is reported, and the same number is neither', (t) => {
  const file = join(temporaryFolder(t), 'budget.json')
  writeFileSync(file, JSON.stringify({ ...readBudget(), files: { 'hot page': 3 } }))
  const compare = (count: number) => {
    const files = Array.from({ length: count }, (_, n) => `src/${n}.ts`)
    const { grown, fallen } = compareFiles(
      new Map([['hot page', { files, functions: count, calls: count }]]),
      file,
    )
    return [grown.length, fallen.length]
  }
  assert.deepEqual(
    [compare(4), compare(2), compare(3)],
    [
      [1, 0],
      [0, 1],
      [0, 0],
    ],
  )
  assert.equal(compareFiles(new Map(), file).grown.length, 1)
})
