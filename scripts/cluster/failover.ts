import { parseArgs } from 'node:util'
import { setTimeout as wait } from 'node:timers/promises'
import { type ClusterProcess, LocalCluster, type Role } from './cluster.ts'
import type { Machine } from './machines.ts'
import { missingHere } from './missing.ts'
import { startWriters, type Watched } from './writers.ts'

/**
 * Measures how long a cluster on this machine takes no writes when a part of it dies (docs/cluster.md):
 * `npm run cluster:failover -- [--times 10] [--only master]`. Each line is one event: the longest time that a node which still lived
 * acknowledged nothing, and what else it answered. The end has the worst of each.
 */
const { values } = parseArgs({
  options: { times: { type: 'string', default: '10' }, only: { type: 'string', default: '' } },
})
const times = Number(values.times)
const missing = missingHere()
if (missing !== undefined || !(Number.isSafeInteger(times) && times > 0)) {
  process.stderr.write(
    missing === undefined ? '--times takes a whole number from 1 on.\n' : `It ${missing}\n`,
  )
  process.exit(2)
}

const print = (line: string): void => void process.stdout.write(`${line}\n`)

const cluster = await LocalCluster.create()
process.once('SIGINT', () => void cluster.end().finally(() => process.exit(130)))

/** The process that has a role now, and its machine. */
const holderOf = async (role: Role): Promise<ClusterProcess & { readonly machine: Machine }> => {
  for (;;) {
    const found = (await cluster.processes()).find((each) => each.role === role)
    const machine = cluster.machines.find(({ name }) => found?.name.startsWith(`${name}-`))
    if (found !== undefined && machine !== undefined) return { ...found, machine }
    await wait(100)
  }
}

/** What dies; the mending begins when it is known how long the others took. */
type Event = {
  readonly name: string
  readonly promise: string
  readonly strike: () => Promise<{ readonly lost?: Machine; readonly mend: () => void }>
}

const events: readonly Event[] = [
  {
    name: 'the process of the primary database',
    promise: 'at most 5 s without writes',
    strike: async () => {
      const { pid } = await holderOf('primary')
      process.kill(pid, 'SIGKILL')
      return { mend: () => {} }
    },
  },
  {
    name: 'the machine of the primary database',
    promise: 'at most 20 s without writes',
    strike: async () => {
      const { machine } = await holderOf('primary')
      cluster.lose(machine)
      return { lost: machine, mend: () => cluster.bringBack(machine) }
    },
  },
  {
    name: 'the master of the counters',
    promise: 'no request fails',
    strike: async () => {
      const { name } = await holderOf('counters')
      cluster.hold(name)
      return { mend: () => cluster.letUp(name) }
    },
  },
]

/** Milliseconds that writers go on once every node writes again. */
const aftermath = 3_000

const seconds = (milliseconds: number): string => `${(milliseconds / 1_000).toFixed(1)} s`

const shown = ({ gap, failures, slowest }: Watched): string => {
  const kinds = Object.entries(failures).map(([status, count]) =>
    status === '0' ? `${count} broken` : `${count} answered ${status}`,
  )
  const failed = kinds.length === 0 ? 'no request failed' : kinds.join(' and ')
  return `${seconds(gap)} without writes, ${failed}, slowest ${seconds(slowest)}`
}

try {
  const { nodes, key } = await cluster.start('synchronous', print)
  const worst: string[] = []
  for (const { name, promise, strike } of events.filter((each) =>
    each.name.includes(values.only),
  )) {
    const all: Watched[] = []
    for (let time = 1; time <= times; time += 1) {
      await cluster.settled()
      const writers = startWriters(nodes, key)
      await writers.progress(nodes)
      const { lost, mend } = await strike()
      const living = nodes.filter((_, at) => cluster.machines[at] !== lost)
      await writers.progress(living)
      await wait(aftermath)
      const watched = await writers.stop(living)
      mend()
      all.push(watched)
      print(`${name} ${time}: ${shown(watched)}`)
    }
    const slowest = Math.max(...all.map((each) => each.slowest))
    const longest = all.toSorted((one, other) => other.gap - one.gap)[0]
    const failed = all.filter(({ failures }) => Object.keys(failures).length > 0).length
    if (longest === undefined) continue
    worst.push(
      `${name}: ${seconds(longest.gap)} without writes; requests failed in ${failed} of ${times}; slowest ${seconds(slowest)} (promised: ${promise})`,
    )
  }
  print(`\nThe worst of ${times}:\n${worst.join('\n')}`)
} finally {
  await cluster.end()
}
