import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import { test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { startApp, type TestApp } from '../helpers/app.ts'
import { poll } from '../helpers/poll.ts'
import { wireGroups } from './cases/index.ts'
import { runCase } from './run-case.ts'

const cases = wireGroups.flatMap((group) => group.cases)
// Cases that send a byte at a time take long, and leave no more memory behind than others.
const quick = cases.filter(({ packets }) => packets('key').length < 20)

const connectionsOf = async ({ app }: TestApp): Promise<number> =>
  await new Promise((resolve, reject) => {
    app.server.getConnections((error, count) => (error ? reject(error) : resolve(count)))
  })

/** Sends every case, and returns the bytes of the heap once all work has ended. */
const round = async (app: TestApp): Promise<number> => {
  const waiting = [...quick]
  const worker = async (): Promise<void> => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      await runCase(next, app.port, app.key)
    }
  }
  await Promise.all(Array.from({ length: 16 }, worker))
  await poll(async () => ((await connectionsOf(app)) === 0 ? true : undefined))
  app.observations.length = 0
  // The timers of closed connections free their memory when they end.
  await wait(50)
  collect()
  return process.memoryUsage().heapUsed
}

setFlagsFromString('--expose-gc')
// Contexts that are made from now on have the function.
const collect = runInNewContext('gc') as () => void

test('after all of the table, again and again, memory and open sockets are where they were', async (t) => {
  const app = await startApp(t, { wireTimes: { lingerTimeout: 100, keepAliveTimeout: 100 } })
  // The first rounds compile, fill caches, and make the buffers that are kept.
  for (let warm = 0; warm < 2; warm += 1) await round(app)
  const before = await round(app)
  let after = before
  for (let again = 0; again < 3; again += 1) after = await round(app)
  const grown = Math.round((after - before) / 1_024)
  // Three rounds are 700 connections; 1 KiB left behind by each would be 700 KiB.
  assert.ok(grown < 700, `the heap has grown by ${grown} KiB`)
  t.diagnostic(`${quick.length * 3} connections: the heap has grown by ${grown} KiB`)
})
