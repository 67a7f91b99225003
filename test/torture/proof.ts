import { parseArgs } from 'node:util'
import { missingHere } from '../../scripts/cluster/missing.ts'
import { type Cleanup, withCleanup } from '../helpers/cleanup.ts'
import { startAttackedService } from './attacked-service.ts'
import { alsoAttacked } from './attacks.ts'
import { startCluster } from './cluster.ts'
import { missingEngines, startNodesOverEngines } from './engines.ts'
import type { Ledger } from './ledger.ts'
import { isSound, refutedIn, torture, type Tortured, verdictOf } from './run.ts'
import { isSabotage, sabotaged, sabotages } from './sabotage.ts'

/**
 * `npm run proof -- [--minutes 1] [--seed N] [--cluster | --nodes 3] [--break commit|hold|quota|event]`: a service is killed,
 * cut off, flooded and filled before the reader's eyes, while callers work with it; in the end it is compared with what they
 * were told. `--break` puts a fault into the service: then the proof must fail.
 *
 * - `--cluster` does so to a cluster of three machines, with its databases, counters and sentinels.
 * - `--nodes N` does so to nodes over one PostgreSQL and one Redis, which need one package of Debian; `--cluster` does the same
 *   where programs of a cluster are missing.
 */
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '1' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    cluster: { type: 'boolean', default: false },
    nodes: { type: 'string' },
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
if (values.cluster && values.nodes !== undefined) refuse('Take --cluster or --nodes, not both.')
const nodes = Number(values.nodes ?? 3)
if (!(Number.isSafeInteger(nodes) && nodes >= 2 && nodes <= 9))
  refuse('--nodes takes a number from 2 to 9.')

const count = (number: number): string => number.toLocaleString('en')
const begun = performance.now()

/** A line for each thing that was done to the service. */
const show = (_round: number, what: string, { acknowledged, gap }: Ledger): void => {
  const seconds = Math.round((performance.now() - begun) / 1_000)
  process.stdout.write(
    `${String(seconds).padStart(5)} s  ${what.padEnd(values.cluster || values.nodes !== undefined ? 27 : 6)}  acknowledged ${count(acknowledged)}, the longest wait ${Math.round(gap)} ms\n`,
  )
}

const say = (line: string): void => void process.stdout.write(`${line}\n`)

/** Starts what the options ask for, as far as this machine can. */
const start = async (t: Cleanup): Promise<Tortured> => {
  if (!values.cluster && values.nodes === undefined) {
    const attacked = await startAttackedService(t, sabotage)
    for (const program of attacked.missing) say(`Not here: ${program}`)
    return attacked
  }
  const missing = values.nodes === undefined ? missingHere() : 'is not asked for'
  if (missing === undefined) {
    return await alsoAttacked(t, await startCluster(t, 'synchronous', sabotaged(sabotage), say))
  }
  const missingToo = missingEngines()
  if (missingToo !== undefined) refuse(`A proof of several nodes ${missingToo}`)
  if (values.nodes === undefined) say(`Not here: a cluster of three machines, which ${missing}`)
  say(`${nodes} nodes over one PostgreSQL and one Redis.`)
  return await alsoAttacked(t, await startNodesOverEngines(t, nodes, sabotaged(sabotage)))
}

await withCleanup(async (t) => {
  const tortured = await start(t)
  const plan = { rounds: Infinity, changes: 200, seed, time: minutes * 60_000 }
  const figures = await torture(tortured, plan, show)
  const parts = Object.entries(verdictOf(figures)).map(
    ([what, number]) => `${what} ${count(number)}`,
  )
  for (const refuted of refutedIn(figures).slice(0, 10)) say(refuted)
  for (const [what, times] of Object.entries(figures.unexpected)) {
    say(`unexpected, ${count(times)} times: ${what}`)
  }
  process.stdout.write(
    `acknowledged ${count(figures.acknowledged)}, ${parts.join(', ')}, histories ${count(figures.history.objects)}, seed ${seed}\n`,
  )
  process.exitCode = isSound(figures) ? 0 : 1
})
