import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { temporaryFolder } from '../helpers/app.ts'
import { assertShown, readDocument, runBlocks } from '../helpers/docs.ts'
import { programsOf } from '../helpers/docs-format.ts'
import { findProgram, needs, testWith } from '../helpers/needs.ts'
import { newMachine } from '../helpers/new-machine.ts'
import { noOtherUser } from '../helpers/other-user.ts'

const runbook = 'docs/operations.md'
const document = readDocument(runbook)
const blocks = document.tests.get('runbook') ?? []

/** Why this machine cannot simulate a new one; false if it can. */
const noNewMachine = (): string | false => {
  const noOther = noOtherUser()
  if (noOther !== false) return noOther
  const missing = ['unshare', 'runuser', 'useradd', 'ip'].find(
    (program) => findProgram(program) === undefined,
  )
  if (missing !== undefined) return `needs ${missing}`
  const overlay = 'lowerdir=/etc,upperdir=/mnt/upper,workdir=/mnt/work'
  const attempt = `mount -t tmpfs tmpfs /mnt && mkdir /mnt/upper /mnt/work && mount -t overlay overlay -o ${overlay} /etc`
  const namespaces = ['--mount', '--pid', '--net', '--fork']
  const { status } = spawnSync('unshare', [...namespaces, 'sh', '-c', attempt])
  if (status !== 0) return 'needs a machine that lets root make namespaces, and mount in them'
  return needs(...programsOf(blocks))
}

const it = testWith(noNewMachine())

test(`${runbook} marks each block of commands as tested, or says why not`, () => {
  assert.deepEqual(document.faults, [])
  assert.deepEqual([...document.tests.keys()], ['runbook'], 'all run in one piece')
})

it(`${runbook}: an operator who follows it from top to bottom sees what it shows`, async (t) => {
  assert.ok(blocks.length > 12)
  const { launcher, env, checks } = newMachine(temporaryFolder(t))
  // The checks are of root, before the page opens a shell of the service's user.
  const opening = blocks.findIndex(({ code }) => code.includes('runuser'))
  const before = blocks.slice(0, opening)
  const ran = await runBlocks([...before, ...checks, ...blocks.slice(opening)], {
    launcher,
    env,
    cwd: '/',
    typed: true,
  })
  const results = ran.results.toSpliced(opening, checks.length)
  assertShown(runbook, blocks, { ...ran, results })
  for (const [at, check] of checks.entries()) {
    const result = ran.results[opening + at]
    assert.ok(result, `${check.code} failed and printed:\n${ran.rest}`)
    assert.match(result.output, check.prints, check.code)
  }
})
