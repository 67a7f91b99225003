import { parseArgs } from 'node:util'
import { withCleanup } from '../helpers/cleanup.ts'
import { startCluster } from './cluster.ts'
import { startTorturedService } from './service.ts'
import { tortureStreams } from './streams.ts'

/**
 * `npm run torture:streams -- [--seconds 60] [--followers 100] [--writers 64] [--deeds 4] [--seed N] [--cluster]`: followers of
 * the log while it grows and services are killed. It prints one line, and fails if a follower missed an event.
 */
const number = (value: number) => ({ type: 'string', default: String(value) }) as const
const { values } = parseArgs({
  options: {
    seconds: number(60),
    followers: number(100),
    writers: number(64),
    deeds: number(4),
    seed: number(Date.now() % 1_000_000),
    cluster: { type: 'boolean', default: false },
  },
})

await withCleanup(async (t) => {
  const tortured = values.cluster
    ? await startCluster(t, 'synchronous')
    : await startTorturedService(t)
  const figures = await tortureStreams(tortured, {
    seconds: Number(values.seconds),
    followers: Number(values.followers),
    writers: Number(values.writers),
    deeds: Number(values.deeds),
    seed: Number(values.seed),
  })
  process.stdout.write(`${JSON.stringify(figures)}\n`)
  process.exitCode = figures.wrong === 0 ? 0 : 1
})
