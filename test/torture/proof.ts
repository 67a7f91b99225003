import { parseArgs } from 'node:util'
import { missingHere } from '../../scripts/cluster/missing.ts'
import { type Cleanup, withCleanup } from '../helpers/cleanup.ts'
import { findProgram } from '../helpers/needs.ts'
import { alsoAttacked } from './attacks.ts'
import { startCluster } from './cluster.ts'
import { missingEngines, startNodesOverEngines } from './engines.ts'
import type { Ledger } from './ledger.ts'
import { isSound, refutedIn, torture, type Tortured, usual, verdictOf } from './run.ts'
import { isSabotage, sabotaged, sabotages } from './sabotage.ts'
import { startTorturedService } from './service.ts'

/**
 * `npm run proof -- [--minutes 1] [--seed N] [--clock | --disk | --cluster | --nodes 3] [--break commit|hold|quota|event]`: a
 * service is killed, cut off, flooded and filled before the reader's eyes, while callers work with it; in the end it is
 * compared with what they were told. `--break` puts a fault into the service: then the proof must fail.
 *
 * - `--clock` lets the clock of the service run fast, and kills it; `--disk` lets calls of the system fail before each kill too.
 * - `--cluster` disturbs a cluster of three machines, with its databases, counters and sentinels.
 * - `--nodes N` disturbs nodes over one PostgreSQL and one Redis, which need one package of Debian; `--cluster` does the same
 *   where programs of a cluster are missing.
 * - `--streams N` lets so many follow the events by streams.
 */
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '1' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    streams: { type: 'string', default: String(usual.streams) },
    clock: { type: 'boolean', default: false },
    disk: { type: 'boolean', default: false },
    cluster: { type: 'boolean', default: false },
    nodes: { type: 'string' },
    break: { type: 'string' },
  },
})
const minutes = Number(values.minutes)
const [seed, streams] = [Number(values.seed), Number(values.streams)]
const refuse = (fault: string): never => {
  process.stderr.write(`${fault}\n`)
  process.exit(2)
}
if (!(minutes > 0 && minutes <= 1_440)) refuse('--minutes takes a number above 0, up to 1440.')
if (!Number.isSafeInteger(seed)) refuse('--seed takes a whole number.')
if (!(Number.isSafeInteger(streams) && streams >= 0)) refuse('--streams takes a whole number.')
const { break: promise } = values
const sabotage =
  promise === undefined || isSabotage(promise)
    ? promise
    : refuse(`--break takes one of ${Object.keys(sabotages).join(', ')}.`)
const kinds = [values.clock, values.disk, values.cluster, values.nodes !== undefined]
if (kinds.filter((isTaken) => isTaken).length > 1)
  refuse('Take one of --clock, --disk, --cluster and --nodes.')
if (promise !== undefined && (values.clock || values.disk))
  refuse('Take --break without --clock and --disk.')
const nodes = Number(values.nodes ?? 3)
if (!(Number.isSafeInteger(nodes) && nodes >= 2 && nodes <= 9))
  refuse('--nodes takes a number from 2 to 9.')

const isAlone = !values.cluster && values.nodes === undefined
const count = (number: number): string => number.toLocaleString('en')
const say = (line: string): void => void process.stdout.write(`${line}\n`)
const begun = performance.now()

/** A line for each thing that was done to the service. */
const show = (what: string, { acknowledged, gap }: Ledger): void => {
  const seconds = String(Math.round((performance.now() - begun) / 1_000)).padStart(5)
  const told = `acknowledged ${count(acknowledged)}, the longest wait ${Math.round(gap)} ms`
  say(`${seconds} s  ${what.padEnd(isAlone ? 6 : 27)}  ${told}`)
}

/** Starts what the options ask for, as far as this machine can. */
const start = async (t: Cleanup): Promise<Tortured> => {
  if (isAlone) {
    const how = values.disk ? 'failing' : values.clock ? 'hurried' : 'attacked'
    const hasFiu = ['fiu-run', 'fiu-ctrl'].every((program) => findProgram(program) !== undefined)
    if (!hasFiu) say('Not here: fiu-run (the disk is never full)')
    if (!hasFiu && values.disk) refuse('--disk needs fiu-run: apt-get install fiu-utils')
    return await startTorturedService(t, how, { sabotage, hasFiu })
  }
  const missing = values.nodes === undefined ? missingHere() : 'is not asked for'
  if (missing === undefined)
    return await alsoAttacked(t, await startCluster(t, 'synchronous', sabotaged(sabotage), say))
  const missingToo = missingEngines()
  if (missingToo !== undefined) refuse(`A proof of several nodes ${missingToo}`)
  if (values.nodes === undefined) say(`Not here: a cluster of three machines, which ${missing}`)
  say(`${nodes} nodes over one PostgreSQL and one Redis.`)
  return await alsoAttacked(t, await startNodesOverEngines(t, nodes, sabotaged(sabotage)))
}

await withCleanup(async (t) => {
  const started = await start(t)
  const tortured = { ...started, crowd: { ...(started.crowd ?? usual), streams } }
  const plan = { rounds: Infinity, changes: 200, seed, time: minutes * 60_000 }
  const figures = await torture(tortured, plan, show)
  const parts = Object.entries(verdictOf(figures)).map(
    ([what, number]) => `${what} ${count(number)}`,
  )
  const state = await (tortured.stop?.() ?? 'ok')
  if (state !== 'ok') say(`The file of the store: ${state}`)
  for (const refuted of refutedIn(figures).slice(0, 10)) say(refuted)
  for (const [what, times] of Object.entries(figures.unexpected))
    say(`unexpected, ${count(times)} times: ${what}`)
  const [acknowledged, histories] = [figures.acknowledged, figures.history.objects].map(count)
  say(`acknowledged ${acknowledged}, ${parts.join(', ')}, histories ${histories}, seed ${seed}`)
  process.exitCode = isSound(figures) && state === 'ok' ? 0 : 1
})
