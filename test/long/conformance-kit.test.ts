import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { test } from 'node:test'
import { type Json, startApp, temporaryFolder, TestClock } from '../helpers/app.ts'
import { npmInstall } from '../helpers/packed-client.ts'

const run = promisify(execFile)
const kit = fileURLToPath(new URL('../../conformance', import.meta.url))

// test/api/conformance.test.ts has the implementations that fall short.
test('the packed kit checks a service, writes its report, and fails if anything is not as it should be', async (t) => {
  const folder = temporaryFolder(t)
  const { stdout } = await run('npm', ['pack', kit, '--json', '--pack-destination', folder])
  const [{ filename }] = JSON.parse(stdout)
  await npmInstall(folder, join(folder, filename))
  const program = join(folder, 'node_modules/.bin/petstore-conformance')
  const { baseUrl, key } = await startApp(t, { clock: new TestClock(Date.now()) })
  const report = join(folder, 'report.json')
  const args = ['--url', baseUrl, '--json', report, '--key']
  await run(program, [...args, key])
  const results: readonly Json[] = JSON.parse(readFileSync(report, 'utf8')).results
  assert.ok(results.length > 20)
  await assert.rejects(run(program, [...args, 'any']), { code: 1 })
})
