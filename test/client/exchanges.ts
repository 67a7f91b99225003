import { big, type Method, methods, newPet, sentPet } from './methods.ts'
import {
  type ExchangeCase,
  inventory,
  refuse,
  type SentRequest,
  type ServerStep,
} from './exchange-case.ts'

const pet = '{"id":1,"name":"Rex","categoryId":3,"status":"available"}'

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
    steps: [isVoid ? { status: 204 } : { status: 200, body: result }],
    requests: [{ line, headers: { authorization: 'Bearer pets_test_any' }, ...(body && { body }) }],
    result: isVoid ? 'null' : result,
  }
}

/** The same request so many times. */
const times = (count: number, request: SentRequest): readonly SentRequest[] =>
  Array.from({ length: count }, () => request)

const banned = (seconds: number): ServerStep =>
  refuse(429, 'api_key_banned', {
    'Retry-After': String(seconds),
    'X-RateLimit-Limit': '60',
    'X-RateLimit-Remaining': '0',
    'X-RateLimit-Reset': '1795176300',
  })

/** An answer 30 s before the end of the minute, without the header that tells of both windows. */
const olderInventory = (remaining: number): ServerStep => ({
  status: 200,
  body: '{"sold":0}',
  headers: {
    Date: 'Fri, 20 Nov 2026 12:00:30 GMT',
    'X-RateLimit-Limit': '60',
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': String(Date.parse('2026-11-20T12:01:00Z') / 1_000),
  },
})

/** What every client does. */
export const exchanges: readonly ExchangeCase[] = [
  ...methods.map(ofMethod),
  {
    name: 'a creation has a key, a type, and every digit of an int64',
    call: 'pets.create',
    args: [{ name: 'Ä "x"', categoryId: { int64: big } }],
    options: { idempotencyKey: 'mine' },
    steps: [{ status: 201, body: `{"id":${big},"name":"Ä","categoryId":${big},"status":"sold"}` }],
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
    steps: [{ status: 201, body: '{"id":1}' }],
    requests: [
      {
        line: 'POST /pets/1/photos',
        headers: { 'content-type': 'image/webp' },
        body: 'RIFF....WEBPVP8 ',
      },
    ],
    result: '{"id":1}',
  },
  {
    name: 'dropped and cut answers are tried again',
    call: 'pets.create',
    args: [newPet],
    options: { idempotencyKey: 'k' },
    steps: ['drop', 'cut', 'drop', { status: 201, body: pet }],
    requests: times(4, {
      line: 'POST /pets',
      headers: { 'idempotency-key': 'k' },
      body: sentPet,
    }),
    waits: [0.125, 0.25, 0.5],
    result: pet,
  },
  {
    name: 'a call ends after its retries',
    call: 'pets.find',
    args: [1],
    client: { retries: 2 },
    steps: ['drop'],
    requests: times(3, { line: 'GET /pets?id=1' }),
    waits: [0.125, 0.25],
    error: { class: 'ConnectionError' },
  },
  {
    name: 'a 429 and a 503 wait for Retry-After, as seconds or as a date, and a random while more',
    call: 'orders.inventory',
    steps: [
      refuse(429, 'rate_limit_exceeded', { 'Retry-After': '30' }),
      refuse(503, 'service_unavailable', { 'Retry-After': '5' }),
      refuse(503, 'service_unavailable', {
        Date: 'Fri, 20 Nov 2026 12:00:00 GMT',
        'Retry-After': 'Fri, 20 Nov 2026 12:00:07 GMT',
      }),
      { status: 502, body: '<html>' },
      { status: 200, body: '{"available":1,"pending":0,"sold":0}' },
    ],
    requests: times(5, { line: 'GET /store/inventory' }),
    waits: [30.125, 5.25, 7.5, 1],
    result: '{"available":1,"pending":0,"sold":0}',
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
    requests: [{ line: 'GET /pets?id=1' }],
    error: { class: 'BanError', retryAfter: 10, endsAt: '2026-11-20T12:05:00.000Z' },
  },
  {
    name: 'a paced client waits for the next minute before its quota is exceeded',
    call: 'orders.inventory',
    times: 3,
    client: { paceToQuota: true },
    steps: [inventory(1, 30), inventory(0, 20), inventory(59, 60)],
    requests: times(3, { line: 'GET /store/inventory' }),
    waits: [20],
    result: '{"sold":0}',
  },
  {
    name: 'a paced client does not wait for the next day',
    call: 'orders.inventory',
    times: 2,
    client: { paceToQuota: true },
    steps: [inventory(0, 40_000)],
    requests: [{ line: 'GET /store/inventory' }],
    error: { class: 'RateLimitError', code: 'rate_limit_exceeded', retryAfter: 40_000 },
  },
  {
    name: 'a paced client works by the older headers alone, and counts a lost answer as spent',
    call: 'orders.inventory',
    times: 3,
    client: { paceToQuota: true },
    steps: [olderInventory(2), 'cut', olderInventory(0), olderInventory(59)],
    requests: times(4, { line: 'GET /store/inventory' }),
    waits: [0.125, 29.875],
    result: '{"sold":0}',
  },
  {
    name: 'a read is tried again after a 408 and a 500, and after a second or more without Retry-After',
    call: 'orders.inventory',
    steps: [
      refuse(408, 'request_timeout'),
      refuse(500, 'internal_error'),
      refuse(429, 'rate_limit_exceeded'),
      { status: 200, body: '{"sold":0}' },
    ],
    requests: times(4, { line: 'GET /store/inventory' }),
    waits: [0.125, 0.25, 1.5],
    result: '{"sold":0}',
  },
  {
    name: 'after a 429 without Retry-After the next call waits for a second too',
    call: 'orders.inventory',
    client: { retries: 0 },
    times: 2,
    steps: [refuse(429, 'slow_down'), inventory(50, 30)],
    requests: [{ line: 'GET /store/inventory' }, { line: 'GET /store/inventory' }],
    waits: [1],
    result: '{"sold":0}',
  },
  {
    name: 'a call without the time to wait until a 429 is over is not sent',
    call: 'orders.inventory',
    client: { retries: 0 },
    options: { timeout: 20_000 },
    times: 2,
    steps: [refuse(429, 'rate_limit_exceeded', { 'Retry-After': '30' })],
    requests: [{ line: 'GET /store/inventory' }],
    error: {
      class: 'RateLimitError',
      retryAfter: 30,
      message: 'GET /store/inventory waits 30 s after a 429.',
    },
  },
  {
    name: 'a call during a ban is not sent, and fails as banned',
    call: 'orders.inventory',
    times: 2,
    steps: [banned(300)],
    requests: [{ line: 'GET /store/inventory' }],
    error: {
      class: 'BanError',
      code: 'api_key_banned',
      retryAfter: 300,
      endsAt: '2026-11-20T12:05:00.000Z',
    },
  },
  ...(
    [
      [200, '<html>', 'ApiError'],
      [200, 'null', 'ApiError'],
      [200, '[{"id":1', 'ApiError'],
      [403, '<html>', 'PermissionError'],
      [404, '{"error":"?"}', 'NotFoundError'],
    ] as const
  ).map(([status, answer, name]): ExchangeCase => ({
    name: `${status} ${answer} is not of the service, and an error of its status`,
    call: 'pets.list',
    steps: [{ status, body: answer, headers: { 'X-Request-Id': 'r-1' } }],
    requests: [{ line: 'GET /pets' }],
    error: { class: name, code: 'unexpected_response', status, requestId: 'r-1' },
  })),
  {
    name: 'a redirect is not followed',
    call: 'pets.find',
    args: [1],
    client: { retries: 0 },
    steps: [{ status: 302, body: '', headers: { Location: '/elsewhere' } }],
    requests: [{ line: 'GET /pets?id=1' }],
    error: { class: 'PetStoreError' },
  },
  {
    name: 'a call has its own retries and headers, which never replace the key, in place of the client’s',
    call: 'pets.find',
    args: [1],
    options: { retries: 1, headers: { traceparent: '00-1', authorization: 'Bearer other' } },
    steps: ['drop'],
    requests: times(2, {
      line: 'GET /pets?id=1',
      headers: { traceparent: '00-1', authorization: 'Bearer pets_test_any' },
    }),
    waits: [0.125],
    error: { class: 'ConnectionError' },
  },
  {
    name: 'a header of a call counts in any case of letters, except for the key and the type',
    call: 'pets.update',
    args: [1, { name: 'Max' }],
    options: {
      headers: { authorization: 'Bearer other', 'USER-AGENT': 'shop/1', 'content-type': 'x/y' },
    },
    steps: [{ status: 200, body: pet }],
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
  {
    name: 'a list has its own timeout, and gives up before a wait that would exceed it',
    call: 'pets.list',
    options: { timeout: 20_000, headers: { tracestate: 'a=1' } },
    steps: [refuse(429, 'rate_limit_exceeded', { 'Retry-After': '30' })],
    requests: [{ line: 'GET /pets', headers: { tracestate: 'a=1' } }],
    error: { class: 'RateLimitError', retryAfter: 30 },
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
    steps: ['drop'],
    requests: [],
    error: { class: 'Error' },
  })),
  {
    name: 'a create whose answer was lost waits while its own key is in use',
    call: 'pets.create',
    args: [newPet],
    steps: ['drop', refuse(409, 'idempotency_key_in_use'), { status: 201, body: pet }],
    requests: times(3, { line: 'POST /pets', body: sentPet }),
    waits: [0.125, 0.25],
    result: pet,
  },
  {
    name: 'a delete counts as done if its retry finds nothing',
    call: 'pets.delete',
    args: [{ int64: big }],
    steps: ['drop', refuse(404, 'pet_not_found')],
    requests: [{ line: `DELETE /pets/${big}` }, { line: `DELETE /pets/${big}` }],
    waits: [0.125],
    result: 'null',
  },
  ...(
    [
      ['nothing was lost', [refuse(404, 'pet_not_found')]],
      ['the path is wrong', ['drop', refuse(404, 'route_not_found')]],
    ] as const
  ).map(([what, steps]): ExchangeCase => ({
    name: `a delete that finds nothing fails if ${what}`,
    call: 'pets.delete',
    args: [7],
    steps,
    requests: times(steps.length, { line: 'DELETE /pets/7' }),
    waits: steps.length > 1 ? [0.125] : [],
    error: { class: 'NotFoundError' },
  })),
  {
    name: 'if an answer was lost, the 412 of the retry says that the change may be done',
    call: 'pets.update',
    args: [7, { name: 'Max' }],
    options: { ifMatch: '"1-1"' },
    steps: ['drop', refuse(412, 'precondition_failed')],
    requests: times(2, {
      line: 'PATCH /pets/7',
      headers: { 'if-match': '"1-1"' },
      body: '{"name":"Max"}',
    }),
    waits: [0.125],
    error: { class: 'PreconditionError', cause: 'ConnectionError' },
  },
  {
    name: 'a change has its condition and is a merge patch',
    call: 'orders.update',
    args: [5, { status: 'approved' }],
    options: { ifMatch: '"5.1"' },
    steps: [{ status: 200, body: '{"id":5}' }],
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
    steps: [{ status: 304 }],
    requests: [{ line: 'GET /categories/3', headers: { 'if-none-match': '"3.1"' } }],
    error: { class: 'NotModifiedError', code: 'not_modified' },
  },
  {
    name: 'a list is walked by its links, page after page, and filters are joined by commas',
    call: 'orders.list',
    options: { status: ['placed', 'approved'], petId: { int64: big }, limit: 2 },
    steps: [
      {
        status: 200,
        body: '[{"id":1},{"id":2}]',
        headers: { Link: '</v1/store/orders?limit=2&cursor=a%2Bb>; rel="next"' },
      },
      { status: 200, body: '[{"id":3}]' },
    ],
    requests: [
      { line: `GET /store/orders?status=placed,approved&petId=${big}&limit=2` },
      { line: 'GET /store/orders', headers: { authorization: 'Bearer pets_test_any' } },
    ],
    result: '[{"id":1},{"id":2},{"id":3}]',
  },
  {
    name: 'fields, values and links that are new to the client are taken, and no other host sees the key',
    call: 'pets.list',
    options: { limit: 2 },
    steps: [
      {
        status: 200,
        body: '[{"id":1,"name":"Rex","categoryId":3,"status":"lent","age":{"years":4}}]',
        headers: {
          Link: '<https://elsewhere.example/v1/pets?limit=2&cursor=a%2Cb>; title="next"; rel="up next"',
        },
      },
      { status: 200, body: '[]' },
    ],
    requests: [{ line: 'GET /pets' }, { line: 'GET /pets?limit=2&cursor=a%2Cb' }],
    result: '[{"id":1,"name":"Rex","categoryId":3,"status":"lent","age":{"years":4}}]',
  },
  {
    name: 'the log of events ends at a page that is not full',
    call: 'events',
    options: { after: 5, types: ['pet.created'], limit: 2 },
    steps: [
      {
        status: 200,
        body: '[{"id":6}]',
        headers: { Link: '</v1/events?limit=2&cursor=x>; rel="next"' },
      },
    ],
    requests: [{ line: 'GET /events' }],
    result: '[{"id":6}]',
  },
  {
    name: 'events of a time and a name go on behind pages that ended early',
    call: 'events',
    options: { since: 't', by: 'Front desk', limit: 2 },
    steps: ['x', 'y', 'y'].map((cursor, at) => ({
      status: 200,
      body: at === 1 ? '[{"id":2006}]' : '[]',
      headers: { Link: `</v1/events?limit=2&by=Front%20desk&cursor=${cursor}>; rel="next"` },
    })),
    requests: ['?since=t&by=Front%20desk&limit=2', '', ''].map((query) => ({
      line: `GET /events${query}`,
    })),
    result: '[{"id":2006}]',
  },
]
