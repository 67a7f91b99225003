import assert from 'node:assert/strict'
import { test } from 'node:test'
import { routerOf as routerFor } from '../../src/http/router.ts'
import { operationsOf } from '../../src/kit/resource.ts'
import { petstore } from '../../src/resources/index.ts'

const routerOf = (...paths: readonly string[]) => routerFor(paths.map((path) => [path, path]))

test('a literal segment goes before a parameter, which is tried if the literal leads nowhere', () => {
  const router = routerOf('/a/{b}', '/a/batch', '/a/batch/x', '/a/{b}/y')
  assert.deepEqual(router.find('/a/batch'), { route: '/a/batch', params: [] })
  assert.deepEqual(router.find('/a/%62atch'), { route: '/a/batch', params: [] })
  assert.deepEqual(router.find('/a/batch/y'), { route: '/a/{b}/y', params: ['batch'] })
  assert.equal(router.find('/a/batch/z'), undefined)
})

test('paths that cannot be told apart are refused', () => {
  assert.throws(() => routerOf('/a', '/a'), /\/a was added twice/)
  assert.throws(() => routerOf('/a/{b}', '/a/{b}'), /was added twice/)
  assert.throws(() => routerOf('/a/{b}', '/a/{c}/d'), /\{b\} of another path \{c\}/)
})

test('no two operations share an id, or a method and path', () => {
  const names = operationsOf(petstore).flatMap(({ id, method, path }) => [id, `${method} ${path}`])
  assert.equal(new Set(names).size, names.length)
})
