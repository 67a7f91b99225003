import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { leftOut, postgresTests } from '../helpers/on-postgres.ts'

test('every file that is left out on PostgreSQL exists', () => {
  assert.deepEqual(
    Object.keys(leftOut).filter((file) => !existsSync(file)),
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
