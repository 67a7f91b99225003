import { parseArgs } from 'node:util'
import * as fc from 'fast-check'
import { type Cleanup, withCleanup } from '../test/helpers/cleanup.ts'
import { requestsProperty, startTarget } from '../test/property/requests.ts'
import { sequencesProperty } from '../test/property/sequences.ts'
import { Tally } from '../test/property/tally.ts'

/**
 * Runs the property tests for a given time, with consecutive seeds: `npm run fuzz -- --minutes 10 [--seed
 * N]`. A failure prints the command that reproduces it.
 */
const usage =
  'npm run fuzz -- [--minutes N] [--seed N] [--property requests|sequences [--path P]]\n'

/** Each batch has its own seed, and for `requests` its own service, so that it can be rerun alone. */
const batches = {
  requests: {
    numRuns: 2_000,
    make: async (cleanup: Cleanup, tally: Tally) =>
      requestsProperty(await startTarget(cleanup), tally) as fc.IAsyncProperty<unknown>,
  },
  sequences: {
    numRuns: 25,
    make: async (_cleanup: Cleanup, tally: Tally) =>
      sequencesProperty(tally) as fc.IAsyncProperty<unknown>,
  },
} as const
type Name = keyof typeof batches
const names: readonly Name[] = ['requests', 'sequences']

/** Milliseconds after which one case, or one sequence, counts as hanging. */
const caseTimeout = 60_000
const progressEvery = 30_000

const say = (line: string): void => void process.stdout.write(`${line}\n`)

const readOptions = (): {
  readonly minutes: number
  readonly seed: number
  readonly only: Name | undefined
  readonly path: string | undefined
} => {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    options: { minutes: text, seed: text, property: text, path: text },
  })
  const minutes = Number(values.minutes ?? 1)
  const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 30))
  const only = names.find((name) => name === values.property)
  const known = values.property === undefined || only !== undefined
  if (!(minutes > 0) || !Number.isInteger(seed) || !known) throw new Error(usage)
  return { minutes, seed, only, path: values.path }
}

/** Runs one batch and says whether the property held. */
const runBatch = async (
  name: Name,
  seed: number,
  tally: Tally,
  more: fc.Parameters<unknown>,
): Promise<boolean> => {
  let held = true
  await withCleanup(async (cleanup) => {
    const { make, numRuns } = batches[name]
    const property = await make(cleanup, tally)
    const details = await fc.check(property, { seed, numRuns, timeout: caseTimeout, ...more })
    held = !details.failed
    if (held) return
    say(fc.defaultReportMessage(details) ?? 'The property failed.')
    const path = details.counterexamplePath ?? ''
    say(`To see it again: npm run fuzz -- --property ${name} --seed ${seed} --path "${path}"`)
  })
  return held
}

const main = async (): Promise<void> => {
  const { minutes, seed, only, path } = readOptions()
  const tally = new Tally()
  let held = true
  if (path !== undefined) {
    held = await runBatch(only ?? 'requests', seed, tally, { path, endOnFailure: true })
  } else {
    say(`Seed ${seed}, ${minutes} minutes.`)
    const end = Date.now() + minutes * 60_000
    let told = Date.now()
    for (let batch = 0; held && Date.now() < end; batch += 1) {
      const name = only ?? names[batch % names.length] ?? 'requests'
      const interruptAfterTimeLimit = end - Date.now()
      held = await runBatch(name, seed + batch, tally, { interruptAfterTimeLimit })
      if (Date.now() - told < progressEvery) continue
      told = Date.now()
      say(`${tally.cases} cases, ${Math.ceil((end - told) / 60_000)} minutes to go`)
    }
  }
  for (const line of tally.lines()) say(line)
  process.exitCode = held && tally.serverErrors === 0 ? 0 : 1
}

await main()
