import { once } from 'node:events'
import { Agent } from 'node:http'
import { isDeepStrictEqual } from 'node:util'
import type { TestContext } from 'node:test'
import { temporaryFolder } from '../helpers/app.ts'
import { parseExactly } from '../helpers/exact-json.ts'
import { linkOf } from '../helpers/http.ts'
import { poll } from '../helpers/poll.ts'
import { type Service, startService } from '../helpers/service.ts'
import { callUntilAnswered, followLog, newestOf, type Place, type Seen } from './event-reader.ts'
import { OrderLedger } from './order-ledger.ts'
import { OrderShop } from './order-shop.ts'
import { seededRandom } from './random.ts'

export type EventTorture = {
  /** Requests that all writers send together, at least. */
  readonly operations: number
  readonly kills: number
  readonly writers: number
  readonly readers: number
  /** What is random comes from it, but for the operating system's own timing. */
  readonly seed: number
}

/** What a run came to. */
export type EventFigures = EventTorture & {
  readonly events: number
  /** Readers that did not see exactly the log, in its order. */
  readonly astray: number
  /** Events whose id does not follow the one before. */
  readonly gaps: number
  /** Rows that the log tells otherwise than the store has them, by their list. */
  readonly differing: Readonly<Record<string, number>>
}

type Row = { readonly id: bigint }
type Event = Row & { readonly type: string; readonly data: Readonly<Record<string, unknown>> }

/** The lists of the store, and what the events call a row of each. */
const lists = { '/pets': 'pet', '/store/orders': 'order', '/categories': 'category' } as const

/**
 * Lets many write and some follow the log, while the service is killed again and again. Then holds what each reader saw
 * against the log, and what the log tells against the store.
 */
export const tortureEvents = async (
  t: Pick<TestContext, 'after'>,
  { operations, kills, writers, readers, seed }: EventTorture,
): Promise<EventFigures> => {
  const random = seededRandom(seed)
  const dataDir = temporaryFolder(t)
  const start = async (): Promise<Service> =>
    await startService(t, dataDir, {
      PETSTORE_ENVIRONMENTS: 'production',
      PETSTORE_LOG_LEVEL: 'error',
    })
  let service = await start()
  const base = (): string => service.baseUrl('production')
  const wide = ['--per-minute', '1000000000', '--per-day', '1000000000', '--open-orders', '1000000']
  const key = await service.addKey('production', '--plan', 'enterprise', ...wide)
  const parts = { ledger: new OrderLedger(), random, keys: [key], now: Date.now }
  const shop = new OrderShop(base(), { ...parts, connections: writers })
  t.after(() => shop.close())
  const place = placeOf(t, key, readers, base)

  const workUntil = async (sent: number): Promise<void> => {
    const killed = new AbortController()
    const work = async (): Promise<void> => {
      while (!killed.signal.aborted) {
        try {
          if (random() < 0.1) await nameCategory(shop, random)
          else await shop.step()
        } catch (error) {
          if (!killed.signal.aborted) throw error
        }
      }
    }
    const working = Promise.all(Array.from({ length: writers }, work))
    await Promise.race([working, poll(() => (shop.sent >= sent ? true : undefined))])
    killed.abort()
    service.process.kill('SIGKILL')
    await once(service.process, 'close')
    await working
  }

  let end: number | undefined
  const reading = Promise.all(
    Array.from({ length: readers }, (_, n) =>
      followLog(place, [100, 1, 20, 7][n % 4] ?? 100, () => end),
    ),
  )
  // If a reader fails before the end, nobody waits for it yet.
  reading.catch(() => undefined)
  for (let round = 1; round <= kills; round += 1) {
    await workUntil((operations * round) / kills)
    service = await start()
    shop.move(base())
    place.move()
  }
  end = await newestOf(place)
  const seen = await reading
  const log = await followLog(place, 100, () => end)
  const { gaps, differing } = await replayed(place)
  return {
    operations: shop.sent,
    kills,
    writers,
    readers,
    seed,
    events: log.events,
    astray: seen.filter((each: Seen) => !isDeepStrictEqual(each, log)).length,
    gaps,
    differing,
  }
}

/** Holds what the log tells against the store, at a moment when the clock ends nothing. */
const replayed = async (place: Place): Promise<Pick<EventFigures, 'gaps' | 'differing'>> => {
  for (;;) {
    const newest = await newestOf(place)
    const replay = new Replay()
    await followLog(
      place,
      100,
      () => newest,
      (json) => replay.take(parseExactly(json) as readonly Event[]),
    )
    const differing: Record<string, number> = {}
    for (const [path, name] of Object.entries(lists)) {
      differing[path] = replay.differences(name, await allOf(place, path))
    }
    if ((await newestOf(place)) === newest) return { gaps: replay.gaps, differing }
  }
}

const placeOf = (
  t: Pick<TestContext, 'after'>,
  key: string,
  readers: number,
  base: () => string,
): Place & { move(): void } => {
  const agent = new Agent({ keepAlive: true, maxSockets: readers })
  t.after(() => agent.destroy())
  let moving = Promise.withResolvers<void>()
  let current = base()
  return {
    key,
    agent,
    get base() {
      return current
    },
    moved: async (from) => {
      if (from === current) await moving.promise
    },
    move: () => {
      current = base()
      moving.resolve()
      moving = Promise.withResolvers()
    },
  }
}

/** Names, renames or deletes one of few categories. */
const nameCategory = async (shop: OrderShop, random: () => number): Promise<void> => {
  const path = `/categories/${Math.floor(random() * 20)}`
  if (random() < 0.3) await shop.send('DELETE', path)
  else await shop.send('PUT', path, { name: `Category ${Math.floor(random() * 5)}` })
}

/** The rows that events tell of. */
class Replay {
  readonly #rows = new Map<string, Map<bigint, unknown>>()
  #last = 0n
  gaps = 0

  take(events: readonly Event[]): void {
    for (const { id, type, data } of events) {
      if (id !== this.#last + 1n) this.gaps += 1
      this.#last = id
      const [name] = Object.keys(data)
      if (name === undefined) continue
      const row = data[name] as Row
      const rows = this.#rows.get(name) ?? new Map<bigint, unknown>()
      this.#rows.set(name, rows)
      if (type === `${name}.deleted`) rows.delete(row.id)
      else rows.set(row.id, row)
    }
  }

  /** How many rows differ from those of a list, are missing, or are not in it. */
  differences(name: string, stored: readonly Row[]): number {
    const rows = new Map(this.#rows.get(name))
    let count = 0
    for (const row of stored) {
      if (!isDeepStrictEqual(rows.get(row.id), row)) count += 1
      rows.delete(row.id)
    }
    return count + rows.size
  }
}

const allOf = async (place: Place, list: string): Promise<readonly Row[]> => {
  const rows: Row[] = []
  let url: string | undefined = `${list}?limit=100`
  while (url !== undefined) {
    const page = await callUntilAnswered(place, url)
    rows.push(...(parseExactly(page.text) as readonly Row[]))
    const next = linkOf(page, 'next')
    url = next?.slice(next.indexOf('/v1') + '/v1'.length)
  }
  return rows
}
