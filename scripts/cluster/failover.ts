import { parseArgs } from 'node:util'
import { setTimeout as wait } from 'node:timers/promises'
import { type ClusterProcess, LocalCluster, type Role } from './cluster.ts'
import { noCutting } from './links.ts'
import type { Machine } from './machines.ts'
import { missingHere } from './missing.ts'
import { startWriters, type Watched } from './writers.ts'

/**
 * Measures how long a cluster on this machine accepts no writes when a part of it dies (docs/cluster.md): `npm run
 * cluster:failover -- [--times 10] [--only silently]`. Each line is one event: the longest time in which a surviving
 * node acknowledged nothing, and its other responses. The summary has the median and the maximum of each event.
 */
const { values } = parseArgs({
  options: { times: { type: 'string', default: '10' }, only: { type: 'string', default: '' } },
})
const times = Number(values.times)
const missing = missingHere()
if (missing !== undefined || !(Number.isSafeInteger(times) && times > 0)) {
  process.stderr.write(
    missing === undefined
      ? '--times takes a whole number from 1 on.\n'
      : `The cluster ${missing}\n`,
  )
  process.exit(2)
}

const print = (line: string): void => void process.stdout.write(`${line}\n`)

const cluster = await LocalCluster.create()
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void cluster.end().finally(() => process.exit(1)))
}

/** The process that currently has a role, and its machine. */
const holderOf = async (role: Role): Promise<ClusterProcess & { readonly machine: Machine }> => {
  for (;;) {
    const found = (await cluster.processes()).find((each) => each.role === role)
    const machine = cluster.machines.find(({ name }) => found?.name.startsWith(`${name}-`))
    if (found !== undefined && machine !== undefined) return { ...found, machine }
    await wait(100)
  }
}

/** The effect of an event: the machine that is lost, and a function that repairs it after the measurement. */
type Struck = { readonly lost?: Machine; readonly mend: () => void }

/** An event: what dies. */
type Event = {
  readonly name: string
  readonly promise: string
  /** Why it cannot be tried here, like "needs …". */
  readonly lacks?: string | undefined
  readonly strike: () => Promise<Struck>
}

/** @param isSilent whether the others do not learn that their connections are gone */
const loseMachineOf = async (role: Role, isSilent: boolean): Promise<Struck> => {
  const { machine } = await holderOf(role)
  cluster.lose(machine, { isSilent })
  return { lost: machine, mend: () => cluster.bringBack(machine) }
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
    strike: async () => await loseMachineOf('primary', false),
  },
  {
    name: 'the machine of the primary database, silently',
    promise: 'at most 20 s without writes',
    lacks: noCutting(),
    strike: async () => await loseMachineOf('primary', true),
  },
  {
    name: 'the machine of a standby, silently',
    promise: 'at most 20 s without writes',
    lacks: noCutting(),
    strike: async () => await loseMachineOf('standby', true),
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

/** Milliseconds for which the writers continue after every node accepts writes again. */
const aftermath = 3_000

const seconds = (milliseconds: number): string => `${(milliseconds / 1_000).toFixed(1)} s`

const medianOf = (ascending: readonly number[]): number => {
  const middle = ascending.length / 2
  const [lower = 0, upper = lower] = ascending.slice(Math.ceil(middle) - 1, Math.floor(middle) + 1)
  return (lower + upper) / 2
}

const shown = ({ gap, failures, slowest }: Watched): string => {
  const kinds = Object.entries(failures).map(([status, count]) =>
    status === '0' ? `${count} broken` : `${count} answered ${status}`,
  )
  const failed = kinds.length === 0 ? 'no request failed' : kinds.join(' and ')
  return `${seconds(gap)} without writes, ${failed}, slowest ${seconds(slowest)}`
}

try {
  const { nodes, key } = await cluster.start('synchronous', print)
  const ends: string[] = []
  for (const { name, promise, lacks, strike } of events.filter((each) =>
    each.name.includes(values.only),
  )) {
    if (lacks !== undefined) {
      print(`${name}: not tried, since it ${lacks}.`)
      continue
    }
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
    const gaps = all.map(({ gap }) => gap).toSorted((one, other) => one - other)
    const failed = all.filter(({ failures }) => Object.keys(failures).length > 0).length
    ends.push(
      `${name}: ${seconds(medianOf(gaps))} without writes, worst ${seconds(gaps.at(-1) ?? 0)}; requests failed in ${failed} of ${times}; slowest ${seconds(slowest)} (promised: ${promise})`,
    )
  }
  print(`\nThe median and the worst of ${times}:\n${ends.join('\n')}`)
} finally {
  await cluster.end()
}
