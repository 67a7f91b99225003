import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import {
  type RawRequest,
  type BoundOperation,
  bindOperations,
  type OperationContext,
} from '../../src/kit/bound-operation.ts'
import { cursorsOf } from '../../src/kit/paging.ts'
import type { CallingKey } from '../../src/access/keys/key-store.ts'
import { defaultScopes } from '../../src/access/keys/scopes.ts'
import { linksUnder } from '../../src/kit/links.ts'
import { openapiDocument } from '../../src/kit/openapi/document.ts'
import {
  type Access,
  defineOperation,
  type Operation,
  type Outcome,
  type Ports,
} from '../../src/kit/operation.ts'
import { pageQuery } from '../../src/kit/paging.ts'
import type { Reading } from '../../src/kit/read-value.ts'
import { defineResource, operationsOf, type Resource } from '../../src/kit/resource.ts'
import type { Refusal } from '../../src/base/errors/api-error.ts'
import { int64 } from '../../src/base/int64.ts'
import { routeOperations } from '../../src/http/router.ts'
import { petstore } from '../../src/resources/index.ts'
import { checkOperation } from '../helpers/check-operation.ts'

const Int64 = Type.Unsafe<bigint>({ type: 'integer', format: 'int64', ...int64 })
const Book = Type.Object({ id: Int64, title: Type.String() }, { title: 'Book' })
const BookPatch = Type.Object(
  { title: Type.String({ minLength: 1 }) },
  { title: 'BookPatch', additionalProperties: false },
)
const ShelfParams = Type.Object({ shelfId: Int64 })
const BookParams = Type.Object({ shelfId: Int64, bookId: Int64 })

/** No operation here uses the store. */
const ports = {} as Ports
const common = { summary: 'A summary', description: 'A description.' } as const

const getBook = defineOperation({
  ...common,
  isCore: true,
  method: 'GET',
  path: '/shelves/{shelfId}/books/{bookId}',
  scope: 'pets:read',
  params: BookParams,
  answers: { 200: { description: 'The book.', schema: Book } },
  handle: ({ params: { bookId } }) => ({ status: 200, value: { id: bookId, title: 'Emma' } }),
})

const { operations } = defineResource({
  name: 'books',
  description: 'Books.',
  operations: {
    listBooks: defineOperation({
      ...common,
      method: 'GET',
      path: '/shelves/{shelfId}/books',
      scope: 'pets:read',
      params: ShelfParams,
      query: pageQuery('books', { kind: Type.String(), by: Type.String() }),
      answers: { 200: { description: 'A page.', schema: Type.Array(Book) } },
      isPaged: true,
      handle: ({ after }) => ({
        status: 200,
        json: '[]',
        next: (typeof after === 'bigint' ? after : 0n) + 3n,
      }),
    }),
    getBook,
    updateBook: defineOperation({
      ...common,
      method: 'PATCH',
      path: '/shelves/{shelfId}/books/{bookId}',
      scope: 'pets:write',
      params: BookParams,
      body: {
        description: 'What changes.',
        schema: BookPatch,
        mediaTypes: ['application/merge-patch+json', 'application/json'],
        examples: {},
      },
      answers: {
        200: { description: 'The book.', schema: Book },
        202: { description: 'It will be.' },
      },
      handle: ({ params, body: { title } }) =>
        title === 'later' ? { status: 202 } : { status: 200, value: { id: params.bookId, title } },
    }),
    putBook: defineOperation({
      ...common,
      isCore: true,
      method: 'PUT',
      path: '/shelves/{shelfId}/books/{bookId}',
      scope: 'pets:write',
      params: BookParams,
      body: {
        description: 'The book.',
        schema: BookPatch,
        mediaTypes: ['application/json'],
        examples: {},
      },
      answers: { 201: { description: 'New.', schema: Book, headers: ['Location'] } },
      handle: ({ params: { shelfId, bookId }, body: { title } }) => ({
        status: 201,
        value: { id: bookId, title },
        location: { of: getBook, params: { shelfId, bookId } },
      }),
    }),
    deleteBook: defineOperation({
      ...common,
      isCore: true,
      method: 'DELETE',
      path: '/shelves/{shelfId}/books/{bookId}',
      scope: 'pets:write',
      params: BookParams,
      answers: { 204: { description: 'It is gone.' }, 304: { description: 'It was not there.' } },
      handle: ({ params: { bookId } }) => ({ status: bookId === 2n ? 204 : 304 }),
    }),
  },
})

const kit: OperationContext = {
  links: linksUnder('http://host/v1'),
  cursors: cursorsOf(new Uint8Array(32)),
  clock: () => 0,
  changes: { version: 1 },
}

const sender = { headers: {}, peer: '127.0.0.1' }

const bound = bindOperations(operations, ports, kit)
const router = routeOperations(bound)

const caller: CallingKey = {
  id: 'key_1',
  ownerId: 'key_1',
  name: 'A shop',
  plan: 'free',
  limits: { perMinute: 60, perDay: 1_000, openOrders: 5 },
  scopes: defaultScopes,
  expiresAt: undefined,
}

const boundTo = (method: string, path: string): readonly [BoundOperation, Reading] => {
  const match = router.find(path)
  const found = match?.route.operations.get(method)
  assert.ok(match && found, `${method} ${path}`)
  return [found, found.readParams(match.params)]
}

/** The result of a request: the answer, or the refusal. */
const ask = async (method: string, path: string, asked: Partial<RawRequest> = {}) => {
  const [found, params] = boundTo(method, path)
  const none = { query: '', sender, body: undefined, caller, used: undefined }
  const input = found.read({ ...none, params, ...asked })
  if ('code' in input) return input
  const outcome: Outcome | Refusal = await found.perform(input)
  return 'code' in outcome ? outcome : found.render(input, outcome)
}

test('operations of every method and status answer by what they say of themselves', async () => {
  const path = '/v1/shelves/1/books/2'
  const body = Buffer.from('{"title":"Persuasion"}')
  const json = '{"id":2,"title":"Persuasion"}'
  assert.deepEqual(await ask('GET', path), {
    status: 200,
    headers: '',
    tag: undefined,
    body: '{"id":2,"title":"Emma"}',
  })
  const bare = { headers: '', tag: undefined }
  assert.deepEqual(await ask('PATCH', path, { body }), { status: 200, ...bare, body: json })
  const later = await ask('PATCH', path, { body: Buffer.from('{"title":"later"}') })
  assert.deepEqual(later, { status: 202, ...bare, body: undefined })
  assert.deepEqual(await ask('PUT', path, { body }), {
    status: 201,
    headers: 'Location: http://host/v1/shelves/1/books/2\r\n',
    tag: undefined,
    body: json,
  })
  const gone = { ...bare, body: undefined }
  assert.deepEqual(await ask('DELETE', path), { status: 204, ...gone })
  assert.deepEqual(await ask('DELETE', '/v1/shelves/1/books/3'), { status: 304, ...gone })
})

test('each parameter of a path is read, and the message names the one that is wrong', async () => {
  const refused = await ask('GET', '/v1/shelves/one/books/2')
  assert.ok('code' in refused)
  assert.equal(refused.code, 'invalid_parameter')
  assert.match(refused.message, /^shelfId must be an integer/)
})

test('a page links to the next by every filter, and a cursor is good for that list alone', async () => {
  const path = '/v1/shelves/1/books'
  const page = await ask('GET', path, { query: 'kind=a%26b&limit=2' })
  assert.ok('headers' in page && typeof page.headers === 'string')
  const next = /<http:\/\/host\/v1\/shelves\/1\/books\?([^>]*)>; rel="next"/.exec(page.headers)?.[1]
  assert.match(String(next), /^limit=2&kind=a%26b&cursor=/)
  assert.ok('status' in (await ask('GET', path, { query: next ?? '' })))
  const ofOtherShelf = await ask('GET', '/v1/shelves/2/books', { query: next ?? '' })
  assert.ok('code' in ofOtherShelf)
  const foreign = await ask('GET', path, { query: (next ?? '').replace('kind=', 'by=') })
  assert.ok('code' in foreign)
  assert.match(foreign.message, /does not belong to a list with the same filters \(kind, by\);/)
})

test('the Allow header of a path lists every method, in one order', () => {
  const match = router.find('/v1/shelves/1/books/2')
  assert.equal(match?.route.allow(), 'GET, HEAD, PUT, PATCH, DELETE, OPTIONS')
})

test('the OpenAPI document describes each operation completely', () => {
  const books: Resource = {
    name: 'books',
    description: 'Books.',
    operations,
    tables: [],
    rules: [],
  }
  const document = openapiDocument(
    { ...petstore, resources: [books] },
    { production: 'http://a/v1', staging: 'http://b/v1' },
  )
  // A JSON value, as far as the test looks into it.
  const paths = document['paths'] as Record<string, Record<string, Record<string, object>>>
  const item = paths['/shelves/{shelfId}/books/{bookId}'] ?? {}
  assert.deepEqual(Object.keys(item), ['get', 'patch', 'put', 'delete'])
  assert.deepEqual(item['patch']?.['tags'], ['books'])
  assert.equal(item['patch']?.['x-extension'], true)
  assert.deepEqual(Object.keys(Object(item['patch']?.['requestBody']).content), [
    'application/merge-patch+json',
    'application/json',
  ])
  const gone = Object(item['delete']?.['responses'])[204]
  assert.equal(gone.content, undefined)
  const schemas = Object(document['components']).schemas
  const names = Object.keys(schemas).toSorted().join()
  assert.equal(names, 'Book,BookPatch,Error,KnownErrorCode,Problem')
})

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
    [{ isCacheable: true }, /no query tells apart/],
    [{ unreadableParams: 'route_not_found', path: '/a', params: Type.Object({}) }, /unreadable/],
  ]
  for (const [change, problem] of wrong) {
    assert.throws(() => checkOperation({ ...getBook, ...change, id: 'getBook' }), problem)
  }
})

test('an answer that an operation does not describe is a fault of the service', async () => {
  const odd = { ...getBook, id: 'getBook', handle: () => ({ status: 202 }) as const }
  const [only] = bindOperations([odd], ports, kit)
  assert.ok(only)
  const input = only.read({
    params: only.readParams(['1', '2']),
    query: '',
    sender,
    body: undefined,
    caller,
    used: undefined,
  })
  assert.ok(!('code' in input))
  assert.throws(() => only.render(input, { status: 202 }), /getBook answers with 202/)
})
