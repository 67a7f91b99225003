import { parseArgs } from 'node:util'
import { withCleanup } from '../helpers/cleanup.ts'
import { startAttackedService } from './attacked-service.ts'
import { startCluster } from './cluster.ts'
import type { Ledger } from './ledger.ts'
import { isSound, refutedIn, torture, verdictOf } from './run.ts'
import { isSabotage, sabotages } from './sabotage.ts'

/**
 * `npm run proof -- [--minutes 1] [--seed N] [--cluster] [--break commit|hold|quota|event]`: a service is killed, cut off,
 * flooded and filled before the reader's eyes, while callers work with it; in the end it is compared with what they were
 * told. `--break` puts a fault into the service: then the proof must fail.
 */
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '1' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    cluster: { type: 'boolean', default: false },
    break: { type: 'string' },
  },
})
const minutes = Number(values.minutes)
const seed = Number(values.seed)
const refuse = (fault: string): never => {
  process.stderr.write(`${fault}\n`)
  process.exit(2)
}
if (!(minutes > 0 && minutes <= 1_440)) refuse('--minutes takes a number above 0, up to 1440.')
if (!Number.isSafeInteger(seed)) refuse('--seed takes a whole number.')
const { break: promise } = values
const sabotage =
  promise === undefined || isSabotage(promise)
    ? promise
    : refuse(`--break takes one of ${Object.keys(sabotages).join(', ')}.`)
if (sabotage !== undefined && values.cluster) refuse('--break goes without --cluster.')

const count = (number: number): string => number.toLocaleString('en')
const begun = performance.now()

/** A line for each thing that was done to the service. */
const show = (_round: number, what: string, { acknowledged, gap }: Ledger): void => {
  const seconds = Math.round((performance.now() - begun) / 1_000)
  process.stdout.write(
    `${String(seconds).padStart(5)} s  ${what.padEnd(6)}  acknowledged ${count(acknowledged)}, the longest wait ${Math.round(gap)} ms\n`,
  )
}

await withCleanup(async (t) => {
  const attacked = values.cluster ? undefined : await startAttackedService(t, sabotage)
  for (const program of attacked?.missing ?? []) process.stdout.write(`Not here: ${program}\n`)
  const tortured = attacked ?? (await startCluster(t, 'synchronous'))
  const plan = { rounds: Infinity, changes: 200, seed, time: minutes * 60_000 }
  const figures = await torture(tortured, plan, show)
  const parts = Object.entries(verdictOf(figures)).map(
    ([what, number]) => `${what} ${count(number)}`,
  )
  for (const refuted of refutedIn(figures).slice(0, 10)) process.stdout.write(`${refuted}\n`)
  for (const [what, times] of Object.entries(figures.unexpected)) {
    process.stdout.write(`unexpected, ${count(times)} times: ${what}\n`)
  }
  process.stdout.write(
    `acknowledged ${count(figures.acknowledged)}, ${parts.join(', ')}, histories ${count(figures.history.objects)}, seed ${seed}\n`,
  )
  process.exitCode = isSound(figures) ? 0 : 1
})
