import { DatabaseSync } from 'node:sqlite'
import { makeKey } from '../src/access/keys/key-format.ts'
import { cursorsOf } from '../src/kit/paging.ts'
import { seededRandom } from '../test/torture/random.ts'
import { type Filled, ordered, profiled } from './data.ts'
import type { Load, Request } from './load.ts'

/** The expected response of a case. If a response differs, the case would measure something else. */
export type Expected = {
  readonly status: number
  /** The error code. */
  readonly code?: string
  /** A header that the response must have. */
  readonly header?: string
}

/** A load and its expected responses. */
export type Workload = {
  readonly name: string
  readonly load: Load
  /** Prepares the database before each load, while no requests are in flight. */
  readonly prepare?: () => void
  /** By method. */
  readonly expected: Readonly<Partial<Record<Request['method'], Expected>>>
}

/** A case to measure, with its highest acceptable cost as a multiple of the bare server's cost. */
export type Case = Workload & {
  /** The target for processor time per request, as a multiple; undefined if there is none. */
  readonly bound: number | undefined
  /** Whether `--quick` measures it. */
  readonly isMain: boolean
}

type Store = Filled & { readonly animals: number }

/** More pages than the service caches, so that requesting them in turn never hits the cache. */
const coldRequests = 20_000

/** Enough addresses that none exceeds its limit per minute. */
const addresses = 50_000

const pageSize = 20
const json = { 'Content-Type': 'application/json' } as const
const bearer = (key: string) => ({ Authorization: `Bearer ${key}` })
const body = JSON.stringify({ name: 'Rex', categoryId: 3, status: 'available' })
const firstPage: Request = { method: 'GET', path: '/v1/pets' }
const create: Request = { method: 'POST', path: '/v1/pets', body, headers: json }

export const casesFor = ({ keys, secret, file, animals }: Store): readonly Case[] => {
  const cursors = cursorsOf(secret)
  const random = seededRandom(animals)
  const randomId = (most = animals): bigint => BigInt(1 + Math.floor(random() * most))
  /**
   * A small store has too few positions for so many cursors. So each cursor there has another position
   * before the first animal: the page is the same, but its URL differs.
   */
  const position = (n: number): bigint =>
    animals > coldRequests ? randomId(animals - pageSize) : BigInt(-1 - n)
  const page = (n: number, size = pageSize): string =>
    `/v1/pets?limit=${size}&cursor=${cursors.make(position(n), '')}`
  const profilesOf = (count: number): string =>
    `/v1/profiles?limit=${count}&petId=${Array.from({ length: count }, () => randomId(profiled)).join(',')}`
  const ok = { GET: { status: 200 } } as const
  const changed = Math.min(animals, 10_000)
  const load = (requests: readonly Request[], connections = 32, key = keys.wide): Load => ({
    connections,
    requests,
    headers: bearer(key),
  })
  const cold = (pathOf: (n: number) => string): Load =>
    load(Array.from({ length: coldRequests }, (_, n) => ({ method: 'GET', path: pathOf(n) })))
  // Each pass over the animals sets another category, so every request changes a row.
  const changes = [1, 2].flatMap((categoryId) =>
    Array.from({ length: changed }, (_, n): Request => ({
      method: 'PATCH',
      path: `/v1/pets/${1 + n * Math.floor(animals / changed)}`,
      headers: json,
      body: JSON.stringify({ categoryId }),
    })),
  )

  const from = (
    [name, bound, isMain]: readonly [string, number | undefined, boolean],
    sent: Load,
    expected: Case['expected'],
    prepare?: () => void,
  ): Case => ({ name, bound, isMain, load: sent, expected, ...(prepare && { prepare }) })
  const refused = (name: string, sent: Load, status: number, code: string): Case =>
    from([name, 0.9, true], sent, { GET: { status, code } })
  const replayed = { ...create, headers: { ...json, 'Idempotency-Key': 'bench-0001' } }
  const made = { POST: { status: 201, header: 'Location' } }
  const orders: Load = { connections: 64, requests: placing(keys), headers: {} }
  const single = cold(() => `/v1/pets/${randomId()}`)
  const fifty = cold((n) => page(n, 50))
  const profiles = cold(() => profilesOf(50))
  const again = { POST: { status: 201, header: 'Idempotent-Replayed' } }
  const tagged = { PATCH: { status: 200, header: 'ETag' } }

  // Cases that change the store come last.
  return [
    from(['first page, hot', 0.65, true], load([firstPage]), ok),
    from(['cold page', 1.8, true], cold(page), ok),
    from(['single read, cold', 0.95, true], single, ok),
    // The target: the second of these costs at most three times the first.
    from(['cold page of 50', undefined, false], fifty, ok),
    from(['50 profiles with photos, cold', undefined, false], profiles, ok),
    refused('wrong key', wrongKeys(), 401, 'invalid_api_key'),
    refused('over quota', load([firstPage], 32, keys.spent), 429, 'rate_limit_exceeded'),
    refused('banned', load([firstPage], 32, keys.banned), 429, 'api_key_banned'),
    from(['create, replayed', 1.6, false], load([replayed], 16), again),
    from(['create, 64 connections', 1.3, true], load([create], 64), made),
    from(['update, 64 connections', 1.4, true], load(changes, 64), tagged),
    from(['place order, 64 connections', 3, false], orders, made, () => makeAvailable(file)),
  ]
}

/** Each request comes from another address, so that the response is 401 and not 429. */
const wrongKeys = (): Load => ({
  connections: 32,
  requests: Array.from({ length: addresses }, (_, n) => ({
    ...firstPage,
    headers: { 'X-Forwarded-For': `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}` },
  })),
  headers: bearer(makeKey('staging')),
})

/** The first id of the animals to order, far from those of all other cases. */
const firstId = 1_000_000_000_000

/** Each order is for another animal. Each key places a few hundred, within the limit of its plan. */
const placing = ({ placers }: Filled['keys']): readonly Request[] =>
  Array.from({ length: ordered }, (_, n) => ({
    method: 'POST',
    path: '/v1/store/orders',
    headers: { ...json, ...bearer(placers[n % placers.length] ?? '') },
    body: JSON.stringify({ petId: firstId + n }),
  }))

/**
 * Makes all animals to order available, and removes all orders.
 *
 * @param file the database of a service without requests in flight
 */
const makeAvailable = (file: string): void => {
  using database = new DatabaseSync(file, { timeout: 5_000 })
  database.exec(`
    BEGIN IMMEDIATE;
    DELETE FROM orders;
    DELETE FROM pets WHERE id >= ${firstId};
    WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${ordered - 1})
    INSERT INTO pets (id, name, name_folded, category_id, status)
    SELECT ${firstId} + i, 'Animal ' || i, 'animal ' || i, i % 1000, 'available' FROM n;
    COMMIT;
    -- Else the service would have to do it under the load.
    PRAGMA wal_checkpoint(TRUNCATE);
  `)
}
