import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { temporaryFolder } from '../helpers/app.ts'

const program = fileURLToPath(new URL('../../scripts/test.ts', import.meta.url))

test('the end of the tests says what was not tried, and what it lacked', async (t) => {
  const file = join(temporaryFolder(t), 'some.test.mjs')
  writeFileSync(
    file,
    `import { test } from 'node:test'
    test('a page in a browser', { skip: 'needs chromium, which .ci/run installs' }, () => {})
    test('a proxy', { skip: 'needs nginx, which .ci/run installs' }, () => {})
    test('a sum', () => {})
    test('a proxy with TLS', { skip: 'needs nginx, which .ci/run installs' }, () => {})`,
  )
  // Without this, Node takes a run inside a run as part of the outer one.
  const { NODE_TEST_CONTEXT: _outer, ...env } = process.env
  const { stdout } = await promisify(execFile)(process.execPath, [program, file], { env })
  const end = stdout.slice(stdout.indexOf('Not tried')).replaceAll(/\S*some\.test\.mjs/g, 'FILE')
  assert.equal(
    end,
    `Not tried: 3 tests.
- It needs chromium, which .ci/run installs:
    FILE: a page in a browser
- It needs nginx, which .ci/run installs:
    FILE: a proxy
    FILE: a proxy with TLS
`,
  )
})
