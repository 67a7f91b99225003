import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { temporaryFolder } from '../helpers/app.ts'
import { leftOut, postgresTests } from '../helpers/on-postgres.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

test('npm test without the development packages asks for them in one sentence', (t) => {
  const folder = temporaryFolder(t)
  for (const name of ['scripts', 'test/helpers', 'package.json', 'openapi.json']) {
    cpSync(join(root, name), join(folder, name), { recursive: true })
  }
  symlinkSync(join(root, 'src'), join(folder, 'src'))
  mkdirSync(join(folder, 'node_modules'))
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/test.ts'], {
    cwd: folder,
    encoding: 'utf8',
  })
  assert.equal(status, 1)
  assert.equal(stdout, '')
  assert.match(stderr, /^The tests need development packages .*: run npm ci\n$/)
})

test('every file that is left out on PostgreSQL exists', () => {
  assert.deepEqual(
    leftOut.filter((file) => !existsSync(file)),
    [],
  )
})

test('a test that runs on PostgreSQL looks into no file of SQLite, unless it asks on what it runs', () => {
  const looking = postgresTests().filter((file) => {
    const text = readFileSync(file, 'utf8')
    const looks = /DatabaseSync|\.sqlite\b|openStorage\(/.test(text)
    return looks && !/needsFile|isOnPostgres/.test(text)
  })
  assert.deepEqual(looking, [])
})
