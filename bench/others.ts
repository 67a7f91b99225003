import { measurePostgres } from './others/postgres.ts'
import { measureRedis } from './others/redis.ts'

/**
 * Measures what one call takes of the programs that several machines would share: the figures of `plan.ts`. It
 * needs PostgreSQL with pgbench, and Redis; both are started for it, in folders of their own, and ended.
 *
 *   npm run bench:others
 */
const { page, insert } = await measurePostgres()
const { spend } = await measureRedis()
const tell = (what: string, { cpu, perSecond }: { cpu: number; perSecond: number }): void => {
  const rate = Math.round(perSecond).toLocaleString('en')
  process.stdout.write(`${what}: ${cpu.toFixed(0)} µs of processor time, ${rate} a second\n`)
}
tell('PostgreSQL, a page of 20 among a million animals', page)
tell('PostgreSQL, an insert with its commit', insert)
tell('Redis, a script that spends from one of 10,000 callers', spend)
