import { parseArgs } from 'node:util'
import { seededRandom } from '../test/torture/random.ts'
import { table } from './shared/table.ts'
import { simulateFailovers } from './simulate/failovers.ts'
import { simulateQuotas } from './simulate/quotas.ts'

/**
 * Simulates what no machine at hand can show: quotas over a thousand nodes whose common counters fail, and a thousand
 * failovers of the database. `npm run simulate [-- --seed N]` prints the same for the same seed.
 */
const { values } = parseArgs({ options: { seed: { type: 'string', default: '1' } } })
const seed = Number(values.seed)
if (!Number.isSafeInteger(seed) || seed < 0) {
  process.stderr.write('--seed takes a whole number from 0 on.\n')
  process.exit(2)
}
const print = (text: string): void => void process.stdout.write(`${text}\n`)

print(
  `Seed ${seed}\n\nRequests that pass in a minute, of callers that send 1.5 times their limit\n`,
)
const quotas = [3, 10, 100, 1_000].flatMap((nodes) =>
  [false, true].flatMap((isSticky) =>
    simulateQuotas({ nodes, isSticky, random: seededRandom(seed) }).map((figures) => [
      String(nodes),
      isSticky ? 'its own' : 'any',
      figures.plan,
      ...[figures.limit, figures.mostUp, figures.mostDown, figures.leastDown].map(String),
    ]),
  ),
)
print(
  table(
    [
      'nodes',
      'a caller reaches',
      'plan',
      'limit',
      'most, up',
      'most, down for a part',
      'least, down',
    ],
    quotas,
  ),
)
print('\nFailovers of the database under load: 1,000 rounds, 1,000 writes a second\n')
const failovers = [true, false].map((isSynchronous) => {
  const random = seededRandom(seed)
  const run = { rounds: 1_000, writesPerSecond: 1_000, isSynchronous, random }
  const { acknowledged, lost, unknownButKept, unknownAndGone } = simulateFailovers(run)
  const counts = [acknowledged, lost, unknownButKept, unknownAndGone]
  return [isSynchronous ? 'synchronous' : 'asynchronous (control)', ...counts.map(String)]
})
const unknown = ['unknown to the caller, kept', 'unknown to the caller, gone']
print(table(['standby', 'acknowledged', 'acknowledged and lost', ...unknown], failovers))
