import { answer, drop, refuse } from '../helpers/client.ts'
import { banned, type ExchangeCase, ok } from './exchange-case.ts'
import { big, type Method, methods, newPet, pet, sentPet } from './methods.ts'
import { repeatedExchanges } from './repeated-exchanges.ts'

const errors: ReadonlyArray<readonly [number, string, string]> = [
  [400, 'invalid_body', 'InvalidRequestError'],
  [401, 'unauthorized', 'AuthenticationError'],
  [404, 'pet_not_found', 'NotFoundError'],
  [409, 'pet_not_available', 'ConflictError'],
  [409, 'idempotency_key_in_use', 'IdempotencyError'],
  [410, 'operation_removed', 'NotFoundError'],
  [410, 'cursor_expired', 'CursorExpiredError'],
  [412, 'precondition_failed', 'PreconditionError'],
  [418, 'a_code_of_the_future', 'InvalidRequestError'],
  [422, 'idempotency_key_reused', 'IdempotencyError'],
  [500, 'internal_error', 'ServiceError'],
]

/** The body that an argument is, unless it is an id. */
const sentOf = (argument: unknown): string | undefined =>
  typeof argument === 'object' && argument !== null && !('int64' in argument)
    ? JSON.stringify(argument)
    : undefined

const ofMethod = ([
  line,
  call,
  args = [],
  options = {},
  body = sentOf(args.at(-1)),
]: Method): ExchangeCase => {
  const isList = /list|deliveries|History$/.test(call)
  const isVoid = line.startsWith('DELETE')
  const result = isList || call.endsWith('All') ? `[{"id":${big}}]` : `{"id":${big}}`
  return {
    name: `${call}(${JSON.stringify([...args, options]).slice(1, -1)}) is ${line}`,
    call,
    args,
    options,
    steps: [isVoid ? answer(204, '') : ok(result)],
    requests: [{ line, headers: { authorization: 'Bearer pets_test_any' }, ...(body && { body }) }],
    result: isVoid ? 'null' : result,
  }
}

const lent = '[{"id":1,"name":"Rex","categoryId":3,"status":"lent","age":{"years":4}}]'

/** What every client does. */
export const exchanges: readonly ExchangeCase[] = [
  ...methods.map(ofMethod),
  ...repeatedExchanges,
  {
    name: 'a creation has a key, a type, and every digit of an int64',
    call: 'pets.create',
    args: [{ name: 'Ä "x"', categoryId: { int64: big } }],
    options: { idempotencyKey: 'mine' },
    steps: [answer(201, `{"id":${big},"name":"Ä","categoryId":${big},"status":"sold"}`)],
    requests: [
      {
        line: 'POST /pets',
        headers: {
          authorization: 'Bearer pets_test_any',
          'content-type': 'application/json',
          'idempotency-key': 'mine',
        },
        body: `{"name":"Ä \\"x\\"","categoryId":${big}}`,
      },
    ],
    result: `{"id":${big},"name":"Ä","categoryId":${big},"status":"sold"}`,
  },
  {
    name: 'bytes are sent as they are, as a picture of their kind',
    call: 'photos.add',
    args: [1, { bytes: 'RIFF....WEBPVP8 ' }],
    steps: [answer(201, '{"id":1}')],
    requests: [
      {
        line: 'POST /pets/1/photos',
        headers: { 'content-type': 'image/webp' },
        body: 'RIFF....WEBPVP8 ',
      },
    ],
    result: '{"id":1}',
  },
  ...errors.map(([status, code, name]): ExchangeCase => ({
    name: `${status} ${code} is thrown as ${name}, and no change is tried again`,
    call: 'pets.create',
    args: [newPet],
    steps: [refuse(status, code, { 'Retry-After': '7' })],
    requests: [{ line: 'POST /pets', body: sentPet }],
    error: { class: name, code, status, retryAfter: 7, message: `It is ${code}.` },
  })),
  {
    name: 'a missing scope is named',
    call: 'pets.delete',
    args: [7],
    steps: [
      refuse(403, 'insufficient_scope', {
        'WWW-Authenticate': 'Bearer error="insufficient_scope", scope="pets:write"',
      }),
    ],
    requests: [{ line: 'DELETE /pets/7', headers: { 'idempotency-key': null } }],
    error: { class: 'PermissionError', missingScope: 'pets:write' },
  },
  {
    name: 'a ban is thrown with its end',
    call: 'pets.find',
    args: [1],
    steps: [banned(10)],
    requests: ['GET /pets?id=1'],
    error: { class: 'BanError', retryAfter: 10, endsAt: '2026-11-20T12:05:00.000Z' },
  },
  ...(
    [
      [200, '<html>', 'ApiError'],
      [200, 'null', 'ApiError'],
      [200, '[{"id":1', 'ApiError'],
      [403, '<html>', 'PermissionError'],
      [404, '{"error":"?"}', 'NotFoundError'],
    ] as const
  ).map(([status, body, name]): ExchangeCase => ({
    name: `${status} ${body} is not of the service, and an error of its status`,
    call: 'pets.list',
    steps: [answer(status, body, { 'X-Request-Id': 'r-1' })],
    requests: ['GET /pets'],
    error: { class: name, code: 'unexpected_response', status, requestId: 'r-1' },
  })),
  {
    name: 'a redirect is not followed',
    call: 'pets.find',
    args: [1],
    client: { retries: 0 },
    steps: [answer(302, '', { Location: '/elsewhere' })],
    requests: ['GET /pets?id=1'],
    error: { class: 'PetStoreError' },
  },
  {
    name: 'a header of a call counts in any case of letters, except for the key and the type',
    call: 'pets.update',
    args: [1, { name: 'Max' }],
    options: {
      headers: { authorization: 'Bearer other', 'USER-AGENT': 'shop/1', 'content-type': 'x/y' },
    },
    steps: [ok(pet)],
    requests: [
      {
        line: 'PATCH /pets/1',
        headers: {
          authorization: 'Bearer pets_test_any',
          'user-agent': 'shop/1',
          'content-type': 'application/merge-patch+json',
        },
      },
    ],
    result: pet,
  },
  ...(
    [
      ['usage', [], { retry: 1 }],
      ['pets.list', [], { colour: 'red' }],
      ['pets.list', [], { retries: -1 }],
      ['events', [], { timeout: 0 }],
      ['usage', [], { headers: { 'x y': '1' } }],
      ['pets.list', [], { headers: { 'x-y': 'a\nb' } }],
      ['pets.create', [newPet], { idempotencyKey: 'ä' }],
      ...['1-1', '', '"1-1', '"1-1"\n', '"1", "2"'].flatMap(
        (tag) =>
          [
            ['pets.delete', [7], { ifMatch: tag }],
            ['pets.list', [], { ifNoneMatch: tag }],
          ] as const,
      ),
    ] as const
  ).map(([call, args, options]): ExchangeCase => ({
    name: `${call} refuses ${JSON.stringify(options)} and sends nothing`,
    call,
    args,
    options,
    steps: [drop],
    requests: [],
    error: { class: 'Error' },
  })),
  {
    name: 'a change has its condition and is a merge patch',
    call: 'orders.update',
    args: [5, { status: 'approved' }],
    options: { ifMatch: '"5.1"' },
    steps: [ok('{"id":5}')],
    requests: [
      {
        line: 'PATCH /store/orders/5',
        headers: { 'if-match': '"5.1"', 'content-type': 'application/merge-patch+json' },
        body: '{"status":"approved"}',
      },
    ],
    result: '{"id":5}',
  },
  {
    name: 'nothing newer is thrown as such',
    call: 'categories.get',
    args: [3],
    options: { ifNoneMatch: '"3.1"' },
    steps: [answer(304, '')],
    requests: [{ line: 'GET /categories/3', headers: { 'if-none-match': '"3.1"' } }],
    error: { class: 'NotModifiedError', code: 'not_modified' },
  },
  {
    name: 'a list is walked by its links, page after page, and filters are joined by commas',
    call: 'orders.list',
    options: { status: ['placed', 'approved'], petId: { int64: big }, limit: 2 },
    steps: [
      ok('[{"id":1},{"id":2}]', {
        Link: '</v1/store/orders?limit=2&cursor=a%2Bb>; rel="next"',
      }),
      ok('[{"id":3}]'),
    ],
    requests: [
      `GET /store/orders?status=placed,approved&petId=${big}&limit=2`,
      { line: 'GET /store/orders', headers: { authorization: 'Bearer pets_test_any' } },
    ],
    result: '[{"id":1},{"id":2},{"id":3}]',
  },
  {
    name: 'fields, values and links that are new to the client are taken, and no other host sees the key',
    call: 'pets.list',
    options: { limit: 2 },
    steps: [
      ok(lent, {
        Link: '<https://elsewhere.example/v1/pets?limit=2&cursor=a%2Cb>; title="next"; rel="up next"',
      }),
      ok('[]'),
    ],
    requests: ['GET /pets', 'GET /pets?limit=2&cursor=a%2Cb'],
    result: lent,
  },
  {
    name: 'the log of events ends at a page that is not full',
    call: 'events',
    options: { after: 5, types: ['pet.created'], limit: 2 },
    steps: [ok('[{"id":6}]', { Link: '</v1/events?limit=2&cursor=x>; rel="next"' })],
    requests: ['GET /events'],
    result: '[{"id":6}]',
  },
  {
    name: 'events of a time and a name go on behind pages that ended early',
    call: 'events',
    options: { since: 't', by: 'Front desk', limit: 2 },
    steps: ['x', 'y', 'y'].map((cursor, at) =>
      ok(at === 1 ? '[{"id":2006}]' : '[]', {
        Link: `</v1/events?limit=2&by=Front%20desk&cursor=${cursor}>; rel="next"`,
      }),
    ),
    requests: ['GET /events?since=t&by=Front%20desk&limit=2', 'GET /events', 'GET /events'],
    result: '[{"id":2006}]',
  },
]
