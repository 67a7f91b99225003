import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operationsOf } from '../../src/kit/resource.ts'
import { petstore } from '../../src/resources/index.ts'
import { exchanges } from './exchanges.ts'

test('the exchanges that both clients are held to have every operation', () => {
  const lines = exchanges.flatMap(({ requests }) => requests.map(({ line }) => line))
  const missing = operationsOf(petstore).filter(({ method, path }) => {
    // Every id of the exchanges has a digit, and no other part of a path has one.
    const pattern = path.replaceAll(/\{\w+\}/g, '[^/?]*\\d[^/?]*')
    return !lines.some((line) => new RegExp(`^${method} ${pattern}(?:$|\\?)`).test(line))
  })
  assert.equal(missing.map(({ id }) => id).join(), '')
})
