import { parseArgs } from 'node:util'
import { tortureOrders } from './orders.ts'
import { torture } from './torture.ts'

/**
 * The long forms of two tests. `npm run torture -- --rounds 200 [--seed N]` is that of test/process/crash.test.ts;
 * `npm run torture -- --orders 100000 [--kills 50] [--threads 2] [--seed N]` that of test/process/orders.test.ts.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '200' },
    orders: { type: 'string' },
    kills: { type: 'string', default: '50' },
    threads: { type: 'string', default: '2' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})
const { orders, rounds, kills, threads, seed } = values
const numbers = [rounds, kills, threads, orders ?? '1', seed].map(Number)
if (!numbers.every((number, at) => Number.isSafeInteger(number) && (number > 0 || at === 4))) {
  process.stderr.write('--seed takes a whole number, each other option one from 1 on.\n')
  process.exit(2)
}

const cleanups: Array<() => unknown> = []
const t = { after: (cleanup?: unknown) => void cleanups.push(cleanup as () => unknown) }
const begun = performance.now()
const print = (value: object): void => void process.stdout.write(`${JSON.stringify(value)}\n`)

const tortureStore = async (): Promise<boolean> => {
  const figures = await torture(
    t,
    Number(rounds),
    Number(seed),
    (round, { acknowledgedCount, faults }) => {
      if (round % 10 === 0) print({ round, acknowledged: acknowledgedCount, ...faults })
    },
  )
  print({ ...figures, seconds: Math.round((performance.now() - begun) / 1_000) })
  const { lost, duplicated, altered, miscounted, unbanned, unpaired, integrity } = figures
  const sound = lost + duplicated + altered + miscounted + unbanned + Math.abs(unpaired) === 0
  return sound && integrity === 'ok'
}

const tortureShop = async (operations: number): Promise<boolean> => {
  const figures = await tortureOrders(
    t,
    { operations, kills: Number(kills), threads: Number(threads), seed: Number(seed) },
    (round, { faults }) => print({ round, ...faults }),
  )
  print({ ...figures, seconds: Math.round((performance.now() - begun) / 1_000) })
  const { lost, altered, doubled, mismatched, miscounted, overLimit, unexpected } = figures
  const sound = lost + altered + doubled + mismatched + miscounted + overLimit + unexpected === 0
  return sound && figures.integrity === 'ok'
}

try {
  const isSound = orders === undefined ? await tortureStore() : await tortureShop(Number(orders))
  process.exitCode = isSound ? 0 : 1
} finally {
  for (const cleanup of cleanups.toReversed()) await cleanup()
}
