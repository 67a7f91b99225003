import { makeKey } from '../src/keys/key-format.ts'
import { Cursors } from '../src/api/cursor.ts'
import type { PetStatus } from '../src/pets/pet.ts'
import { seededRandom } from '../test/torture/random.ts'
import type { Filled } from './data.ts'
import { makeAvailable, placing } from './ordering.ts'
import type { Load, Request } from './shared/load-of-requests.ts'

/** The expected answer of a case. If an answer differs, the case would measure something else. */
export type Expected = {
  readonly status: number
  /** The code of an error. */
  readonly code?: string
  /** A header that the answer must have. */
  readonly header?: string
}

/** A load and its expected answers. */
export type Workload = {
  readonly name: string
  readonly load: Load
  /** Prepares the database before each load, while the service has no requests. */
  readonly prepare?: () => void
  /** By method. */
  readonly expected: Readonly<Partial<Record<Request['method'], Expected>>>
}

/** A case to measure, with its highest acceptable cost as a multiple of the bare server's cost. */
export type Case = Workload & {
  /** The target for processor time a request, as a multiple; undefined if there is none. */
  readonly bound: number | undefined
  /** The target for requests a second, as a share of the bare server's. */
  readonly leastRate?: number
  /** Whether `--quick` measures it. */
  readonly quick: boolean
}

type Store = Filled & { readonly animals: number }

/** More pages than the service keeps, so that a page asked for in turn is never a kept one. */
const coldRequests = 20_000

/**
 * How often each key asks for its usage, one request after the other. Else each request would be the first of its key,
 * and the search for the key and its line in the history would cost more than the usage.
 */
const looks = 20

/** Enough addresses that none exceeds its limit for a minute. */
const addresses = 50_000

const pageSize = 20
const json = { 'Content-Type': 'application/json' } as const
const body = JSON.stringify({ name: 'Rex', categoryId: 3, status: 'available' })
/** A header field that few clients send. */
const rare = { TE: 'trailers' } as const
const firstPage: Request = { method: 'GET', path: '/v1/pets' }
const create: Request = { method: 'POST', path: '/v1/pets', body, headers: json }

export const casesFor = ({ keys, secret, file, animals }: Store): readonly Case[] => {
  const cursors = new Cursors(secret)
  const random = seededRandom(animals)
  const randomId = (most = animals): bigint => BigInt(1 + Math.floor(random() * most))
  /**
   * A small store has too few positions for so many cursors. So each cursor there has another position
   * before the first animal: the page is the same, but its URL differs.
   */
  const position = (n: number): bigint =>
    animals > coldRequests ? randomId(animals - pageSize) : BigInt(-1 - n)
  const page = (status?: PetStatus) => (n: number) => {
    const cursor = cursors.make(position(n), status ?? '')
    return `/v1/pets?limit=${pageSize}${status === undefined ? '' : `&status=${status}`}&cursor=${cursor}`
  }
  const ok = { GET: { status: 200 } } as const
  const changed = Math.min(animals, 10_000)
  const load = (requests: readonly Request[], connections = 32, key = keys.wide): Load => ({
    connections,
    requests,
    headers: bearer(key),
  })
  const cold = (pathOf: (n: number) => string, headers = {}): Load =>
    load(
      Array.from({ length: coldRequests }, (_, n) => ({ method: 'GET', path: pathOf(n), headers })),
    )
  const creating = (connections: number): Case => ({
    name: `create, ${connections} connection${connections === 1 ? '' : 's'}`,
    load: load([create], connections),
    expected: { POST: { status: 201, header: 'Location' } },
    bound: undefined,
    quick: false,
  })
  // Each pass over the animals gives them another category, so every request changes a row.
  const changes = [1, 2].flatMap((categoryId) =>
    Array.from({ length: changed }, (_, n): Request => ({
      method: 'PATCH',
      path: `/v1/pets/${1 + n * Math.floor(animals / changed)}`,
      headers: json,
      body: JSON.stringify({ categoryId }),
    })),
  )

  // Cases that change the store come last.
  return [
    { name: 'first page, hot', load: load([firstPage]), expected: ok, bound: 1, quick: true },
    {
      name: 'first page, not modified',
      load: load([{ ...firstPage, headers: { 'If-None-Match': '*' } }]),
      expected: { GET: { status: 304, header: 'ETag' } },
      bound: 1,
      quick: true,
    },
    {
      name: 'first page, hot, a rare field',
      load: load([{ ...firstPage, headers: rare }]),
      expected: ok,
      bound: 1.5,
      quick: false,
    },
    { name: 'cold page', load: cold(page()), expected: ok, bound: 2, quick: true },
    ...(['available', 'pending', 'sold'] as const).map((status) => ({
      name: `cold page, ${status}${status === 'sold' ? ' (one in a million)' : ''}`,
      load: cold(page(status)),
      expected: ok,
      bound: 2.5,
      quick: status === 'sold',
    })),
    {
      name: 'cold page, by name',
      load: cold(
        (n) => `/v1/pets?limit=${pageSize}&name=${spelled('animal', n)}%20${1 + (n % 1_000)}`,
      ),
      expected: ok,
      bound: 2.5,
      quick: false,
    },
    {
      name: 'events, cold',
      load: cold(
        (n) => `/v1/events?limit=${pageSize}&after=${1 + (n % Math.min(animals, 90_000))}`,
      ),
      expected: ok,
      bound: 2.2,
      quick: true,
    },
    {
      name: 'single read, cold',
      load: cold(() => `/v1/pets/${randomId()}`),
      expected: ok,
      bound: 1.4,
      quick: true,
    },
    {
      name: 'single read, a rare field',
      load: cold(() => `/v1/pets/${randomId()}`, rare),
      expected: ok,
      bound: 2,
      quick: false,
    },
    {
      name: 'wrong key',
      load: wrongKeys(),
      expected: { GET: { status: 401, code: 'invalid_api_key' } },
      bound: 1.2,
      quick: true,
    },
    {
      name: 'over quota',
      load: load([firstPage], 32, keys.spent),
      expected: { GET: { status: 429, code: 'rate_limit_exceeded' } },
      bound: 1.2,
      quick: true,
    },
    {
      name: 'banned',
      load: load([firstPage], 32, keys.banned),
      expected: { GET: { status: 429, code: 'api_key_banned' } },
      bound: 1.2,
      quick: true,
    },
    {
      name: 'usage',
      load: {
        connections: 32,
        requests: keys.lookers.flatMap((key) =>
          Array.from({ length: looks }, (): Request => ({
            method: 'GET',
            path: '/v1/usage',
            headers: bearer(key),
          })),
        ),
        headers: {},
      },
      expected: ok,
      bound: 1.3,
      quick: false,
    },
    {
      name: 'create, replayed',
      load: load([{ ...create, headers: { ...json, 'Idempotency-Key': 'bench-0001' } }], 16),
      expected: { POST: { status: 201, header: 'Idempotent-Replayed' } },
      bound: 2,
      quick: false,
    },
    {
      name: '10 % creates among first pages',
      load: load([...Array.from({ length: 9 }, () => firstPage), create]),
      expected: { ...ok, POST: { status: 201, header: 'Location' } },
      bound: undefined,
      quick: true,
    },
    creating(1),
    creating(16),
    { ...creating(64), bound: 1.8, leastRate: 1 / 3, quick: true },
    {
      name: 'update, 64 connections',
      load: load(changes, 64),
      expected: { PATCH: { status: 200, header: 'ETag' } },
      bound: 2,
      quick: true,
    },
    {
      name: 'place order, 64 connections',
      load: { connections: 64, requests: placing(keys), headers: {} },
      prepare: () => makeAvailable(file),
      expected: { POST: { status: 201, header: 'Location' } },
      bound: 2,
      quick: false,
    },
  ]
}

/** A word in one of its spellings with small and capital letters. */
const spelled = (word: string, n: number): string =>
  word.replaceAll(/./g, (letter, at: number) =>
    (Math.floor(n / 1_000) >> at) % 2 === 0 ? letter : letter.toUpperCase(),
  )

const bearer = (key: string): Readonly<Record<string, string>> => ({
  Authorization: `Bearer ${key}`,
})

/** Each request from another address, so that the answer is 401 and not that of an empty bucket. */
const wrongKeys = (): Load => ({
  connections: 32,
  requests: Array.from({ length: addresses }, (_, n) => ({
    ...firstPage,
    headers: { 'X-Forwarded-For': `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}` },
  })),
  headers: bearer(makeKey('staging')),
})
