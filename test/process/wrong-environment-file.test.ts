import assert from 'node:assert/strict'
import { copyFileSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../helpers/app.ts'
import { runCommand } from '../helpers/service.ts'

test('the file of one environment in the place of the other is refused and left as it is', async (t) => {
  const folder = temporaryFolder(t)
  const other = join(folder, 'other')
  mkdirSync(other)
  const create = ['keys', 'create', '--environment', 'staging', '--plan', 'free', '--name', 'A']
  assert.equal((await runCommand(create, { PETSTORE_DATA_DIR: folder })).status, 0)
  const list = ['keys', 'list', '--json', '--environment']
  const before = readFileSync(join(folder, 'staging.sqlite'))
  copyFileSync(join(folder, 'staging.sqlite'), join(other, 'production.sqlite'))

  const { status, error } = await runCommand([...list, 'production'], { PETSTORE_DATA_DIR: other })

  assert.equal(status, 1)
  assert.match(error, /holds the data of staging, not of production/)
  assert.deepEqual(readFileSync(join(other, 'production.sqlite')), before)
})
