import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Case, casesFor } from './cases.ts'
import { measureCluster } from './cluster.ts'
import { guardWork } from './counted/guard.ts'
import { fillStore } from './data.ts'
import { measureFloods } from './floods.ts'
import { isWithin, measure, median, type Measured } from './measure.ts'
import { startService, stop } from './servers.ts'
import { number, table } from './table.ts'
import { usageOf } from './usage.ts'

/**
 * `npm run bench`: the service against a bare `node:http` server that sends the same bytes, under the same load, in turn.
 *
 * - `--quick`: the main cases at 1,000 animals, one round; `--only NAME`: cases whose name contains this.
 * - `--work`: counts the work for a request first, and fails if it grew.
 * - `--cluster`: a node on PostgreSQL and Redis; `--floods`: a normal client beside floods.
 * - `--sizes 1000,100000`, `--keys 100000`, `--rounds 5`, `--seconds 2`.
 */
const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    work: { type: 'boolean', default: false },
    cluster: { type: 'boolean', default: false },
    floods: { type: 'boolean', default: false },
    sizes: { type: 'string' },
    keys: { type: 'string' },
    rounds: { type: 'string' },
    seconds: { type: 'string' },
  },
})
const { quick, only } = values
const sizes = (values.sizes ?? (quick || values.cluster ? '1000' : '1000,10000000'))
  .split(',')
  .map(Number)
const keys = Number(values.keys ?? (quick || values.cluster ? 10 : 100_000))
const effort = {
  rounds: Number(values.rounds ?? (quick ? 1 : 5)),
  seconds: Number(values.seconds ?? (quick ? 1 : 2)),
}
const print = (text: string): void => void process.stdout.write(`${text}\n`)
const fixed = (value: number): string => (Number.isFinite(value) ? value.toFixed(2) : '–')

const report = (measured: readonly Measured[]): string =>
  table(
    'case|status|cpu ×|at most|within|cpu µs|bare µs|req/s|p50 ms|p99 ms'.split('|'),
    measured.map(({ name, bound, statuses, ratio, service, bare }) => [
      name,
      statuses.join(', '),
      fixed(ratio.cpu),
      bound === undefined ? '' : fixed(bound),
      bound === undefined ? '' : isWithin({ bound, ratio }) ? 'yes' : 'no',
      fixed(service.cpu),
      fixed(bare.cpu),
      number(service.requestsPerSecond),
      fixed(service.p50),
      fixed(service.p99),
    ]),
  )

const wanted = ({ name, isMain }: Case): boolean => name.includes(only) && (isMain || !quick)

/** Milliseconds from the start of the process to the end of the first answer. */
const startOnce = async (dataDir: string, key: string): Promise<number> => {
  const begun = performance.now()
  const service = await startService(dataDir)
  const headers = { authorization: `Bearer ${key}` }
  const { ok } = await fetch(`http://127.0.0.1:${service.port}/v1/pets`, { headers })
  const taken = performance.now() - begun
  await stop(service)
  return ok ? taken : Number.NaN
}

const measureSize = async (animals: number): Promise<void> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'petstore-bench-'))
  try {
    const filled = await fillStore(dataDir, { animals, keys })
    print(`\n${number(animals)} animals, ${number(keys)} keys\n`)
    const starts: number[] = []
    for (let n = 0; n < effort.rounds; n += 1)
      starts.push(await startOnce(dataDir, filled.keys.wide))
    const service = await startService(dataDir)
    try {
      const rest = usageOf(service.process.pid).memory
      const measured: Measured[] = []
      for (const each of casesFor({ ...filled, animals }).filter(wanted)) {
        measured.push(await measure(service, each, effort))
        if (process.stdout.isTTY) print(each.name)
      }
      print(report(measured))
      const peak = usageOf(service.process.pid).peak
      const [before, most] = [rest, peak].map((bytes) => (bytes / 2 ** 20).toFixed(0))
      print(
        `Start to first answer: ${number(median(starts))} ms. Memory: ${before} MiB, at most ${most} MiB.`,
      )
    } finally {
      await stop(service)
    }
  } finally {
    rmSync(dataDir, { recursive: true })
  }
}

print(`${cpus()[0]?.model}, ${cpus().length} cores, Node ${process.version}`)
if (values.cluster) {
  print(report(await measureCluster({ animals: sizes[0] ?? 1_000, keys, only }, effort)))
} else if (values.floods) {
  print(table(['a normal client beside', 'p50 ms', 'p99 ms'], await measureFloods(effort.seconds)))
} else {
  if (values.work || (quick && only === '')) {
    const { ok, told } = await guardWork()
    print(told)
    if (!ok) process.exitCode = 1
  }
  for (const animals of sizes) await measureSize(animals)
}
