import { makeKey } from '../src/keys/key-format.ts'
import { Cursors } from '../src/pets/cursor.ts'
import type { Keys } from './data.ts'
import type { Load } from './load.ts'

/** One thing to measure, and the most that it may cost as a multiple of the bare server's cost. */
export type Case = {
  readonly name: string
  readonly load: Load
  /** Processor time a request, as a multiple; undefined where the project set itself none. */
  readonly bound: number | undefined
  /** Whether the figure is of interest at every size of the store. */
  readonly atEverySize: boolean
}

type Store = { readonly keys: Keys; readonly secret: Uint8Array; readonly animals: number }

/** More than the service keeps answers at hand, so that none asked for in turn is found there. */
const coldRequests = 12_000

const json = { 'Content-Type': 'application/json' } as const
const body = JSON.stringify({ name: 'Rex', categoryId: 3, status: 'available' })

export const casesFor = ({ keys, secret, animals }: Store): readonly Case[] => {
  const cursors = new Cursors(secret)
  const wide = bearer(keys.wide)
  const randomId = (): bigint => BigInt(1 + Math.floor(Math.random() * animals))
  const page = (status?: 'sold' | 'available' | 'pending'): string => {
    const cursor = cursors.make({ after: randomId(), status })
    return `/v1/pets?limit=20${status === undefined ? '' : `&status=${status}`}&cursor=${cursor}`
  }
  const reads = (paths: readonly string[], connections = 32): Load => ({
    connections,
    method: 'GET',
    requests: paths.map((path) => ({ path })),
    headers: wide,
  })
  const cold = (make: () => string): Load => reads(Array.from({ length: coldRequests }, make))
  const creates = (connections: number, headers = {}): Load => ({
    connections,
    method: 'POST',
    requests: [{ path: '/v1/pets', body }],
    headers: { ...wide, ...json, ...headers },
  })
  const refused = (key: string): Load => ({ ...reads(['/v1/pets']), headers: bearer(key) })

  return [
    { name: 'first page, hot', load: reads(['/v1/pets']), bound: 1.25, atEverySize: false },
    { name: 'cold page', load: cold(page), bound: 2.5, atEverySize: true },
    {
      name: 'cold page, available',
      load: cold(() => page('available')),
      bound: 2.5,
      atEverySize: true,
    },
    {
      name: 'cold page, sold (one in a million)',
      load: cold(() => page('sold')),
      bound: 2.5,
      atEverySize: true,
    },
    {
      name: 'single read, cold',
      load: cold(() => `/v1/pets/${randomId()}`),
      bound: 1.5,
      atEverySize: true,
    },
    { name: 'wrong key', load: wrongKeys(), bound: 1.25, atEverySize: false },
    { name: 'over quota', load: refused(keys.free), bound: 1.25, atEverySize: false },
    { name: 'banned', load: refused(keys.banned), bound: 1.25, atEverySize: false },
    { name: 'create, 1 connection', load: creates(1), bound: undefined, atEverySize: false },
    { name: 'create, 16 connections', load: creates(16), bound: undefined, atEverySize: false },
    { name: 'create, 64 connections', load: creates(64), bound: 3, atEverySize: false },
    {
      name: 'create, replayed',
      load: creates(16, { 'Idempotency-Key': 'bench-0001' }),
      bound: undefined,
      atEverySize: false,
    },
  ]
}

const bearer = (key: string): Readonly<Record<string, string>> => ({
  Authorization: `Bearer ${key}`,
})

/** Each from an address of its own, so that the answer is 401 and not that of a used-up bucket. */
const wrongKeys = (): Load => ({
  connections: 32,
  method: 'GET',
  requests: Array.from({ length: coldRequests }, (_, n) => ({
    path: '/v1/pets',
    headers: { 'X-Forwarded-For': `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}` },
  })),
  headers: bearer(makeKey('staging')),
})
