import { setTimeout as wait } from 'node:timers/promises'
import { seededRandom } from '../random.ts'
import { addAnimals, orderAnimals } from './callers.ts'
import { type Disturbed, disturb } from './chaos.ts'
import { disorderOf, followList } from './followers.ts'
import { type ClusterFaults, ClusterLedger } from './ledger.ts'
import { Nodes } from './nodes.ts'
import { type Admission, type Allowance, judgeAdmission, useUp } from './quotas.ts'
import { watchCounters } from './watch.ts'

/** A cluster to torture. */
export type Tortured = Disturbed & {
  /** Base addresses of the nodes, ending in `/v1`. */
  readonly nodes: readonly string[]
  /** A key with large figures. */
  readonly key: string
  /** Runs `petstore` on a machine, and returns what it prints. */
  petstore(...args: readonly string[]): Promise<string>
}

export type ClusterTorture = {
  readonly rounds: number
  /** Acknowledged changes of a round, at least. */
  readonly changes: number
  /** What is random comes from it, but for the operating system's own timing. */
  readonly seed: number
}

/** What a run came to. */
export type ClusterFigures = ClusterTorture &
  ClusterFaults & {
    readonly acknowledged: number
    /** Neighbours that do not ascend, and entries that a follower missed or saw otherwise, of animals and events. */
    readonly disorder: number
    readonly missed: number
    readonly admission: Admission
    /** Requests that a node let through that began more than a second after the key was revoked. */
    readonly lateRevocations: number
    readonly unexpected: Readonly<Record<string, number>>
    /** What was done, how often, and the longest time without an acknowledgement after it, in milliseconds. */
    readonly deeds: Readonly<
      Record<string, { readonly times: number; readonly longestGap: number }>
    >
  }

const adders = 32
const orderers = 16
const ordered = 24
const limits = [60, 300, 1_000]

/** Lets callers work on all nodes while programs are killed and paused. Compares what is there with what they were told. */
export const tortureCluster = async (
  cluster: Tortured,
  { rounds, changes, seed }: ClusterTorture,
  onRound: (round: number, what: string, ledger: ClusterLedger) => void = () => undefined,
): Promise<ClusterFigures> => {
  const random = seededRandom(seed)
  // Of its own, so that the callers' timing changes nothing of what is done to the cluster.
  const fate = seededRandom(seed + 1)
  const nodes = new Nodes(cluster.nodes, random)
  const ledger = new ClusterLedger()
  const { key } = cluster
  const working = new AbortController()
  const reading = new AbortController()
  const callers = { nodes, ledger, key, random, ending: working.signal }

  const allowances: Allowance[] = []
  for (const limit of limits) {
    const figures = ['--plan', 'enterprise', '--per-minute', String(limit), '--per-day', '1000000']
    const { key: limited } = await newKey(cluster, figures)
    allowances.push({ key: limited, limit, allowed: new Map() })
  }
  const petIds: number[] = []
  for (let number = 1; number <= ordered; number += 1) {
    const body = { name: `Wanted ${number}`, categoryId: 1 }
    const { answer } = await nodes.ask('/pets', { key, method: 'POST', body })
    petIds.push(Number(JSON.parse(answer.text).id))
  }

  const counters = watchCounters(cluster.nodes, reading.signal)
  const work = [
    ...Array.from({ length: adders }, (_, caller) => addAnimals(callers, caller)),
    ...Array.from({ length: orderers }, (_, caller) => orderAnimals(callers, caller, petIds)),
    ...allowances.map((allowance) => useUp(nodes, allowance, working.signal)),
  ]
  const lists = ['/events?limit=50', '/events?limit=100', '/pets?limit=100']
  const following = lists.map((path) => followList(nodes, key, path, reading.signal))
  const failed = Promise.all([...work, ...following])
  const deeds: Record<string, { times: number; longestGap: number }> = {}
  let lateRevocations = 0

  const goOn = async (): Promise<void> => {
    for (let round = 1; round <= rounds; round += 1) {
      ledger.startGap()
      const enough = ledger.acknowledged + changes
      const { what, done } = await disturb(cluster, fate)
      await done
      if (round % 5 === 0) lateRevocations += await revokeOne(cluster, nodes)
      while (ledger.acknowledged < enough) await wait(50)
      const { times, longestGap } = deeds[what] ?? { times: 0, longestGap: 0 }
      deeds[what] = { times: times + 1, longestGap: Math.round(Math.max(longestGap, ledger.gap)) }
      onRound(round, what, ledger)
    }
  }
  await Promise.race([goOn(), failed])
  working.abort()
  await Promise.all(work)
  reading.abort()
  const seen = await Promise.all(following)
  const whole = await Promise.all(
    ['/events?limit=100', '/pets?limit=100', '/store/orders?limit=100'].map((path) =>
      followList(nodes, key, path, reading.signal),
    ),
  )
  const [events = [], pets = [], orders = []] = whole
  ledger.compare(pets, orders)
  const [first = [], second = [], listed = []] = seen
  nodes.close()
  return {
    rounds,
    changes,
    seed,
    acknowledged: ledger.acknowledged,
    ...ledger.faults,
    disorder: [...seen, ...whole].reduce((sum, entries) => sum + disorderOf(entries), 0),
    missed:
      missedOf(events, first) +
      missedOf(events, second) +
      missedOf(pets.map(idOf), listed.map(idOf)),
    admission: judgeAdmission(allowances, counters.wereDownWithin),
    lateRevocations,
    unexpected: nodes.unexpected,
    deeds,
  }
}

/** Whether everything is as callers were told, and nobody was let through who should not be. */
export const isSound = (figures: ClusterFigures): boolean => {
  const { lost, twice, altered, doubled, stale, disorder, missed, lateRevocations } = figures
  const { over, beyond } = figures.admission
  const faults = [
    lost,
    twice,
    altered,
    doubled,
    stale,
    disorder,
    missed,
    lateRevocations,
    over,
    beyond,
  ]
  return [...faults, ...Object.values(figures.unexpected)].every((count) => count === 0)
}

/** Makes a key, uses it on all nodes, and revokes it. Counts who lets it through later than a second after that. */
const revokeOne = async (cluster: Tortured, nodes: Nodes): Promise<number> => {
  const { key, id } = await newKey(cluster, ['--plan', 'pro'])
  const all = Array.from({ length: nodes.count }, (_, node) => node)
  await Promise.all(all.map((node) => nodes.once(node, '/pets?limit=1', { key })))
  await untilDone(() => cluster.petstore('keys', 'revoke', ...production, id))
  await wait(1_000)
  const answers = await Promise.all(all.map((node) => nodes.once(node, '/pets?limit=1', { key })))
  return answers.filter((answer) => answer?.status === 200).length
}

const production = ['--environment', 'production']

const newKey = async (
  cluster: Tortured,
  figures: readonly string[],
): Promise<{ readonly key: string; readonly id: string }> => {
  const args = ['keys', 'create', ...production, '--name', 'torture', '--json', ...figures]
  return JSON.parse(await untilDone(() => cluster.petstore(...args)))
}

/** A command fails while the database is out of reach. */
const untilDone = async (act: () => Promise<string>): Promise<string> => {
  for (;;) {
    try {
      return await act()
    } catch (error) {
      // It ends with status 2 if it cannot ever succeed.
      if ((error as { code?: unknown }).code !== 1) throw error
      await wait(200)
    }
  }
}

/** Entries of the whole that were not seen, and entries seen that are not in it. */
const missedOf = (whole: readonly string[], seen: readonly string[]): number => {
  const all = new Set(whole)
  const got = new Set(seen)
  return all.symmetricDifference(got).size + (seen.length - got.size)
}

const idOf = (text: string): string => String(JSON.parse(text).id)
