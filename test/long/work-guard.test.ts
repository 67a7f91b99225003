import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { readBudget } from '../../bench/counted/guard.ts'
import { temporaryFolder } from '../helpers/app.ts'

const run = async (...args: readonly string[]): Promise<{ status: number; out: string }> =>
  await new Promise((resolve) => {
    const program = fileURLToPath(new URL('../../bench/work.ts', import.meta.url))
    execFile(process.execPath, [program, ...args], (error, out, err) => {
      resolve({ status: error === null ? 0 : Number(error.code), out: out + err })
    })
  })

const kind = 'create'

test('the guard of the work for a request fails if any figure grew, and names it', async (t) => {
  const budget = readBudget()
  const now = budget.work[kind]
  assert.ok(now)
  const file = join(temporaryFolder(t), 'budget.json')
  const guardWith = async (share: number) => {
    const changed = Object.entries(now).map(([figure, value]) => [figure, value * share])
    const work = { [kind]: Object.fromEntries(changed) }
    writeFileSync(file, JSON.stringify({ ...budget, work }))
    return await run('--only', kind, '--budget', file)
  }
  const grown = await guardWith(0.5)
  assert.equal(grown.status, 1, grown.out)
  for (const figure of Object.keys(now)) {
    assert.match(grown.out, new RegExp(`${kind}: ${figure} grew from [\\d.]+ to [\\d.]+\\.`))
  }
  const fallen = await guardWith(10)
  assert.equal(fallen.status, 0, fallen.out)
  assert.match(fallen.out, /create: statements fell from/)
})

test('a hot page executes fewer files than a cold one, and asks no database', async () => {
  const { status, out } = await run('--files', '--list')
  assert.equal(status, 0, out)
  const files = (name: string): string => out.slice(out.indexOf(`${name}: `)).split('\n\n')[0] ?? ''
  assert.match(files('hot page'), /^src\/access\/quotas\//m)
  assert.doesNotMatch(files('hot page'), /^src\/store\/sqlite\//m)
  assert.match(files('cold page'), /^src\/store\/sqlite\//m)
})
