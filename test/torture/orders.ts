import { once } from 'node:events'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { TestContext } from 'node:test'
import { temporaryFolder } from '../helpers/app.ts'
import { poll } from '../helpers/poll.ts'
import { type Service, startService } from '../helpers/service.ts'
import { type OrderFaults, OrderLedger } from './order-ledger.ts'
import { OrderShop } from './order-shop.ts'
import { seededRandom } from './random.ts'

export type OrderTorture = {
  /** Requests that all callers send together, at least. */
  readonly operations: number
  readonly kills: number
  /** What is random comes from it, but for the operating system's own timing. */
  readonly seed: number
}

/** What a run came to. */
export type OrderFigures = OrderTorture &
  OrderFaults & {
    /** Requests without an answer. */
    readonly inDoubt: number
    /** Orders that expired, of those that there are in the end. */
    readonly expired: number
    /** How often each answer was given: a status, or the code of an error. */
    readonly answers: Readonly<Record<string, number>>
    /** What SQLite's own check says of the file in the end. */
    readonly integrity: string
  }

const movable = new URL('../helpers/movable-clock.ts', import.meta.url).href
const callers = 64
/** The orders that a caller may have placed, by the name of its key. */
const mostPlaced = { Many: 1_000_000, Few: 4 } as const

/** Milliseconds by which the clock moves, and after which: never by more at once than the service believes. */
const clock = { step: 20_000, every: 300 } as const

/**
 * Lets 64 callers place, change, cancel and delete orders for the same animals. Meanwhile the clock runs fast, and the
 * service is killed again and again. After each restart it holds the store against what the callers were told.
 */
export const tortureOrders = async (
  t: Pick<TestContext, 'after'>,
  { operations, kills, seed }: OrderTorture,
  onRound: (round: number, ledger: OrderLedger) => void = () => undefined,
): Promise<OrderFigures> => {
  const random = seededRandom(seed)
  const ledger = new OrderLedger()
  const dataDir = temporaryFolder(t)
  const file = join(dataDir, 'production.sqlite')
  let ahead = 0
  const now = (): number => Date.now() + ahead
  const start = async (): Promise<Service> =>
    await startService(t, dataDir, {
      PETSTORE_ENVIRONMENTS: 'production',
      PETSTORE_LOG_LEVEL: 'error',
      NODE_OPTIONS: `--import=${movable}`,
      CLOCK_AHEAD: String(ahead),
    })

  let service = await start()
  const keys = await Promise.all(Object.entries(mostPlaced).map((each) => addKey(service, each)))
  const base = (): string => service.baseUrl('production')
  const shop = new OrderShop(base(), { ledger, random, keys, now, connections: callers })
  t.after(() => shop.close())
  let inDoubt = 0

  /** Lets all callers work until so many requests were sent, and kills the service under them. */
  const workUntil = async (sent: number): Promise<void> => {
    const killed = new AbortController()
    const work = async (): Promise<void> => {
      while (!killed.signal.aborted) {
        try {
          await shop.step()
        } catch (error) {
          if (!killed.signal.aborted) throw error
          inDoubt += 1
        }
      }
    }
    const working = Promise.all(Array.from({ length: callers }, work))
    let moved = performance.now()
    await Promise.race([
      working,
      poll(() => {
        if (performance.now() - moved >= clock.every) {
          moved = performance.now()
          ahead += clock.step
          service.process.stdin?.write(`${ahead}\n`)
        }
        return shop.sent >= sent ? true : undefined
      }),
    ])
    killed.abort()
    service.process.kill('SIGKILL')
    await once(service.process, 'close')
    await working
  }

  /** The inventory, and the time, at a moment when nothing changes any more. */
  const untilQuiet = async (): Promise<readonly [time: number, inventory: string]> =>
    await poll(async () => {
      const time = now()
      const before = (await shop.send('GET', '/store/inventory')).text
      const isOverdue = read(
        file,
        `SELECT 1 FROM orders WHERE status = 'placed' AND expires_at <= ?`,
        new Date(time + 1_000).toISOString(),
      )
      const after = (await shop.send('GET', '/store/inventory')).text
      return isOverdue === undefined && before === after ? ([time, before] as const) : undefined
    })

  for (let round = 1; round <= kills; round += 1) {
    await workUntil((operations * round) / kills)
    // Some stops are long.
    if (random() < 0.5) ahead += Math.floor(random() * 7_200_000)
    service = await start()
    shop.move(base())
    await shop.sendAgain()
    const [time, inventory] = await untilQuiet()
    ledger.check(file, time, JSON.parse(inventory), mostPlaced)
    onRound(round, ledger)
  }
  const { status } = await service.stop()
  if (status !== 0) throw new Error(`The service ended with status ${status}.`)
  return {
    seed,
    operations: shop.sent,
    kills,
    inDoubt,
    expired: Number(read(file, `SELECT count(*) FROM orders WHERE status = 'expired'`)),
    answers: shop.answers,
    ...ledger.faults,
    integrity: String(read(file, 'PRAGMA integrity_check(1)')),
  }
}

const addKey = async (service: Service, [name, most]: readonly [string, number]) => {
  const wide = ['--per-minute', '1000000000', '--per-day', '1000000000']
  const agreed = ['--plan', 'enterprise', '--name', name, '--open-orders', String(most), ...wide]
  return await service.addKey('production', ...agreed)
}

/** The first cell that a query finds. */
const read = (file: string, sql: string, ...values: readonly string[]): unknown => {
  const database = new DatabaseSync(file, { readOnly: true })
  const row = database.prepare(sql).get(...values)
  database.close()
  return row && Object.values(row)[0]
}
