import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { temporaryFolder } from '../helpers/app.ts'
import { needs } from '../helpers/needs.ts'

const root = new URL('../../', import.meta.url)

test('systemd takes the unit as it is', { skip: needs('systemd-analyze') }, (t) => {
  const unit = join(temporaryFolder(t), 'petstore.service')
  const text = readFileSync(new URL('deploy/petstore.service', root), 'utf8')
  // It is looked at whether the program is there, so the checkout stands in for where it is installed.
  writeFileSync(unit, text.replaceAll('/opt/petstore/', fileURLToPath(root)))
  const { status, stdout, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', unit], {
    encoding: 'utf8',
  })
  const aboutIt = `${stdout}${stderr}`.split('\n').filter((line) => line.includes('petstore'))
  assert.deepEqual(aboutIt, [])
  assert.equal(status, 0, stderr)
})
