import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isBytes } from '../../src/base/schema/type.ts'
import { bindOperations, type OperationContext } from '../../src/kit/bound-operation.ts'
import type { Operation, Ports } from '../../src/kit/operation.ts'
import { operationsOf } from '../../src/kit/resource.ts'
import { petstore } from '../../src/resources/index.ts'
import { routerOf as routerFor } from '../../src/http/router.ts'

const bodiless: ReadonlySet<string> = new Set(['204', '304'])

/** Lower case, without parameters. */
const jsonType = /^application\/(?:json|[\w.-]+\+json)$/

/** What the kit would not enforce of an operation. */
const rules = (
  operation: Operation,
): ReadonlyArray<readonly [isWrong: boolean, problem: string]> => {
  const { method, path, query, params, body, answers } = operation
  const { isPaged, isCacheable, unreadableParams } = operation
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
  const names = Object.keys(params?.properties ?? {})
  const parameters = Object.keys(query?.properties ?? {})
  const described = Object.entries(answers)
  return [
    [!/^(?:\/(?:[\w-]+|\{\w+\}))+$/.test(path), `has a path that cannot be routed: ${path}`],
    [inPath.join() !== names.join(), 'has other parameters in its path than in its schema'],
    [unreadableParams !== undefined && names.length === 0, 'has no parameters to be unreadable'],
    [body !== undefined && (method === 'GET' || method === 'DELETE'), `is a ${method} with a body`],
    [body?.mediaTypes.length === 0, 'takes a body of no media type'],
    [
      body !== undefined &&
        !isBytes(body.schema) &&
        body.mediaTypes.some((type) => !jsonType.test(type)),
      'takes a body that is not JSON',
    ],
    [described.length === 0, 'describes no answer'],
    [
      described.some(([status, { schema }]) => bodiless.has(status) && schema !== undefined),
      'has a body on an answer that never has one',
    ],
    [
      isPaged === true && !(parameters.includes('limit') && parameters.includes('cursor')),
      'is paged without limit and cursor',
    ],
    [
      isCacheable === true && (method !== 'GET' || names.length > 0),
      'keeps answers that no query tells apart',
    ],
  ]
}

test('no operation declares what nothing enforces', () => {
  const problems = operationsOf(petstore).flatMap((operation) =>
    rules(operation).flatMap(([isWrong, problem]) => (isWrong ? `${operation.id} ${problem}` : [])),
  )
  assert.deepEqual(problems, [])
})

test('an answer that an operation does not describe is a fault of the service', () => {
  const some = operationsOf(petstore).filter(({ id }) => id === 'deletePet')
  // It uses neither the store nor the context.
  const [only] = bindOperations(some, {} as Ports, {} as OperationContext)
  assert.ok(only)
  const input = {} as Parameters<typeof only.render>[0]
  assert.throws(() => only.render(input, { status: 202 }), /deletePet answers with 202/)
})

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
