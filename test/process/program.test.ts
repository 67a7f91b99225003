import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  constants,
  copyFileSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { delimiter, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { maxOpenFiles } from '../../src/base/file-limit.ts'
import { temporaryFolder } from '../helpers/app.ts'
import { noOtherUser, otherUser } from '../helpers/other-user.ts'
import { asOldNode, bareCheckout, runToEnd as run } from '../helpers/launching.ts'
import { poll } from '../helpers/poll.ts'
import { runCommand, stagingAlone, startService } from '../helpers/service.ts'

const program = fileURLToPath(new URL('../../bin/petstore.js', import.meta.url))

/** A copy of this Node that says it is an old one, and a service that it started. */
const startByOldNode = async (t: TestContext) => {
  const oldNode = join(temporaryFolder(t), 'node')
  copyFileSync(process.execPath, oldNode, constants.COPYFILE_FICLONE)
  const env = { ...stagingAlone, PETSTORE_DATA_DIR: temporaryFolder(t) }
  const service = spawn(oldNode, [...asOldNode, program, 'serve', '--json'], { env })
  t.after(() => service.kill('SIGTERM'))
  const log = text(service.stderr)
  const [line] = await once(service.stdout, 'data')
  return { oldNode, service, log, url: JSON.parse(String(line)).baseUrl }
}

test('a Node that is too old runs the one that npm installed', async (t) => {
  const { oldNode, service } = await startByOldNode(t)
  const help = run(oldNode, [...asOldNode, program, 'serve', '--help'])
  assert.deepEqual([help.status, help.error], [0, ''])
  assert.match(help.out, /^Usage: petstore serve/)
  assert.equal(run(oldNode, [...asOldNode, program, 'no-such-command']).status, 2)
  service.kill('SIGTERM')
  const [status] = await once(service, 'close')
  assert.equal(status, 0, 'the service was told to stop, and did in order')
})

test('the service stops in order if the old Node that started it is killed', async (t) => {
  const { service, log, url } = await startByOldNode(t)
  service.kill('SIGKILL')
  // The service has the same streams: they close when it has ended.
  assert.match(await log, /"stopped"/)
  await assert.rejects(fetch(url))
})

test('the Node of the machine, whichever it is, runs the program', (t) => {
  const link = join(temporaryFolder(t), 'petstore')
  symlinkSync(program, link)
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const PATH = folders.filter((folder) => !folder.includes('node_modules')).join(delimiter)
  const { status, out, error } = run(link, ['serve', '--help'], { cwd: '/', env: { PATH } })
  assert.deepEqual([status, error], [0, ''])
  assert.match(out, /^Usage: petstore serve/)
})

test('if there is no newer Node, the program says what to do', (t) => {
  const folder = bareCheckout(t)
  const { status, out, error } = run(process.execPath, [...asOldNode, `${folder}/bin/petstore.js`])
  assert.deepEqual([status, out], [1, ''])
  assert.match(error, /^petstore needs Node 26 or newer; this is 20\.20\.2, .*\n$/)
  assert.match(error, /install scripts turned off \(ignore-scripts\)/)
  assert.ok(error.includes(`In ${folder}/, run npm ci --omit=dev, or npm rebuild node `))
  assert.doesNotMatch(error, /npm start|npx/, 'what cannot help is not advised')
})

test('the compiled sources are kept in the folder that the operator sets, by the threads too; it may be one that cannot be written', async (t) => {
  const cache = join(temporaryFolder(t), 'compiled')
  const service = await startService(t, temporaryFolder(t), { NODE_COMPILE_CACHE: cache })
  assert.equal((await service.stop()).status, 0)
  const commandOnly = join(temporaryFolder(t), 'compiled')
  for (const NODE_COMPILE_CACHE of [commandOnly, '/dev/null/compiled']) {
    const { status, out } = await runCommand(['serve', '--help'], { NODE_COMPILE_CACHE })
    assert.equal(status, 0)
    assert.match(out, /^Usage: petstore serve/)
  }
  // The threads have modules of their own, and more than the command line.
  const [all, some] = [cache, commandOnly].map((each) => readdirSync(each, { recursive: true }))
  assert.ok(Number(all?.length) > Number(some?.length))
})

test('a reader that goes away ends no command with an error, and no service', async (t) => {
  const env = { PETSTORE_DATA_DIR: temporaryFolder(t), PETSTORE_METRICS_PORT: '0' }
  const ports = { PETSTORE_PRODUCTION_PORT: '0', PETSTORE_STAGING_PORT: '0' }
  const begin = (command: string) => {
    const child = spawn(process.execPath, [program, command], { env: { ...env, ...ports } })
    t.after(() => child.kill('SIGKILL'))
    // Before the program can have written anything.
    child.stdout.destroy()
    let error = ''
    child.stderr.setEncoding('utf8').on('data', (part: string) => (error += part))
    return { child, error: () => error }
  }
  const service = begin('serve')
  await poll(() => /"staging".*"listening"/.test(service.error()))
  const doctor = begin('doctor')
  await once(doctor.child, 'close')
  assert.equal(doctor.error(), '')
  service.child.kill('SIGTERM')
  const [status] = await once(service.child, 'close')
  assert.equal(status, 0)
  assert.doesNotMatch(service.error(), /EPIPE/)
})

test(
  'a file .env that the user may not read stops the program with a sentence',
  { skip: noOtherUser() },
  (t) => {
    const cwd = temporaryFolder(t)
    chmodSync(cwd, 0o755)
    writeFileSync(join(cwd, '.env'), 'PETSTORE_DATA_DIR=/srv/petstore\n', { mode: 0o600 })
    const [setpriv = '', ...rest] = otherUser()
    const { status, out, error } = run(setpriv, [...rest, process.execPath, program, 'doctor'], {
      cwd,
    })
    assert.deepEqual([status, out], [2, ''])
    assert.match(error, /^The file \/.*\/\.env cannot be read: .*\n$/)
  },
)

/** Runs a program in a place where `/proc` is empty, as on systems that have none. */
const withoutProc = [
  'unshare',
  '--mount',
  'sh',
  '-c',
  'mount -t tmpfs none /proc && exec "$@"',
  'sh',
] as const

const [unshare, ...args] = [...withoutProc, 'true']
const skip = spawnSync(unshare, args).status !== 0 && 'needs root and unshare'

test(
  'without /proc the service starts, answers, tells its metrics, logs and ends in order',
  { skip },
  async (t) => {
    const variables = { PETSTORE_METRICS_PORT: '0' }
    const service = await startService(t, temporaryFolder(t), variables, withoutProc)
    assert.equal((await service.asking()('/pets')).status, 200)
    const scrape = await service.scrape()
    assert.equal(scrape.sum('petstore_requests_total', { operation: 'listPets', status: '200' }), 1)
    assert.equal(
      scrape.sum('process_max_fds'),
      maxOpenFiles(readFileSync('/proc/self/limits', 'latin1')),
    )
    const { status, error } = await service.stop()
    assert.equal(status, 0)
    assert.match(error, /"msg":"request"[^]*"msg":"stopped"/)
  },
)
