import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { maxOpenFiles, reportedOpenFileLimit } from '../../src/base/file-limit.ts'
import { temporaryFolder } from '../helpers/app.ts'
import { startService } from '../helpers/service.ts'

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

test(
  'the report of Node tells the same limit of open files as the system',
  { skip: process.platform !== 'linux' && 'compares with /proc' },
  () => {
    assert.equal(reportedOpenFileLimit(), maxOpenFiles(readFileSync('/proc/self/limits', 'latin1')))
  },
)
