import { parseArgs } from 'node:util'
import * as fc from 'fast-check'
import { withCleanup } from '../test/helpers/cleanup.ts'
import { requestsProperty, startTarget } from '../test/property/requests.ts'

/**
 * Runs the property tests for a given time, with consecutive seeds: `npm run fuzz -- --minutes 10 [--seed
 * N]`. A failure prints the command that reproduces it.
 */
const usage = 'npm run fuzz -- [--minutes N] [--seed N] [--path P]\n'

/** Each batch has its own seed and its own service, so that it can be rerun alone. */
const numRuns = 2_000

/** Milliseconds after which one case counts as hanging. */
const timeout = 60_000
const progressEvery = 30_000

const say = (line: string): void => void process.stdout.write(`${line}\n`)

/** Runs one batch. Returns how many cases it had, or undefined if the property did not hold. */
const runBatch = async (
  seed: number,
  more: fc.Parameters<unknown>,
): Promise<number | undefined> => {
  let done: number | undefined
  await withCleanup(async (cleanup) => {
    const property = requestsProperty(await startTarget(cleanup)) as fc.IAsyncProperty<unknown>
    const details = await fc.check(property, { seed, numRuns, timeout, ...more })
    if (!details.failed) return void (done = details.numRuns)
    say(fc.defaultReportMessage(details) ?? 'The property failed.')
    const path = details.counterexamplePath ?? ''
    say(`To see it again: npm run fuzz -- --seed ${seed} --path "${path}"`)
  })
  return done
}

const main = async (): Promise<void> => {
  const text = { type: 'string' } as const
  const { values } = parseArgs({ options: { minutes: text, seed: text, path: text } })
  const { path } = values
  const minutes = Number(values.minutes ?? 1)
  const first = Number(values.seed ?? Math.floor(Math.random() * 2 ** 30))
  if (!(minutes > 0) || !Number.isInteger(first)) throw new Error(usage)
  if (path !== undefined) {
    const done = await runBatch(first, { path, endOnFailure: true })
    process.exitCode = done === undefined ? 1 : 0
    return
  }
  say(`Seed ${first}, ${minutes} minutes.`)
  const end = Date.now() + minutes * 60_000
  let told = Date.now()
  let cases = 0
  for (let seed = first; Date.now() < end; seed += 1) {
    const done = await runBatch(seed, { interruptAfterTimeLimit: end - Date.now() })
    if (done === undefined) {
      process.exitCode = 1
      return
    }
    cases += done
    if (Date.now() - told < progressEvery) continue
    told = Date.now()
    say(`${cases} cases, ${Math.ceil((end - told) / 60_000)} minutes to go`)
  }
  say(`${cases} cases.`)
}

await main()
