import { makeKey } from '../../src/keys/key-format.ts'
import { Cursors } from '../../src/api/cursor.ts'
import type { PetStatus } from '../../src/pets/pet.ts'
import { writeRequest } from '../shared/raw-client.ts'

/** A kind of request whose work is counted. */
export type Kind = {
  readonly name: string
  readonly status: number
  /** The requests, which are sent in turn. */
  readonly requests: readonly string[]
  readonly warming: number
  readonly counted: number
  /** How many are sent at the same time, each on its own connection. */
  readonly together: number
}

/** What the requests need in the store. */
export type Ground = {
  readonly secret: Uint8Array
  /** Keys: one with a limit that no case reaches, one whose day is used up, and one that is banned. */
  readonly keys: { readonly wide: string; readonly spent: string; readonly banned: string }
}

/**
 * How many animals the store has. All ids of requests have four digits, so that every answer of a
 * kind has the same length.
 */
export const animals = 5_000
const firstId = 1_000
/** It is `available`, like each third animal after it. */
const firstAvailable = 1_001

const warming = 600
const counted = 2_000
const total = warming + counted

/** How many requests without a key one address may make in a minute, while the clock stands still. */
const forAddress = 50

export const kindsFor = ({ secret, keys }: Ground): readonly Kind[] => {
  const cursors = new Cursors(secret)
  const reads = (pathOf: (n: number) => string, key = keys.wide): readonly string[] =>
    Array.from({ length: total }, (_, n) => get(pathOf(n), key))
  const page =
    (status?: PetStatus, limit = 20) =>
    (n: number) => {
      const cursor = cursors.make(BigInt(firstId + n), status ?? '')
      return `/v1/pets?limit=${limit}${status === undefined ? '' : `&status=${status}`}&cursor=${cursor}`
    }
  const one = { warming, counted, together: 1 }
  const few = { warming: 600, counted: 1_000, together: 1 }
  const many = { warming: 64 * 8, counted: 64 * 16, together: 64 }
  // Each order needs an animal that is available, and only a third of them are.
  const ordered = { ...many, warming: 64 * 4 }
  const first = '/v1/pets'
  return [
    { name: 'hot page', status: 200, requests: [get(first, keys.wide)], ...one },
    { name: 'cold page', status: 200, requests: reads(page()), ...one },
    {
      name: '64 cold pages at once',
      status: 200,
      requests: reads(page(undefined, 19)),
      ...many,
    },
    { name: 'cold filtered page', status: 200, requests: reads(page('sold')), ...one },
    {
      name: 'single read',
      status: 200,
      requests: reads((n) => `/v1/pets/${firstId + n}`),
      ...one,
    },
    {
      name: 'wrong key',
      status: 401,
      requests: Array.from({ length: total }, (_, n) => {
        const address = `10.1.1.${10 + Math.floor(n / forAddress)}`
        return get(first, wrongKey, { 'X-Forwarded-For': address })
      }),
      ...one,
    },
    { name: 'over quota', status: 429, requests: [get(first, keys.spent)], ...one },
    { name: 'banned', status: 429, requests: [get(first, keys.banned)], ...one },
    { name: 'create', status: 201, requests: [post(keys.wide)], ...few },
    {
      name: 'create with an idempotency key',
      status: 201,
      requests: Array.from({ length: few.warming + few.counted }, (_, n) =>
        post(keys.wide, { 'Idempotency-Key': `work-${1_000 + n}` }),
      ),
      ...few,
    },
    {
      name: 'replayed create',
      status: 201,
      requests: [post(keys.wide, { 'Idempotency-Key': 'work-0001' })],
      ...one,
    },
    {
      name: '64 creates at once',
      status: 201,
      requests: [post(keys.wide)],
      ...many,
    },
    {
      name: '64 updates at once',
      status: 200,
      requests: Array.from({ length: many.warming + many.counted }, (_, n) =>
        patch(firstId + n, keys.wide),
      ),
      ...many,
    },
    {
      name: '64 orders at once',
      status: 201,
      requests: Array.from({ length: ordered.warming + ordered.counted }, (_, n) =>
        order(firstAvailable + 3 * n, keys.wide),
      ),
      ...ordered,
    },
  ]
}

const wrongKey = makeKey('staging')

const get = (path: string, key: string, more = {}): string =>
  writeRequest('GET', path, { Authorization: `Bearer ${key}`, ...more })

const body = JSON.stringify({ name: 'Rex', categoryId: 3, status: 'available' })

const post = (key: string, more = {}): string =>
  writeRequest('POST', '/v1/pets', { ...jsonBy(key), ...more }, body)

/** Moves an animal to another category. */
const patch = (id: number, key: string): string =>
  writeRequest('PATCH', `/v1/pets/${id}`, jsonBy(key), JSON.stringify({ categoryId: 300 }))

const order = (petId: number, key: string): string =>
  writeRequest('POST', '/v1/store/orders', jsonBy(key), JSON.stringify({ petId }))

const jsonBy = (key: string) => ({
  Authorization: `Bearer ${key}`,
  'Content-Type': 'application/json',
})
