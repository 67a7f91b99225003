import { parseArgs } from 'node:util'
import { withCleanup } from '../helpers/cleanup.ts'
import { startCluster } from './cluster.ts'
import { isSound, torture, type Tortured } from './run.ts'
import { diskCalls, startTorturedService } from './service.ts'

/**
 * The long form of test/long/torture.test.ts: `npm run torture -- [--rounds 200] [--changes 2000] [--seed N]` kills a
 * service in each round, once so many changes are acknowledged. With `--disk`, calls of the system fail before. With
 * `--cluster`, it kills and pauses what belongs to a cluster of three nodes; with `--control` that replicates
 * asynchronously, and loss must be found.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '200' },
    changes: { type: 'string', default: '2000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    cluster: { type: 'boolean', default: false },
    control: { type: 'boolean', default: false },
    disk: { type: 'boolean', default: false },
  },
})
const plan = {
  rounds: Number(values.rounds),
  changes: Number(values.changes),
  seed: Number(values.seed),
}
if (!Object.values(plan).every((count) => Number.isSafeInteger(count) && count > 0)) {
  process.stderr.write('--rounds, --changes and --seed take a whole number from 1 on.\n')
  process.exit(2)
}

const begun = performance.now()
const print = (value: object): void => void process.stdout.write(`${JSON.stringify(value)}\n`)

const run = async (tortured: Tortured) => {
  const figures = await torture(tortured, plan, (round, what, { acknowledged, gap, faults }) => {
    print({ round, what, acknowledged, gap: Math.round(gap), ...faults })
  })
  print({ ...figures, seconds: Math.round((performance.now() - begun) / 1_000) })
  return figures
}

await withCleanup(async (t) => {
  if (values.cluster) {
    const figures = await run(
      await startCluster(t, values.control ? 'asynchronous' : 'synchronous'),
    )
    const isWell = values.control ? figures.lost > 0 : isSound(figures)
    process.exitCode = isWell ? 0 : 1
    return
  }
  for (const failing of values.disk ? diskCalls : [undefined]) {
    const service = await startTorturedService(t, failing)
    const figures = await run(service)
    if (!isSound(figures) || (await service.stop()) !== 'ok') process.exitCode = 1
  }
})
