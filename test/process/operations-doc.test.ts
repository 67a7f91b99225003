import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { temporaryFolder } from '../helpers/app.ts'
import { assertShown, readDocument, runBlocks, testDocument } from '../helpers/docs.ts'
import { findProgram } from '../helpers/needs.ts'
import { newMachine } from '../helpers/new-machine.ts'
import { noOtherUser } from '../helpers/other-user.ts'

const runbook = 'docs/operations.md'
const installation = 'new machine'

testDocument(runbook, { asOtherUser: true, except: [installation] })

const noOther = noOtherUser()
/** Why this machine cannot simulate a new one; false if it can. */
const noNewMachine = (): string | false => {
  if (noOther !== false) return noOther
  const missing = ['unshare', 'runuser', 'useradd'].find(
    (program) => findProgram(program) === undefined,
  )
  if (missing !== undefined) return `needs ${missing}`
  const overlay = 'lowerdir=/etc,upperdir=/mnt/upper,workdir=/mnt/work'
  const attempt = `mount -t tmpfs tmpfs /mnt && mkdir /mnt/upper /mnt/work && mount -t overlay overlay -o ${overlay} /etc`
  const { status } = spawnSync('unshare', ['--mount', '--pid', '--fork', 'sh', '-c', attempt])
  return status === 0 ? false : 'needs a machine that lets root make namespaces, and mount in them'
}

test(
  `${runbook}: an operator who follows it on a new machine has a service, a production key and a backup each day`,
  { skip: noNewMachine() },
  async (t) => {
    const blocks = readDocument(runbook).tests.get(installation) ?? []
    assert.ok(blocks.length >= 4)
    const { launcher, env, checks } = newMachine(temporaryFolder(t))
    const ran = await runBlocks([...blocks, ...checks], { launcher, env, cwd: '/', typed: true })
    assertShown(runbook, blocks, ran)
    for (const [at, check] of checks.entries()) {
      const result = ran.results[blocks.length + at]
      assert.ok(result, `${check.code} failed and printed:\n${ran.rest}`)
      assert.match(result.output, check.prints, check.code)
    }
  },
)
