import type { Agent } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { addAnimals, addOnce, orderAnimals, watchAnimals } from './callers.ts'
import { disorderOf, followList, followStreams, idOf } from './followers.ts'
import { History } from './history.ts'
import { Ledger } from './ledger.ts'
import { nodesAt, type Nodes } from './nodes.ts'
import { type Allowance, checkQuota, judgeAdmission, useUp } from './quotas.ts'
import { seededRandom } from './random.ts'
import { compareShown, differsFromEvents, keepAnimals } from './staff.ts'

/** What a round does to a scenario. `done` resolves once everything may run again. */
export type Deed = { readonly what: string; readonly done: Promise<void> }

/** What is tortured: a cluster, or a service alone. */
export type Tortured = {
  /** Base addresses of the nodes, ending in `/v1`. */
  readonly nodes: readonly string[]
  /** A key with large figures. */
  readonly key: string
  /** Kills, pauses or breaks something, chosen at random. */
  disturb(random: () => number): Promise<Deed>
  /** The time of the service, if it runs fast. */
  readonly now?: () => number
  /** When a service that counts by itself was killed, by `performance.now()`. */
  readonly kills?: readonly number[] | undefined
  /** Notes when a node counted alone, and tells it of the minute that ends then. */
  readonly watchCounters?: (ending: AbortSignal) => (end: number) => boolean
  /** Milliseconds for which a request can be on its way after its caller has given it up; undefined if it never is. */
  readonly late?: number
  /** How many work on it, if not as many as usual. */
  readonly crowd?: Crowd
  /** Whose connections reach the nodes, if they are not those of the network. */
  readonly agent?: Agent
  /** Runs `petstore` on a machine, and returns what it prints. With it, keys are used up and revoked. */
  readonly petstore?: (...args: readonly string[]) => Promise<string>
  /** Ends a service alone in order, and says what SQLite's own check says of its file. */
  readonly stop?: () => Promise<string>
}

type Torture = {
  readonly rounds: number
  /** Acknowledged changes of a round, at least. */
  readonly changes: number
  /** What is random comes from it, but for the operating system's own timing. */
  readonly seed: number
  /** Milliseconds after which no further round begins. One is always made. */
  readonly time?: number
}

/** How many callers do what. */
export const usual = {
  adders: 32,
  onceAdders: 4,
  orderers: 16,
  watchers: 4,
  staff: 4,
  /** The share of the animals of staff that get a photo. */
  photographed: 0.2,
  /** Followers of streams of events. */
  streams: 4,
  /** Animals that the orderers order. */
  ordered: 24,
  /** Requests a minute of keys that are used up. */
  limits: [60, 300, 1_000] as readonly number[],
  /** Requests a minute of the key whose counts are checked. */
  quota: 300,
}
export type Crowd = typeof usual

/** Lets callers work on all nodes while programs are killed and paused. Compares what is there with what they were told. */
export const torture = async (
  tortured: Tortured,
  { rounds, changes, seed, time = Infinity }: Torture,
  onRound: (what: string, ledger: Ledger) => void = () => {},
) => {
  const random = seededRandom(seed)
  // Of its own, so that the callers' timing changes nothing of what is done.
  const fate = seededRandom(seed + 1)
  const { key, petstore, now, late, agent, crowd = usual } = tortured
  const { adders, onceAdders, orderers, watchers, staff, photographed, streams, ordered, limits } =
    crowd
  const history = new History()
  const nodes = nodesAt(tortured.nodes, random, history, agent)
  const ledger = new Ledger()
  const working = new AbortController()
  const reading = new AbortController()
  const callers = { nodes, ledger, history, key, random, now, late, ending: working.signal }

  const wasDown = tortured.watchCounters?.(reading.signal) ?? (() => false)
  const quota = await quotaFigures(petstore, nodes, crowd.quota)
  const allowances: Allowance[] = []
  for (const limit of limits) {
    if (petstore === undefined) break
    const { key: limited } = await newKey(petstore, limitedTo(limit))
    allowances.push({ key: limited, limit, allowed: new Map() })
  }
  const petIds: number[] = []
  for (let number = 1; number <= ordered; number += 1) {
    const body = { name: `Wanted ${number}`, categoryId: 1 }
    const { answer } = await nodes.ask('/pets', { key, method: 'POST', body })
    petIds.push(Number(JSON.parse(answer.text).id))
  }

  const streamed = await followStreams(nodes, key, streams)
  const work = [
    ...Array.from({ length: adders }, (_, caller) => addAnimals(callers, caller)),
    ...Array.from({ length: onceAdders }, (_, caller) => addOnce(callers, caller)),
    ...Array.from({ length: orderers }, (_, caller) => orderAnimals(callers, caller, petIds)),
    ...Array.from({ length: watchers }, () => watchAnimals(callers, petIds)),
    ...Array.from({ length: staff }, (_, caller) => keepAnimals(callers, caller, photographed)),
    ...allowances.map((allowance) => useUp(nodes, allowance, working.signal)),
  ]
  const lists = ['/events?limit=50', '/events?limit=100', '/pets?limit=100']
  const following = lists.map((path) => followList(nodes, key, path, reading.signal))
  const failed = Promise.all([...work, ...following, streamed.following])
  /** What was done, how often, and the longest time without an acknowledgement after it, in milliseconds. */
  const deeds: Record<string, { times: number; longestGap: number }> = {}
  /** Requests that a node let through that began more than a second after the key was revoked. */
  let lateRevocations = 0

  const goOn = async (): Promise<void> => {
    const end = performance.now() + time
    // What nobody works on yet has nothing to lose.
    while (ledger.acknowledged < changes) await wait(50)
    for (let round = 1; round <= rounds && (round === 1 || performance.now() < end); round += 1) {
      ledger.startGap()
      const { what, done } = await tortured.disturb(fate)
      await done
      const enough = ledger.acknowledged + changes
      if (petstore && round % 5 === 0) lateRevocations += await revokeOne(petstore, nodes)
      while (ledger.acknowledged < enough) await wait(50)
      const { times, longestGap } = deeds[what] ?? { times: 0, longestGap: 0 }
      deeds[what] = { times: times + 1, longestGap: Math.round(Math.max(longestGap, ledger.gap)) }
      onRound(what, ledger)
    }
  }
  await Promise.race([goOn(), failed])
  working.abort()
  await Promise.all(work)
  const whole = await readAll(nodes, key, now?.() ?? Date.now())
  // The followers end after it, so what the clock does meanwhile is not missed by them.
  reading.abort()
  const seen = await Promise.all(following)
  const [events, pets, orders] = whole.lists
  await streamed.endAt(events.map(idOf).at(-1) ?? 0)
  ledger.compare({ events, pets, orders, inventory: whole.inventory })
  if (differsFromEvents(events, whole.statistics)) ledger.faults.mismatched += 1
  await compareShown(nodes, key, ledger)
  const [first = [], second = [], listed = []] = seen
  nodes.close()
  return {
    seed,
    acknowledged: ledger.acknowledged,
    ...ledger.faults,
    /** Animals of which a caller was told that they were not added. */
    refused: ledger.refused.size,
    /** Orders that the clock ended. */
    expired: orders.filter((text) => text.includes('"status":"expired"')).length,
    /** Neighbours that do not ascend, and entries that a follower missed or saw otherwise, of animals and events. */
    disorder: sumOf([
      ...[...seen, ...whole.lists].map((entries) => disorderOf(entries.map(idOf))),
      ...streamed.seen.map(disorderOf),
    ]),
    missed: sumOf([
      missedOf(events, first),
      missedOf(events, second),
      missedOf(
        pets.map(idOf),
        listed.map(idOf).filter((id) => !ledger.deletedPets.has(id)),
      ),
      ...streamed.seen.map((ids) => missedOf(events.map(idOf), ids)),
    ]),
    admission: judgeAdmission(allowances, wasDown, tortured.kills),
    history: history.check(),
    /** Of the counts of one key, before anything is disturbed. */
    quota,
    lateRevocations,
    unexpected: nodes.unexpected,
    deeds,
  }
}

/** What a run came to. */
export type Figures = Awaited<ReturnType<typeof torture>>

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0)

/** Uses a key up at once, and checks its counts. */
const quotaFigures = async (petstore: Tortured['petstore'], nodes: Nodes, limit: number) => {
  if (petstore === undefined) return undefined
  const { key } = await newKey(petstore, limitedTo(limit))
  return await checkQuota(nodes, key, limit)
}

const limitedTo = (perMinute: number): readonly string[] =>
  `--plan enterprise --per-minute ${perMinute} --per-day 1000000`.split(' ')

/** Everything, at a moment when the clock ends nothing. */
const readAll = async (nodes: Nodes, key: string, now: number) => {
  const [from, to] = [-100, 2].map((days) => new Date(now + days * 86_400_000).toISOString())
  const days = `from=${from?.slice(0, 10)}&to=${to?.slice(0, 10)}&interval=month`
  const read = async (path: string): Promise<readonly string[]> =>
    await followList(nodes, key, `${path}?limit=100`, AbortSignal.abort())
  for (;;) {
    const events = await read('/events')
    const pets = await read('/pets')
    const orders = await read('/store/orders')
    const { answer } = await nodes.ask('/store/inventory', { key })
    const { text: statistics } = (await nodes.ask(`/store/statistics?${days}`, { key })).answer
    if ((await read('/events')).length > events.length) continue
    const lists = [events, pets, orders] as const
    return { lists, inventory: JSON.parse(answer.text), statistics }
  }
}

/** What must be 0, in the words of those who rely on it. */
export const verdictOf = (figures: Figures): Readonly<Record<string, number>> => {
  const { lost, altered, returned, twice, mismatched, doubled, differing } = figures
  const { missed, disorder, admission, history, quota, unexpected, lateRevocations } = figures
  return {
    lost: lost + altered + returned + twice + mismatched,
    'over quota': admission.over + admission.beyond + (quota?.refuted.length ?? 0),
    'revoked late': lateRevocations,
    'sold twice': doubled,
    'events missed': missed + disorder + differing,
    'not linearizable': history.refuted.length + history.undecided + (quota?.undecided ?? 0),
    'unexpected answers': sumOf(Object.values(unexpected)),
  }
}

/** Each history that no order of its operations explains. */
export const refutedIn = ({ history, quota }: Figures): readonly string[] => [
  ...history.refuted,
  ...(quota?.refuted ?? []),
]

/** Whether everything is as callers were told, and nobody was let through who should not be. */
export const isSound = (figures: Figures): boolean =>
  Object.values(verdictOf(figures)).every((count) => count === 0)

type Petstore = NonNullable<Tortured['petstore']>

/** Makes a key, uses it on all nodes, and revokes it. Counts who lets it through later than a second after that. */
const revokeOne = async (petstore: Petstore, nodes: Nodes): Promise<number> => {
  const { key, id } = await newKey(petstore, ['--plan', 'pro'])
  const all = Array.from({ length: nodes.count }, (_, node) => node)
  await Promise.all(all.map((node) => nodes.once(node, '/pets?limit=1', { key })))
  await untilDone(() => petstore('keys', 'revoke', id))
  await wait(1_000)
  const answers = await Promise.all(all.map((node) => nodes.once(node, '/pets?limit=1', { key })))
  return answers.filter((answer) => answer?.status === 200).length
}

const newKey = async (petstore: Petstore, figures: readonly string[]) => {
  const args = ['keys', 'create', '--name', 'torture', '--json', ...figures]
  const made: Readonly<Record<'key' | 'id', string>> = JSON.parse(
    await untilDone(() => petstore(...args)),
  )
  return made
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

/** Entries of the whole that were not seen, and entries seen that are not in it, up to its last one. */
const missedOf = <T>(whole: readonly T[], seen: readonly T[]): number => {
  const all = new Set(whole)
  const compared = seen.slice(0, whole.length && seen.lastIndexOf(whole.at(-1) as T) + 1)
  const got = new Set(compared)
  return all.symmetricDifference(got).size + (compared.length - got.size)
}
