import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { operationsOf } from '../../src/kit/resource.ts'
import { petstore } from '../../src/resources/index.ts'

const cwd = fileURLToPath(new URL('../../client/src/', import.meta.url))
const source = globSync('*.ts', { cwd }).map((name) => readFileSync(cwd + name, 'utf8'))

test('the client calls every operation', () => {
  const isCalled = (spelling: string): boolean => source.some((text) => text.includes(spelling))
  const missing = operationsOf(petstore).filter(
    ({ method, path, isPaged }) =>
      !isCalled(`'${method} ${path}'`) && !(isPaged === true && isCalled(`'${path}'`)),
  )
  assert.deepEqual(
    missing.map(({ id }) => id),
    [],
  )
})
