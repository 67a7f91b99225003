import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { temporaryFolder } from '../helpers/app.ts'
import { poll } from '../helpers/poll.ts'
import { runCommand, startService } from '../helpers/service.ts'

test('a Node that is too old is told which one is wanted and how to have it', async () => {
  const program = fileURLToPath(new URL('../../bin/petstore.js', import.meta.url))
  const old = `data:text/javascript,Object.defineProperty(process, 'versions', { value: { node: '20.20.2' } })`
  const run = promisify(execFile)(process.execPath, ['--import', old, program, 'serve'])
  await assert.rejects(run, {
    code: 1,
    stdout: '',
    stderr:
      'petstore needs Node 26 or newer, and this is 20.20.2. ' +
      'Run it by npm start or npx petstore, which take the one that npm ci installs.\n',
  })
})

test('what is compiled of the sources is kept where the operator says, by the threads too', async (t) => {
  const cache = join(temporaryFolder(t), 'compiled')
  const service = await startService(t, temporaryFolder(t), { NODE_COMPILE_CACHE: cache })
  assert.equal((await service.stop()).status, 0)
  const files = readdirSync(cache, { recursive: true })
  // The threads have modules of their own, and more than the command line.
  const commandOnly = join(temporaryFolder(t), 'compiled')
  await runCommand(['serve', '--help'], { NODE_COMPILE_CACHE: commandOnly })
  assert.ok(files.length > readdirSync(commandOnly, { recursive: true }).length)
})

test('a reader that goes away ends no command with an error, and no service', async (t) => {
  const program = fileURLToPath(new URL('../../bin/petstore.js', import.meta.url))
  const env = { PETSTORE_DATA_DIR: temporaryFolder(t), PETSTORE_METRICS_PORT: '0' }
  const ports = { PETSTORE_PRODUCTION_PORT: '0', PETSTORE_STAGING_PORT: '0' }
  const begin = (command: string) => {
    const child = spawn(process.execPath, [program, command], { env: { ...env, ...ports } })
    t.after(() => child.kill('SIGKILL'))
    // Before the program can have written anything.
    child.stdout.destroy()
    let error = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => (error += text))
    return { child, error: () => error }
  }
  const service = begin('serve')
  await poll(() => (/"staging".*"listening"/.test(service.error()) ? true : undefined), 30_000)
  const doctor = begin('doctor')
  await once(doctor.child, 'close')
  assert.equal(doctor.error(), '')
  service.child.kill('SIGTERM')
  const [status] = await once(service.child, 'close')
  assert.equal(status, 0)
  assert.doesNotMatch(service.error(), /EPIPE/)
})

test('a folder that cannot be written keeps nobody from starting', async () => {
  const { status, out } = await runCommand(['serve', '--help'], {
    NODE_COMPILE_CACHE: '/dev/null/compiled',
  })
  assert.equal(status, 0)
  assert.match(out, /^Usage: petstore serve/)
})
