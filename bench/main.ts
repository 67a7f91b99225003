import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { openSqliteStorage } from '../src/storage/sqlite/storage.ts'
import { casesFor } from './cases.ts'
import { fillStore } from './data.ts'
import { hasWrk } from './load.ts'
import { type Effort, measure, type Measured } from './measure.ts'
import { plotOf, type Sized, tableOf } from './report.ts'
import { startService, stop, usageOf } from './servers.ts'

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    /** Numbers of animals, with commas between. */
    sizes: { type: 'string' },
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    /** Only cases whose name has this in it. */
    only: { type: 'string', default: '' },
  },
})

const sizes = (values.sizes ?? (values.quick ? '1000' : '1,1000,100000,10000000'))
  .split(',')
  .map(Number)
const effort: Effort = {
  generator: (await hasWrk()) ? 'wrk' : 'autocannon',
  rounds: Number(values.rounds ?? (values.quick ? 3 : 5)),
  seconds: Number(values.seconds ?? (values.quick ? 1 : 3)),
}
const print = (text: string): void => void process.stdout.write(text)
print(
  `${cpus()[0]?.model}, ${cpus().length} processors, Node ${process.version}, ${effort.generator}\n\n`,
)

const results: Sized[] = []
for (const animals of sizes) {
  const keys = animals >= 100_000 ? 100_000 : 10
  const dataDir = mkdtempSync(join(tmpdir(), 'petstore-bench-'))
  try {
    const filled = await fillStore(dataDir, animals, keys)
    const storage = openSqliteStorage(join(dataDir, 'staging.sqlite'), 'staging', 5_000)
    const { secret } = storage
    await storage.close()
    const begun = performance.now()
    const service = await startService(dataDir)
    const startup = performance.now() - begun
    try {
      const measured: Measured[] = []
      const smallest = animals === sizes[0]
      for (const each of casesFor({ keys: filled, secret, animals })) {
        if (!each.name.includes(values.only) || !(each.atEverySize || smallest)) continue
        measured.push(await measure(service, each, effort))
      }
      const sized = { animals, keys, cases: measured }
      results.push(sized)
      const peak = (usageOf(service)?.peak ?? Number.NaN) / 2 ** 20
      print(
        `${tableOf(sized)}\nlistening after ${startup.toFixed(0)} ms, peak memory ${peak.toFixed(0)} MiB\n\n`,
      )
    } finally {
      await stop(service)
    }
  } finally {
    rmSync(dataDir, { recursive: true })
  }
}

const folder = fileURLToPath(new URL('results/', import.meta.url))
mkdirSync(folder, { recursive: true })
writeFileSync(join(folder, 'results.json'), `${JSON.stringify(results, undefined, 2)}\n`)
writeFileSync(join(folder, 'cost-by-size.svg'), plotOf(results))
print(`${folder}results.json and cost-by-size.svg have the figures.\n`)
