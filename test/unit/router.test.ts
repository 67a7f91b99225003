import assert from 'node:assert/strict'
import { test } from 'node:test'
import { routerOf as routerFor } from '../../src/http/router.ts'
import { operationsOf } from '../../src/kit/resource.ts'
import { petstore } from '../../src/resources/index.ts'

const routerOf = (...paths: readonly string[]) => routerFor(paths.map((path) => [path, path]))

test('parameters stand in any segment, several in one path, and come decoded and in order', () => {
  const router = routerOf('/v1/a/{b}', '/v1/a/{b}/c/{d}', '/v1/a', '/v1/{x}/end')
  const found = [
    ['/v1/a', '/v1/a', []],
    ['/v1/a/7', '/v1/a/{b}', ['7']],
    ['/v1/a/7/c/é', '/v1/a/{b}/c/{d}', ['7', 'é']],
    ['/v1/a/7/c/%C3%A9%2F', '/v1/a/{b}/c/{d}', ['7', 'é/']],
    ['/v1/%61/7/%63/8', '/v1/a/{b}/c/{d}', ['7', '8']],
    ['/v1/other/end', '/v1/{x}/end', ['other']],
    ['/v1/a/end', '/v1/a/{b}', ['end']],
  ] as const
  for (const [path, route, params] of found) {
    assert.deepEqual(router.find(path), { route, params }, path)
  }
})

test('a path that is none is not found: empty segments, slashes at the end, pieces, encoded slashes', () => {
  const router = routerOf('/v1/a/{b}', '/v1/a/{b}/c', '/v1/a')
  for (const path of ['', '*', '/', '/v1', '/v1/a/', '/v1//a', '//v1/a', '/v1/a/7/', '/v1/a//c']) {
    assert.equal(router.find(path), undefined, path)
  }
  for (const path of ['/v1%2Fa', '/v1/a%2F7', '/v1/a/7/c/', '/v1/a/7/c/8', '/V1/a', '/v1/a/7/d']) {
    assert.equal(router.find(path), undefined, path)
  }
})

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
