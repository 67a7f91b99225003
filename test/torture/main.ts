import { parseArgs } from 'node:util'
import { startFragileService } from '../helpers/fragile-service.ts'
import { startTortured } from './cluster/local.ts'
import { isSound, tortureCluster } from './cluster/run.ts'
import { diskCalls, tortureDisk } from './disk.ts'
import { tortureEvents } from './events.ts'
import { tortureOrders } from './orders.ts'
import { race } from './race.ts'
import { torture } from './torture.ts'

/**
 * The long forms of tests. `npm run torture -- --rounds 200 [--seed N]` is that of test/long/crash.test.ts;
 * `-- --orders 100000 [--kills 50] [--seed N]` and `-- --races 20` are those of
 * test/long/orders.test.ts; `-- --events 50000 [--kills 10] [--seed N]` is that of
 * test/long/events.test.ts, with 64 writers and 8 readers. `-- --cluster --rounds 50 [--changes 2000] [--seed N]`
 * tortures a cluster of three nodes, each round until so many changes are acknowledged; `--control` lets it replicate
 * asynchronously, and demands that loss is found. `-- --disk --rounds 50 [--seed N]` is that of test/long/disk-faults.test.ts.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '200' },
    orders: { type: 'string' },
    races: { type: 'string' },
    events: { type: 'string' },
    cluster: { type: 'boolean', default: false },
    disk: { type: 'boolean', default: false },
    control: { type: 'boolean', default: false },
    changes: { type: 'string', default: '2000' },
    kills: { type: 'string', default: '50' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})
const { orders, races, events, rounds, changes, kills, seed } = values
const counts = [rounds, changes, kills, orders ?? '1', races ?? '1', events ?? '1', seed].map(
  Number,
)
if (!counts.every((count) => Number.isSafeInteger(count) && count > 0)) {
  process.stderr.write('Each option takes a whole number from 1 on.\n')
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
    { operations, kills: Number(kills), seed: Number(seed) },
    (round, { faults }) => print({ round, ...faults }),
  )
  print({ ...figures, seconds: Math.round((performance.now() - begun) / 1_000) })
  const { lost, altered, doubled, mismatched, miscounted, overLimit, unexpected } = figures
  const sound = lost + altered + doubled + mismatched + miscounted + overLimit + unexpected === 0
  return sound && figures.integrity === 'ok'
}

const tortureRaces = async (times: number): Promise<boolean> => {
  const run = await startFragileService(t)
  const { placed, refused } = await race(t, run, times)
  print({ races: times, placed, refused })
  return placed === times && refused === 999 * times
}

const tortureLog = async (operations: number): Promise<boolean> => {
  const run = { operations, kills: Number(kills), seed: Number(seed) }
  const figures = await tortureEvents(t, { ...run, writers: 64, readers: 8 })
  print({ ...figures, seconds: Math.round((performance.now() - begun) / 1_000) })
  const { astray, gaps, differing } = figures
  return [astray, gaps, ...Object.values(differing)].every((count) => count === 0)
}

const tortureNodes = async (): Promise<boolean> => {
  const cluster = await startTortured(t, values.control ? 'asynchronous' : 'synchronous')
  const figures = await tortureCluster(
    cluster,
    { rounds: Number(rounds), changes: Number(changes), seed: Number(seed) },
    (round, what, { acknowledged, gap, faults }) => {
      print({ round, what, acknowledged, gap: Math.round(gap), ...faults })
    },
  )
  print({ ...figures, seconds: Math.round((performance.now() - begun) / 1_000) })
  return values.control ? figures.lost > 0 : isSound(figures)
}

const tortureCalls = async (): Promise<boolean> => {
  let sound = true
  for (const call of diskCalls) {
    const figures = await tortureDisk(t, call, Number(rounds), Number(seed))
    print({ call, ...figures })
    const { lost, duplicated, altered, returned, unpaired, integrity } = figures
    const wrong = lost + duplicated + altered + returned + Math.abs(unpaired)
    sound &&= wrong === 0 && integrity === 'ok'
  }
  return sound
}

const chosen = async (): Promise<boolean> => {
  if (values.disk) return await tortureCalls()
  if (values.cluster) return await tortureNodes()
  if (orders !== undefined) return await tortureShop(Number(orders))
  if (events !== undefined) return await tortureLog(Number(events))
  return races === undefined ? await tortureStore() : await tortureRaces(Number(races))
}

const cleanUp = async (): Promise<void> => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup()
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void cleanUp().finally(() => process.exit(1)))
}
try {
  process.exitCode = (await chosen()) ? 0 : 1
} finally {
  await cleanUp()
}
