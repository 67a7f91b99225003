import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { temporaryFolder } from '../test/helpers/app.ts'
import { type Cleanup, withCleanup } from '../test/helpers/cleanup.ts'
import { runHere } from '../test/helpers/command.ts'
import { startPostgres } from '../test/helpers/postgres.ts'
import { startValkey } from '../test/helpers/valkey.ts'
import { type Case, casesFor } from './cases.ts'
import { guard } from './counted/guard.ts'
import { fillStore } from './data.ts'
import { floors } from './floor.ts'
import { measureFloods } from './floods.ts'
import { measure, median, type Measured, usageOf } from './measure.ts'
import { type Server, startService, stop } from './servers.ts'
import { number, table } from './table.ts'

/**
 * `npm run bench`: the service against a bare `node:http` server that sends the same bytes, under the same load, in turn.
 *
 * - `--quick`: the main cases at 1,000 animals, one round; `--only NAME`: only cases whose name contains this.
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
      ...(bound === undefined ? ['', ''] : [fixed(bound), ratio.cpu <= bound ? 'yes' : 'no']),
      fixed(service.cpu),
      fixed(bare.cpu),
      number(service.requestsPerSecond),
      fixed(service.p50),
      fixed(service.p99),
    ]),
  )

const wanted = ({ name, isMain }: Case): boolean => name.includes(only) && (isMain || !quick)

/** Milliseconds from the start of the process to the end of the first response. */
const startOnce = async (dataDir: string, key: string): Promise<number> => {
  const begun = performance.now()
  const service = await startService(dataDir)
  const headers = { authorization: `Bearer ${key}` }
  const { ok } = await fetch(`http://127.0.0.1:${service.port}/v1/pets`, { headers })
  const taken = performance.now() - begun
  await stop(service)
  return ok ? taken : Number.NaN
}

const measureAll = async (service: Server, cases: readonly Case[]) => {
  const measured: Measured[] = []
  for (const each of cases) measured.push(await measure(service, each, effort))
  return measured
}

const measureSize = async (t: Cleanup, animals: number): Promise<void> => {
  const dataDir = temporaryFolder(t)
  const filled = await fillStore(dataDir, { animals, keys })
  print(`\n${number(animals)} animals, ${number(keys)} keys\n`)
  const starts: number[] = []
  for (let n = 0; n < effort.rounds; n += 1) starts.push(await startOnce(dataDir, filled.keys.wide))
  const service = await startService(dataDir)
  t.after(async () => await stop(service))
  const { memory } = usageOf(service.process.pid)
  const cases = casesFor({ ...filled, animals }).filter(wanted)
  print(report(await measureAll(service, cases)))
  if (cases.some(({ name }) => name.includes('64 connections')))
    print(`SQLite alone, 64 changes in a commit: ${await floors(temporaryFolder(t))}.`)
  const [rest, most] = [memory, usageOf(service.process.pid).peak].map((n) => number(n / 2 ** 20))
  const first = `Start to first answer: ${number(median(starts))} ms`
  print(`${first}. Memory: ${rest} MiB, at most ${most} MiB.`)
}

/** The highest acceptable processor time of a node, as a multiple of the bare server's. */
const bounds: Readonly<Record<string, number>> = {
  'first page, hot': 1.3,
  'cold page': 2.7,
  'single read, cold': 2.7,
  'over quota': 1.2,
  'create, 64 connections': 2.3,
}

/**
 * Measures a node of a cluster: its store is in PostgreSQL, without a standby and without `fsync`, and its
 * counters in Redis, all on this machine.
 */
const measureCluster = async (t: Cleanup, animals: number): Promise<readonly Measured[]> => {
  const dataDir = temporaryFolder(t)
  const filled = await fillStore(dataDir, { animals, keys })
  const postgres = await startPostgres()
  t.after(postgres.close)
  const counters = await startValkey(t)
  const store = postgres.url(await postgres.newDatabase())
  const args = ['move', '--from', 'sqlite', '--to', store, '--environment', 'staging']
  const { status, error } = await runHere(args, { PETSTORE_DATA_DIR: dataDir })
  if (status !== 0) throw new Error(error)
  const service = await startService(dataDir, {
    PETSTORE_STAGING_STORE: store,
    PETSTORE_STAGING_COUNTERS: `valkey://127.0.0.1:${counters.port}/bench`,
  })
  t.after(async () => await stop(service))
  const cases = casesFor({ ...filled, animals })
    .filter(({ name }) => name in bounds && name.includes(only))
    .map((each): Case => ({ ...each, bound: bounds[each.name] }))
  return await measureAll(service, cases)
}

print(`${cpus()[0]?.model}, ${cpus().length} cores, Node ${process.version}`)
await withCleanup(async (t) => {
  if (values.cluster) {
    print(report(await measureCluster(t, sizes[0] ?? 1_000)))
  } else if (values.floods) {
    const rows = await measureFloods(t, effort.seconds)
    print(table(['a normal client beside', 'p50 ms', 'p99 ms'], rows))
  } else if (values.work || (quick && only === '')) {
    const { ok, told } = await guard('work')
    print(told)
    if (!ok) process.exitCode = 1
  }
})
if (!values.cluster && !values.floods) {
  for (const animals of sizes) await withCleanup(async (t) => await measureSize(t, animals))
}
