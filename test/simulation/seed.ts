import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { judges } from '../helpers/http.ts'
import { openStorage } from '../helpers/storage.ts'
import { type Crowd, refutedIn, torture, verdictOf } from '../torture/run.ts'
import { startCluster } from './cluster.ts'
import { startAlone } from './disk.ts'
import { VirtualTime } from './time.ts'
import { watchWebhooks } from './webhooks.ts'
import { environment } from './world.ts'

/** What one process simulates. */
export type Plan = {
  readonly seed: number
  /** Three nodes over a database, or one on a disk. */
  readonly world: keyof typeof worlds
  readonly rounds: number
  /** Acknowledged changes of a round, at least. */
  readonly changes: number
  /** Names of deeds that do not happen. */
  readonly without: readonly string[]
  /** The name of a fault that is put into the service. */
  readonly fault?: string | undefined
  /** A file for the history. */
  readonly history?: string | undefined
}

const worlds = { cluster: startCluster, disk: startAlone } as const

const crowd: Crowd = {
  adders: 4,
  onceAdders: 3,
  orderers: 4,
  watchers: 4,
  staff: 1,
  photographed: 0.2,
  // Streams are read over the network of this machine.
  streams: 0,
  ordered: 24,
  limits: [60],
  quota: 60,
}

/** Simulates what a seed determines. The process is of no other use afterwards: its clocks are not the machine's any more. */
export const simulate = async ({ seed, rounds, changes, without, history, world: kind }: Plan) => {
  // The contract of each answer is held by other tests.
  judges.length = 0
  const folder = mkdtempSync(join(tmpdir(), 'seed-'))
  const file = join(folder, `${environment}.sqlite`)
  await openStorage(file, { environment }).close()
  setSecret(file)
  const lines: string[] = []
  const time = new VirtualTime(seed)
  time.install()
  const run = async () => {
    const print = history === undefined ? undefined : (line: string): void => void lines.push(line)
    const world = await worlds[kind]({ time, folder, without: new Set(without), crowd, print })
    const { nodes: bases, key } = world.tortured
    const webhooks = await watchWebhooks(time, world.network, bases, key)
    const figures = await torture(world.tortured, { rounds, changes, seed })
    const faults = await webhooks.end()
    world.close()
    const { network, alarms } = world
    const verdict: Readonly<Record<string, number>> = {
      ...verdictOf(figures),
      ...faults,
      'not linearizable': figures.history.refuted.length,
      'errors of the service': alarms.length,
    }
    return {
      isSound: Object.values(verdict).every((count) => count === 0),
      verdict,
      /** Histories with too many possible orders to be checked. */
      undecided: figures.history.undecided + (figures.quota?.undecided ?? 0),
      /** What cannot be, and errors that nothing explains. */
      refuted: [...refutedIn(figures), ...alarms, ...Object.keys(figures.unexpected)].slice(0, 3),
      requests: network.requests,
      acknowledged: figures.acknowledged,
      /** What webhooks received. */
      messages: webhooks.received.length,
      /** What was done to the world, in any order. */
      deeds: Object.keys(figures.deeds),
      /** By the timers of the simulation. */
      seconds: Math.round(time.now / 1_000),
      /** Of all bytes that callers sent and received, with their times. */
      digest: network.digest,
    }
  }
  try {
    return await time.run(run())
  } finally {
    rmSync(folder, { recursive: true, force: true })
    if (history !== undefined) writeFileSync(history, `${lines.join('\n')}\n`)
  }
}

/** What came of a plan. */
export type Simulated = Awaited<ReturnType<typeof simulate>>

/** A store signs its cursors with a secret of its own; here it must be the same in each run. */
const setSecret = (file: string): void => {
  using database = new DatabaseSync(file)
  database
    .prepare("UPDATE settings SET value = ? WHERE name = 'secret'")
    .run(Buffer.alloc(32, 'secret'))
}
