import { cursorsOf } from '../../src/kit/paging.ts'
import { writeRequest } from '../raw-client.ts'

/** A kind of request whose work is counted. */
export type Kind = {
  readonly name: string
  readonly status: number
  /** The requests, to send in turn. */
  readonly requests: readonly string[]
  readonly warming: number
  readonly counted: number
  /** How many to send at the same time, each on its own connection. */
  readonly concurrency: number
}

/** What the requests need: the secret of cursors, a key with a limit that no kind reaches, and a key with a used-up quota. */
export type Ground = { readonly secret: Uint8Array; readonly wide: string; readonly spent: string }

/** All ids in requests have four digits, so that every response of a kind has the same length. */
export const animals = 5_000
const firstId = 1_000
/** The first available animal; every third animal after it is available too. */
const firstAvailable = 1_001

export const kindsFor = ({ secret, wide, spent }: Ground): readonly Kind[] => {
  const cursors = cursorsOf(secret)
  const one = { warming: 600, counted: 1_000, concurrency: 1 }
  const many = { warming: 64 * 4, counted: 64 * 16, concurrency: 64 }
  const each = (request: (n: number) => string): readonly string[] =>
    Array.from({ length: one.warming + one.counted }, (_, n) => request(n))
  const get = (path: string, key = wide): string =>
    writeRequest('GET', path, { Authorization: `Bearer ${key}` })
  const send = (method: string, path: string, body: object, headers = {}): string => {
    const json = { Authorization: `Bearer ${wide}`, 'Content-Type': 'application/json' }
    return writeRequest(method, path, { ...json, ...headers }, JSON.stringify(body))
  }
  const rex = { name: 'Rex', categoryId: 3, status: 'available' } as const
  const create = (key?: string): string =>
    send('POST', '/v1/pets', rex, key === undefined ? {} : { 'Idempotency-Key': key })
  const update = (n: number): string =>
    send('PATCH', `/v1/pets/${firstId + n}`, { categoryId: 300 })
  const order = (n: number): string =>
    send('POST', '/v1/store/orders', { petId: firstAvailable + 3 * n })
  const page = (n: number): string =>
    get(`/v1/pets?limit=20&cursor=${cursors.make(BigInt(firstId + n), '')}`)
  const single = each((n) => get(`/v1/pets/${firstId + n}`))
  const keyed = each((n) => create(`work-${1_000 + n}`))
  return [
    { name: 'hot page', status: 200, requests: [get('/v1/pets')], ...one },
    { name: 'cold page', status: 200, requests: each(page), ...one },
    { name: 'single read', status: 200, requests: single, ...one },
    { name: 'over quota', status: 429, requests: [get('/v1/pets', spent)], ...one },
    { name: 'update', status: 200, requests: each(update), ...one },
    { name: 'create', status: 201, requests: [create()], ...one },
    { name: 'create with a key', status: 201, requests: keyed, ...one },
    { name: 'replayed create', status: 201, requests: [create('work-0001')], ...one },
    { name: '64 creates at once', status: 201, requests: [create()], ...many },
    { name: '64 updates at once', status: 200, requests: each(update), ...many },
    { name: '64 orders at once', status: 201, requests: each(order), ...many },
  ]
}
