import { parseArgs } from 'node:util'
import { torture } from './torture.ts'

/** `npm run torture -- --rounds 200 [--seed N]`: the long form of test/process/crash.test.ts. */
const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '200' }, seed: { type: 'string' } },
})
const rounds = Number(values.rounds)
const seed = values.seed === undefined ? Date.now() % 1_000_000 : Number(values.seed)
if (!Number.isSafeInteger(rounds) || rounds < 1 || !Number.isSafeInteger(seed)) {
  process.stderr.write('--rounds takes a whole number from 1 on, --seed a whole number.\n')
  process.exit(2)
}

const cleanups: Array<() => unknown> = []
const begun = performance.now()
try {
  const figures = await torture(
    { after: (cleanup?: unknown) => void cleanups.push(cleanup as () => unknown) },
    rounds,
    seed,
    (round, { acknowledgedCount, faults }) => {
      if (round % 10 !== 0) return
      const { lost, duplicated, altered } = faults
      process.stdout.write(
        `round ${round}: acknowledged ${acknowledgedCount}, lost ${lost}, duplicated ${duplicated}, altered ${altered}\n`,
      )
    },
  )
  const seconds = Math.round((performance.now() - begun) / 1_000)
  process.stdout.write(`${JSON.stringify({ ...figures, seconds })}\n`)
  const { lost, duplicated, altered, miscounted, unbanned, unpaired, integrity } = figures
  const sound = lost + duplicated + altered + miscounted + unbanned + Math.abs(unpaired) === 0
  process.exitCode = sound && integrity === 'ok' ? 0 : 1
} finally {
  for (const cleanup of cleanups.toReversed()) await cleanup()
}
