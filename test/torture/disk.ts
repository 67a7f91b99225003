import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { temporaryFolder } from '../helpers/app.ts'
import { poll } from '../helpers/poll.ts'
import { type Service, startService } from '../helpers/service.ts'
import { type Faults, Ledger, type Order } from './ledger.ts'
import { seededRandom } from './random.ts'
import { Shop } from './shop.ts'
import { inspect } from './torture.ts'

/** What libfiu calls the calls of the system that a store writes by. */
export const diskCalls = ['sync/fsync', 'sync/fdatasync', 'rw/pwrite', 'rw/ftruncate'] as const

export type DiskFigures = Faults & {
  readonly acknowledged: number
  /** Answers that nothing was changed, and requests without an answer. */
  readonly refused: number
  readonly unanswered: number
  readonly integrity: string
  readonly unpaired: number
}

const writers = 8
const many = ['--plan', 'enterprise', '--per-minute', '1000000000', '--per-day', '1000000000']

/**
 * Makes a call of the system fail at random under a service that clients write to, and kills it. After each restart it
 * holds the store against what the clients were told: a creation is acknowledged and there, or refused and never seen, or
 * has no answer. What a list has shown, or not shown, after that stays so.
 *
 * @param call of the system; it fails as a broken disk makes it fail (EIO)
 */
export const tortureDisk = async (
  t: Pick<TestContext, 'after'>,
  call: (typeof diskCalls)[number],
  rounds: number,
  seed: number,
): Promise<DiskFigures> => {
  const random = seededRandom(seed)
  const ledger = new Ledger()
  const dataDir = temporaryFolder(t)
  const pipes = join(temporaryFolder(t), 'fiu')
  const start = async (): Promise<Service> =>
    await startService(
      t,
      dataDir,
      { PETSTORE_ENVIRONMENTS: 'production', PETSTORE_LOG_LEVEL: 'error' },
      ['fiu-run', '-x', '-f', pipes],
    )

  let service = await start()
  const shop = new Shop(service.baseUrl('production'), await service.addKey('production', ...many))
  t.after(() => shop.close())
  let page = '/pets?limit=100'
  let serial = 0
  let refused = 0
  let unanswered = 0

  /** Whether a list shows an animal; undefined if the service is gone. */
  const isShown = async ({ name }: Order): Promise<boolean | undefined> => {
    for (;;) {
      try {
        const answer = await shop.get(`/pets?name=${encodeURIComponent(name)}`)
        if (answer.status === 200) return answer.text !== '[]'
        await wait(5)
      } catch {
        return undefined
      }
    }
  }

  const write = async (round: number): Promise<void> => {
    for (;;) {
      serial += 1
      const order: Order = {
        name: `Pet ${serial} of round ${round}`,
        categoryId: 1n,
        status: 'available',
        idempotencyKey: random() < 0.5 ? `order-${serial}` : undefined,
      }
      try {
        const { status } = await shop.send(order, ledger)
        if (status === 503) refused += 1
      } catch {
        unanswered += 1
        // Without a key, a client looks.
        const shown = order.idempotencyKey === undefined ? await isShown(order) : undefined
        if (shown === false) ledger.refused(order)
        if (shown === undefined && !isUp) return
      }
    }
  }

  let isUp = true
  for (let round = 1; round <= rounds; round += 1) {
    isUp = true
    // A commit writes a dozen pages, and syncs once.
    const probability = (0.1 + 0.8 * random()) / (call === 'rw/pwrite' ? 12 : 1)
    const fail = `enable_random name=posix/io/${call},probability=${probability},failinfo=5`
    execFileSync('fiu-ctrl', ['-f', pipes, '-c', fail, String(service.process.pid)])
    const writing = Array.from({ length: writers }, () => write(round))
    const before = serial
    await poll(() => serial > before + 400 || undefined)
    await wait(random() * 50)
    isUp = false
    service.process.kill('SIGKILL')
    await once(service.process, 'close')
    await Promise.all(writing)

    service = await start()
    shop.move(service.baseUrl('production'))
    page = await shop.read(page, ledger)
    ledger.settle()
    for (const order of ledger.takeInDoubt()) {
      const answer = await shop.send(order, ledger)
      if (answer.status !== 201) throw new Error(`A retry was answered ${answer.text}`)
    }
    page = await shop.read(page, ledger)
    ledger.settle()
  }
  ledger.startOver()
  await shop.read('/pets?limit=100', ledger)
  ledger.settle()
  const { status } = await service.stop()
  if (status !== 0) throw new Error(`The service ended with status ${status}.`)
  return {
    acknowledged: ledger.acknowledgedCount,
    refused,
    unanswered,
    ...ledger.faults,
    ...inspect(join(dataDir, 'production.sqlite'), ledger.keyedCount),
  }
}
