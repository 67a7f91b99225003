import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { resultOf } from '../src/data/store.ts'
import { openSealer } from '../src/delivery/secret-key.ts'
import { issueKey } from '../src/keys/life-cycle.ts'
import { contents } from '../src/resources.ts'
import { openSqliteStorage } from '../src/storage/sqlite/storage.ts'
import { mostWebhooks, webhookCreate } from '../src/webhooks/changes.ts'
import { aboutSecret, secretText } from '../src/webhooks/secret.ts'
import type { ReceiverCounts } from './deliveries/receiver.ts'
import { serverOf, startService, stop } from './servers.ts'
import { usageOf } from './usage.ts'

/**
 * `npm run bench:deliveries`: animals are added at a steady rate, and each is an event to every receiver. It tells how
 * long a message takes from the commit of its event to its arrival, whether any was lost, and what a creation takes
 * with receivers and without any.
 */
const options = parseArgs({
  options: {
    receivers: { type: 'string', default: '100' },
    rate: { type: 'string', default: '10' },
    seconds: { type: 'string', default: '10' },
  },
}).values

const [receivers, rate, seconds] = [options.receivers, options.rate, options.seconds].map(
  Number,
) as [number, number, number]

type Figures = {
  /** Milliseconds that a creation took, sorted. */
  readonly creates: readonly number[]
  /** Microseconds of processor time of the whole service, for each creation. */
  readonly processor: number
  readonly counts: ReceiverCounts
}

const run = async (count: number): Promise<Figures> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'petstore-bench-'))
  const receiver = new Worker(new URL('deliveries/receiver.ts', import.meta.url))
  const [port] = (await once(receiver, 'message')) as [number]
  const key = await prepare(dataDir, count, port)
  const allow = { PETSTORE_WEBHOOK_ALLOW: '127.0.0.0/8' }
  const service = await startService({
    dataDir,
    environments: ['staging'],
    threads: 1,
    variables: allow,
  })
  try {
    const url = `http://127.0.0.1:${serverOf(service, 'staging').port}/v1/pets`
    const ask = async (): Promise<ReceiverCounts> => {
      receiver.postMessage('counts')
      const [counts] = (await once(receiver, 'message')) as [ReceiverCounts]
      return counts
    }
    while ((await ask()).pings < count) await wait(100)
    // The answers to the pings are recorded by now.
    await wait(1_000)
    const before = usageOf(service.process.pid)?.cpu ?? 0
    const creates = await create(url, key)
    const expected = creates.length * count
    for (let tries = 0; tries < 100 && (await ask()).events < expected; tries += 1) await wait(100)
    const after = usageOf(service.process.pid)?.cpu ?? 0
    return { creates, processor: (after - before) / creates.length, counts: await ask() }
  } finally {
    await stop(service)
    await receiver.terminate()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Makes a store with a key and webhooks. */
const prepare = async (dataDir: string, count: number, port: number): Promise<string> => {
  const path = join(dataDir, 'staging.sqlite')
  const storage = openSqliteStorage({ path, environment: 'staging', contents, busyTimeout: 1_000 })
  const sealer = openSealer({ dataDir, secretKey: undefined })
  const now = Date.now()
  const newKey = async () => {
    const limits = { perMinute: 1e7, perDay: 1e7, openOrders: 1 }
    const issued = issueKey({
      environment: 'staging',
      name: 'Bench',
      plan: 'enterprise',
      limits,
      scopes: undefined,
      now,
      expiresAt: undefined,
    })
    await storage.keys.insert(issued.record)
    return issued
  }
  const first = await newKey()
  let { chainId } = first.record
  for (let index = 0; index < count; index += 1) {
    if (index > 0 && index % mostWebhooks === 0) ({ chainId } = (await newKey()).record)
    const secret = sealer.seal(secretText(Buffer.alloc(32, 1)), aboutSecret({ chainId }))
    const webhook = { url: `http://127.0.0.1:${port}/${index}` }
    resultOf(
      await storage.data.apply(webhookCreate({ webhook, chainId, secret, now }), { at: now }),
    )
  }
  await storage.close()
  return first.key
}

/** Adds animals at the rate, and returns how long each took. */
const create = async (url: string, key: string): Promise<readonly number[]> => {
  const body = JSON.stringify({ name: 'Kira', categoryId: 1 })
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const times: Array<Promise<number>> = []
  const began = performance.now()
  for (let index = 0; index < rate * seconds; index += 1) {
    const due = began + (index * 1_000) / rate
    await wait(Math.max(0, due - performance.now()))
    const sentAt = performance.now()
    times.push(
      fetch(url, { method: 'POST', headers, body }).then(async (answer) => {
        await answer.arrayBuffer()
        if (answer.status !== 201) throw new Error(`A creation was answered ${answer.status}.`)
        return performance.now() - sentAt
      }),
    )
  }
  return (await Promise.all(times)).toSorted((one, other) => one - other)
}

const at = (sorted: readonly number[], share: number): string =>
  (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN).toFixed(1)

const without = await run(0)
const { creates, processor, counts } = await run(receivers)
const expected = creates.length * receivers
process.stdout.write(
  `${receivers} receivers, ${rate} events a second for ${seconds} s: ${expected} messages, ${counts.events} arrived, ${counts.repeated} of them again.
Commit to arrival: p50 ${at(counts.delays, 0.5)} ms, p99 ${at(counts.delays, 0.99)} ms, most ${at(counts.delays, 1)} ms.
A creation: p50 ${at(creates, 0.5)} ms, p99 ${at(creates, 0.99)} ms; without receivers p50 ${at(without.creates, 0.5)} ms, p99 ${at(without.creates, 0.99)} ms.
Processor time of the service: ${((processor - without.processor) / receivers).toFixed(0)} µs a message.
`,
)
