import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { bindOperations, type OperationContext } from '../../src/kit/bound-operation.ts'
import {
  type Access,
  defineOperation,
  type Operation,
  type Ports,
} from '../../src/kit/operation.ts'
import { operationsOf } from '../../src/kit/resource.ts'
import { petstore } from '../../src/resources/index.ts'
import { checkOperation } from '../helpers/check-operation.ts'

const Book = Type.Object({ title: Type.String() }, { title: 'Book' })

const getBook = {
  id: 'getBook',
  ...defineOperation({
    summary: 'A summary',
    description: 'A description.',
    method: 'GET',
    path: '/book',
    scope: 'pets:read',
    answers: { 200: { description: 'The book.', schema: Book } },
    handle: () => ({ status: 200, value: { title: 'Emma' } }),
  }),
}

test('no operation declares what nothing enforces', () => {
  for (const operation of operationsOf(petstore)) checkOperation(operation)
  const wrong: ReadonlyArray<readonly [Partial<Omit<Operation, keyof Access>>, RegExp]> = [
    [{ path: '/shelves/' }, /cannot be routed/],
    [{ path: '/shelves/{shelf}/books' }, /other parameters in its path/],
    [
      { method: 'GET', body: { description: '', schema: Book, mediaTypes: ['a/b'], examples: {} } },
      /GET with a body/,
    ],
    [
      {
        method: 'POST',
        body: { description: '', schema: Book, mediaTypes: ['text/csv'], examples: {} },
      },
      /not JSON/,
    ],
    [{ answers: {} }, /no answer/],
    [{ answers: { 204: { description: '', schema: Book } } }, /never has one/],
    [{ isPaged: true }, /without limit and cursor/],
    [
      { isCacheable: true, path: '/{a}', params: Type.Object({ a: Type.String() }) },
      /no query tells apart/,
    ],
    [{ unreadableParams: 'route_not_found', path: '/a', params: Type.Object({}) }, /unreadable/],
  ]
  for (const [change, problem] of wrong) {
    assert.throws(() => checkOperation({ ...getBook, ...change }), problem)
  }
})

test('an answer that an operation does not describe is a fault of the service', () => {
  // The operation uses neither the store nor the context.
  const [only] = bindOperations([getBook], {} as Ports, {} as OperationContext)
  assert.ok(only)
  const input = {} as Parameters<typeof only.render>[0]
  assert.throws(() => only.render(input, { status: 202 }), /getBook answers with 202/)
})
