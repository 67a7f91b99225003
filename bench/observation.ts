import { operationsOf } from '../src/api/resource.ts'
import { createLog } from '../src/observability/log.ts'
import { metricsOf } from '../src/observability/metrics-families.ts'
import { MetricsMemory } from '../src/observability/metrics-memory.ts'
import { metricsObserver } from '../src/observability/metrics-recorder.ts'
import { petstore } from '../src/resources.ts'
import { toAll } from '../src/core/observation.ts'

/**
 * Measures the processor time that observing a request costs: its quota decision, one call of the store and the
 * request itself. Without an argument it measures the metrics alone, with `log` the log line too, and with `engines` a
 * timed call of PostgreSQL and one of Valkey instead:
 *
 *   node bench/observation.ts
 *   node bench/observation.ts log 2>/dev/null
 *   node bench/observation.ts engines
 */
const requests = 400_000
const inOneTurn = 50

const level = process.argv[2] === 'log' ? 'info' : 'silent'
const log = createLog(
  { log: { level, format: 'json', sample: 1, rate: Infinity, colours: false } },
  'staging',
)
const observe = toAll([
  metricsObserver(new MetricsMemory(metricsOf(operationsOf(petstore)))),
  log.observe,
])
const decision = { kind: 'quota', subject: 'key', outcome: 'allowed' } as const

const turn = async (): Promise<void> => await new Promise((resolve) => setImmediate(resolve))

const observeSome = (): void => {
  for (let n = 0; n < inOneTurn; n += 1) {
    observe({ kind: 'storage', operation: 'data.page', milliseconds: n / 100, failed: false })
    observe({
      kind: 'request',
      requestId: '3b241101-e2bb-4255-8caf-4136c566a962',
      method: 'GET',
      path: '/v1/pets',
      operation: 'listPets',
      status: 200,
      code: undefined,
      chainId: 'key_1',
      minute: 29_394_000,
      decision,
      window: undefined,
      keyId: 'key_abcdefghijkl',
      milliseconds: n / 8,
      deprecated: false,
      aborted: false,
      trace: undefined,
    })
  }
}

const observeEngines = (): void => {
  for (let n = 0; n < inOneTurn; n += 1) {
    const started = performance.now()
    observe({ kind: 'database_call', work: 'read', milliseconds: performance.now() - started })
    const asked = performance.now()
    observe({ kind: 'counters_call', work: 'count', milliseconds: performance.now() - asked })
  }
}
const observed = process.argv[2] === 'engines' ? observeEngines : observeSome

/** Microseconds of processor time a request. */
const measure = async (work: () => void): Promise<number> => {
  const before = process.cpuUsage()
  for (let done = 0; done < requests; done += inOneTurn) {
    work()
    await turn()
  }
  const { user, system } = process.cpuUsage(before)
  return (user + system) / requests
}

await measure(observed)
const empty = await measure(() => undefined)
const full = await measure(observed)
process.stdout.write(`${(full - empty).toFixed(2)} µs a request, ${log.dropped()} lines dropped\n`)
await log.close()
