import { big, newPet, pet, sentPet } from './methods.ts'
import { answer, drop, refuse, type Step } from '../helpers/client.ts'
import { banned, cut, type ExchangeCase, limited, ok, type SentRequest } from './exchange-case.ts'

/** The same request so many times. */
const times = (count: number, request: SentRequest): readonly SentRequest[] =>
  Array.from({ length: count }, () => request)

/** An answer with headers of the quota. */
const counted = (headers: Readonly<Record<string, string>>): Step =>
  ok('{"sold":0}', { 'X-RateLimit-Limit': '60', ...headers })

/** An answer with what is left of a window, and the seconds to its end. */
const inventory = (remaining: number, resetAfter: number): Step =>
  counted({
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': '1795176300',
    RateLimit: `"minute";r=${remaining};t=${resetAfter}`,
  })

/** An answer 30 s before the end of the minute, without the header that tells of both windows. */
const olderInventory = (remaining: number): Step =>
  counted({
    Date: 'Fri, 20 Nov 2026 12:00:30 GMT',
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': String(Date.parse('2026-11-20T12:01:00Z') / 1_000),
  })

/** A read of which each request has a step; its result is that of `inventory`, unless it has an error. */
type Read = Pick<
  ExchangeCase,
  'name' | 'steps' | 'times' | 'client' | 'options' | 'waits' | 'error'
>

const reads: readonly Read[] = [
  {
    name: 'a 429 and a 503 wait for Retry-After, as seconds or as a date, and a random while more',
    steps: [
      limited(30),
      refuse(503, 'service_unavailable', { 'Retry-After': '5' }),
      refuse(503, 'service_unavailable', {
        Date: 'Fri, 20 Nov 2026 12:00:00 GMT',
        'Retry-After': 'Fri, 20 Nov 2026 12:00:07 GMT',
      }),
      answer(502, '<html>'),
      inventory(9, 9),
    ],
    waits: [30.125, 5.25, 7.5, 1],
  },
  {
    name: 'a read is tried again after a 408 and a 500, and after a second or more without Retry-After',
    steps: [
      refuse(408, 'request_timeout'),
      refuse(500, 'internal_error'),
      refuse(429, 'rate_limit_exceeded'),
      inventory(9, 9),
    ],
    waits: [0.125, 0.25, 1.5],
  },
  {
    name: 'a paced client waits for the next minute before its quota is exceeded',
    times: 3,
    client: { paceToQuota: true },
    steps: [inventory(1, 30), inventory(0, 20), inventory(59, 60)],
    waits: [20],
  },
  {
    name: 'a paced client does not wait for the next day',
    times: 2,
    client: { paceToQuota: true },
    steps: [inventory(0, 40_000)],
    error: { class: 'RateLimitError', code: 'rate_limit_exceeded', retryAfter: 40_000 },
  },
  {
    name: 'a paced client works by the older headers alone, and counts a lost answer as spent',
    times: 3,
    client: { paceToQuota: true },
    steps: [olderInventory(2), cut, olderInventory(0), olderInventory(59)],
    waits: [0.125, 29.875],
  },
  {
    name: 'after a 429 without Retry-After the next call waits for a second too',
    client: { retries: 0 },
    times: 2,
    steps: [refuse(429, 'slow_down'), inventory(50, 30)],
    waits: [1],
  },
  {
    name: 'a call without the time to wait until a 429 is over is not sent',
    client: { retries: 0 },
    options: { timeout: 20_000 },
    times: 2,
    steps: [limited(30)],
    error: {
      class: 'RateLimitError',
      retryAfter: 30,
      message: 'GET /store/inventory waits 30 s after a 429.',
    },
  },
  {
    name: 'a call during a ban is not sent, and fails as banned',
    times: 2,
    steps: [banned(300)],
    error: {
      class: 'BanError',
      code: 'api_key_banned',
      retryAfter: 300,
      endsAt: '2026-11-20T12:05:00.000Z',
    },
  },
]

/** What every client does again, and after which waits. */
export const repeatedExchanges: readonly ExchangeCase[] = [
  ...reads.map((read): ExchangeCase => ({
    call: 'orders.inventory',
    requests: times(read.steps.length, 'GET /store/inventory'),
    ...(read.error === undefined && { result: '{"sold":0}' }),
    ...read,
  })),
  {
    name: 'dropped and cut answers are tried again',
    call: 'pets.create',
    args: [newPet],
    options: { idempotencyKey: 'k' },
    steps: [drop, cut, drop, answer(201, pet)],
    requests: times(4, { line: 'POST /pets', headers: { 'idempotency-key': 'k' }, body: sentPet }),
    waits: [0.125, 0.25, 0.5],
    result: pet,
  },
  {
    name: 'a call ends after its retries',
    call: 'pets.find',
    args: [1],
    client: { retries: 2 },
    steps: [drop],
    requests: times(3, 'GET /pets?id=1'),
    waits: [0.125, 0.25],
    error: { class: 'ConnectionError' },
  },
  {
    name: 'a call has its own retries and headers, which never replace the key, in place of the client’s',
    call: 'pets.find',
    args: [1],
    options: { retries: 1, headers: { traceparent: '00-1', authorization: 'Bearer other' } },
    steps: [drop],
    requests: times(2, {
      line: 'GET /pets?id=1',
      headers: { traceparent: '00-1', authorization: 'Bearer pets_test_any' },
    }),
    waits: [0.125],
    error: { class: 'ConnectionError' },
  },
  {
    name: 'a list has its own timeout, and gives up before a wait that would exceed it',
    call: 'pets.list',
    options: { timeout: 20_000, headers: { tracestate: 'a=1' } },
    steps: [limited(30)],
    requests: [{ line: 'GET /pets', headers: { tracestate: 'a=1' } }],
    error: { class: 'RateLimitError', retryAfter: 30 },
  },
  {
    name: 'a create whose answer was lost waits while its own key is in use',
    call: 'pets.create',
    args: [newPet],
    steps: [drop, refuse(409, 'idempotency_key_in_use'), answer(201, pet)],
    requests: times(3, { line: 'POST /pets', body: sentPet }),
    waits: [0.125, 0.25],
    result: pet,
  },
  {
    name: 'a delete counts as done if its retry finds nothing',
    call: 'pets.delete',
    args: [{ int64: big }],
    steps: [drop, refuse(404, 'pet_not_found')],
    requests: times(2, `DELETE /pets/${big}`),
    waits: [0.125],
    result: 'null',
  },
  ...(
    [
      ['nothing was lost', [refuse(404, 'pet_not_found')]],
      ['the path is wrong', [drop, refuse(404, 'route_not_found')]],
    ] as const
  ).map(([what, steps]): ExchangeCase => ({
    name: `a delete that finds nothing fails if ${what}`,
    call: 'pets.delete',
    args: [7],
    steps,
    requests: times(steps.length, 'DELETE /pets/7'),
    waits: steps.length > 1 ? [0.125] : [],
    error: { class: 'NotFoundError' },
  })),
  {
    name: 'if an answer was lost, the 412 of the retry says that the change may be done',
    call: 'pets.update',
    args: [7, { name: 'Max' }],
    options: { ifMatch: '"1-1"' },
    steps: [drop, refuse(412, 'precondition_failed')],
    requests: times(2, {
      line: 'PATCH /pets/7',
      headers: { 'if-match': '"1-1"' },
      body: '{"name":"Max"}',
    }),
    waits: [0.125],
    error: { class: 'PreconditionError', cause: 'ConnectionError' },
  },
]
