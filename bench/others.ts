import { parseArgs } from 'node:util'
import { writeOthers } from './docs.ts'
import { findGenerator } from './load.ts'
import { compare } from './others/compare.ts'
import { othersPage } from './others/page.ts'
import { measurePostgres } from './others/postgres.ts'
import type { Cost } from './others/program.ts'
import { measureRedis } from './others/redis.ts'

/**
 * `npm run bench:others`: what somebody could take in place of the service, under the same loads in the same run, and what one
 * call takes of the programs that several machines would share: the figures of `plan.ts`. The former are installed from
 * npm into a temporary folder. The latter are started in folders of their own; they need PostgreSQL with
 * pgbench, and Redis. The script names what is missing and leaves it out.
 *
 * - `--only NAME` measures the contenders whose name has this in it; `--no-shared` leaves out PostgreSQL and Redis.
 * - `--rounds 5`, `--seconds 2`: how often, and how long, each is under each load.
 * - `--keep DIR` keeps the packages in a folder and takes them from there.
 * - `--write-docs` puts the comparison into `docs/performance.md`.
 */
const { values } = parseArgs({
  allowNegative: true,
  options: {
    only: { type: 'string', default: '' },
    shared: { type: 'boolean', default: true },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '2' },
    keep: { type: 'string' },
    'write-docs': { type: 'boolean', default: false },
  },
})
const print = (text: string): void => void process.stdout.write(`${text}\n`)

const tell = (what: string, { cpu, perSecond }: Cost): void => {
  const rate = Math.round(perSecond).toLocaleString('en')
  print(`${what}: ${cpu.toFixed(0)} µs of processor time, ${rate} a second`)
}

/** @param measure tells what one program takes, or rejects if it is missing */
const tellShared = async (measure: () => Promise<void>): Promise<void> => {
  await measure().catch((error: Error) => print(`Not measured: ${error.message}`))
}

const generator = await findGenerator()
const effort = { generator, rounds: Number(values.rounds), seconds: Number(values.seconds) }
const page = othersPage(await compare(effort, values.only, values.keep), effort)
print(page)
if (values['write-docs']) writeOthers(page)
if (values.shared) {
  await tellShared(async () => {
    const { page: read, insert } = await measurePostgres()
    tell('PostgreSQL, a page of 20 among a million animals', read)
    tell('PostgreSQL, an insert with its commit', insert)
  })
  await tellShared(async () => {
    const { spend } = await measureRedis()
    tell('Redis, a script that spends from one of 10,000 callers', spend)
  })
}
