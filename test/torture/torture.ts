import { once } from 'node:events'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { DatabaseSync } from 'node:sqlite'
import type { TestContext } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { temporaryFolder } from '../helpers/app.ts'
import { errorOf } from '../helpers/http.ts'
import { type Service, startService } from '../helpers/service.ts'
import { type Faults, Ledger, type Order } from './ledger.ts'
import { seededRandom } from './random.ts'
import { Shop, usedOfDay } from './shop.ts'

/** The result of a torture run. */
export type Figures = Faults & {
  readonly seed: number
  readonly rounds: number
  readonly acknowledged: number
  /** Orders without an answer that were sent again after the restart, once each. */
  readonly sentAgain: number
  /** Restarts after which more than the last second of counting was gone, or more was counted than sent. */
  readonly miscounted: number
  /** Restarts after which a ban did not stand that was made more than a second before. */
  readonly unbanned: number
  /** What SQLite's own check says of the file in the end. */
  readonly integrity: string
  /** Kept answers of idempotency keys less animals that were made with one. */
  readonly unpaired: number
}

const perDay = 1_000_000_000
/** Milliseconds of counting that a crash may forget, on a machine that has time for the service's timers. */
const forgivable = 1_000
const writers = 8
const firstPage = '/pets?limit=100'

/**
 * Kills the service at random moments while clients write. After each restart it holds the store against what the
 * clients were told.
 *
 * @param seed what is random comes from it, but for the operating system's own timing
 */
export const torture = async (
  t: Pick<TestContext, 'after'>,
  rounds: number,
  seed: number,
  onRound: (round: number, ledger: Ledger) => void = () => undefined,
): Promise<Figures> => {
  const random = seededRandom(seed)
  const ledger = new Ledger()
  const dataDir = temporaryFolder(t)
  const start = async (): Promise<Service> =>
    await startService(t, dataDir, {
      PETSTORE_ENVIRONMENTS: 'production',
      PETSTORE_LOG_LEVEL: 'error',
    })

  let service = await start()
  const enterprise = ['--plan', 'enterprise', '--per-minute', String(perDay), '--per-day']
  const key = await service.addKey('production', ...enterprise, String(perDay))
  const shop = new Shop(service.baseUrl('production'), key)
  t.after(() => shop.close())
  const offender = new Offender(await service.addKey('production', '--plan', 'free'))

  let page = firstPage
  let serial = 0
  let sentAgain = 0
  let miscounted = 0
  /** What the store had counted when the service last started. */
  let kept = 0

  // How late timers are on this machine, in this process as in the service.
  const lateness = monitorEventLoopDelay({ resolution: 10 })
  lateness.enable()
  t.after(() => lateness.disable())

  const write = async (round: number): Promise<void> => {
    for (;;) {
      serial += 1
      const order: Order = {
        name: `Pet ${serial} of round ${round}`,
        categoryId: BigInt(Math.floor(random() * 2 ** 32)) * 2_147_483_647n,
        status: random() < 0.5 ? 'available' : 'sold',
        idempotencyKey: random() < 0.75 ? `order-${serial}` : undefined,
      }
      // Now and then two at once, as an impatient client sends them.
      const twice = order.idempotencyKey !== undefined && random() < 0.1
      const sending = twice ? [order, order] : [order]
      const answers = await Promise.allSettled(sending.map((each) => shop.send(each, ledger)))
      if (answers.some(({ status }) => status === 'rejected')) return
    }
  }

  for (let round = 1; round <= rounds; round += 1) {
    await offender.offend(service.baseUrl('production'))
    const day = Math.floor(Date.now() / 86_400_000)
    const writing = Array.from({ length: writers }, () => write(round))
    // Some rounds are long enough for counts that must be kept.
    await wait(random() < 0.25 ? 1_200 + random() * 600 : 30 + random() * 500)
    const killed = performance.now()
    const saved = killed - forgivable - (2 * lateness.max) / 1e6
    lateness.reset()
    service.process.kill('SIGKILL')
    await once(service.process, 'close')
    await Promise.all(writing)

    service = await start()
    shop.move(service.baseUrl('production'))
    await offender.check(service.baseUrl('production'), saved)
    const { least, most } = shop.count(saved)
    shop.startCount()
    const before = kept
    kept = usedOfDay(await shop.get(firstPage), perDay) - 1
    const counted = kept - before
    const sameDay = day === Math.floor(Date.now() / 86_400_000)
    if (sameDay && (counted < least || counted > most)) miscounted += 1

    page = await shop.read(page, ledger)
    ledger.settle()
    for (const order of ledger.takeInDoubt()) {
      sentAgain += 1
      const answer = await shop.send(order, ledger)
      if (answer.status !== 201) throw new Error(`A retry was answered ${answer.text}`)
    }
    page = await shop.read(page, ledger)
    ledger.settle()
    onRound(round, ledger)
  }

  ledger.startOver()
  await shop.read(firstPage, ledger)
  ledger.settle()
  const { status } = await service.stop()
  if (status !== 0) throw new Error(`The service ended with status ${status}.`)
  return {
    seed,
    rounds,
    acknowledged: ledger.acknowledgedCount,
    ...ledger.faults,
    sentAgain,
    miscounted,
    unbanned: offender.unbanned,
    ...inspect(join(dataDir, 'production.sqlite'), ledger.keyedCount),
  }
}

/** What is wrong with the file of a store that has ended. */
export const inspect = (path: string, keyed: number): Pick<Figures, 'integrity' | 'unpaired'> => {
  const database = new DatabaseSync(path, { readOnly: true })
  const integrity = database.prepare('PRAGMA integrity_check(1)').get()?.['integrity_check']
  const kept = database.prepare('SELECT count(*) AS kept FROM idempotency').get()?.['kept']
  database.close()
  return { integrity: String(integrity), unpaired: Number(kept) - keyed }
}

/** A client that goes on after 429 until it is banned. */
class Offender {
  unbanned = 0
  readonly #key: string
  #bannedAt = Infinity
  /** Milliseconds since the Unix epoch. */
  #ends = 0

  constructor(key: string) {
    this.#key = key
  }

  /** Gets itself banned, unless it is. */
  async offend(base: string): Promise<void> {
    if (Date.now() < this.#ends) return
    const shop = new Shop(base, this.#key)
    // A turn of the minute in between begins the count of refusals anew.
    for (let tries = 0; tries < 500; tries += 1) {
      const answer = await shop.get(firstPage)
      if (answer.status !== 429 || errorOf(answer).code !== 'api_key_banned') continue
      this.#bannedAt = performance.now()
      this.#ends = Number(answer.headers['x-ratelimit-reset']) * 1_000
      shop.close()
      return
    }
    throw new Error('500 requests at once brought no ban down on a Free key.')
  }

  /** @param saved until when all must have been saved, on the clock of `performance.now` */
  async check(base: string, saved: number): Promise<void> {
    const shop = new Shop(base, this.#key)
    const answer = await shop.get(firstPage)
    shop.close()
    const stands = answer.status === 429 && errorOf(answer).code === 'api_key_banned'
    if (stands || Date.now() >= this.#ends) return
    if (this.#bannedAt < saved) this.unbanned += 1
    // Made in the time that a crash may forget.
    this.#ends = 0
  }
}
