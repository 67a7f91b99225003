import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { ClusterProcess, LocalCluster } from '../../scripts/cluster/cluster.ts'
import { oneOf } from './random.ts'
import type { Deed } from './run.ts'

/** Roles that a round may pick, and how often. The balancer is not asked by the callers. */
const chances = {
  service: 3,
  primary: 3,
  standby: 2,
  counters: 3,
  'counters-replica': 1,
  sentinel: 1,
  consensus: 1,
}

/** The longest pause, in milliseconds: so long that others take the place of what is paused, and it wakes beside them. */
export const longestPause = 20_000

/** Most pauses are short. */
export const pauseOf = (random: () => number, longest = longestPause): number =>
  200 + random() ** 2 * longest

/** How long the standbys hear nothing before their primary is killed, in milliseconds. */
const silence = 1_000

/**
 * Kills or pauses something, chosen at random.
 *
 * @returns what it does; `done` resolves once everything may run again
 */
export const disturb = async (cluster: LocalCluster, random: () => number): Promise<Deed> => {
  const chance = random()
  if (chance < 0.1) return loseMachine(cluster, random)
  const victims = await cluster.processes()
  if (chance < 0.25) return loseSilently(victims)
  const roles = Object.entries(chances).flatMap(([role, times]) => Array<string>(times).fill(role))
  const role = oneOf(random, roles)
  const among = victims.filter((victim) => victim.role === role)
  const victim = among[Math.floor(random() * among.length)]
  if (victim === undefined) return { what: `no ${role} runs`, done: Promise.resolve() }
  if (random() < 0.5) {
    signal(victim.pid, 'SIGKILL')
    return { what: `kill ${role}`, done: Promise.resolve() }
  }
  return { what: `pause ${role}`, done: pauseFor(treeOf(victim.pid), pauseOf(random)) }
}

/** A machine loses its power, and comes back. */
const loseMachine = (cluster: LocalCluster, random: () => number): Deed => {
  const machine = oneOf(random, cluster.machines)
  const act = async (): Promise<void> => {
    cluster.lose(machine)
    await wait(pauseOf(random))
    cluster.bringBack(machine)
  }
  return { what: 'lose machine', done: act() }
}

/**
 * The primary goes on alone for a moment, and is killed before a standby hears of what it did. What it acknowledged
 * without waiting for a standby is lost.
 */
const loseSilently = (victims: readonly ClusterProcess[]): Deed => {
  const primary = victims.find(({ role }) => role === 'primary')
  if (primary === undefined) return { what: 'no primary runs', done: Promise.resolve() }
  const tree = treeOf(primary.pid)
  const act = async (): Promise<void> => {
    for (const pid of tree.filter(isSender)) signal(pid, 'SIGSTOP')
    await wait(silence)
    for (const pid of tree) signal(pid, 'SIGKILL')
  }
  return { what: 'kill primary that its standbys do not hear', done: act() }
}

/** Whether a process of PostgreSQL sends to a standby. */
const isSender = (pid: number): boolean => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('walsender')
  } catch {
    return false
  }
}

/** Stops processes for a while. */
export const pauseFor = async (pids: readonly number[], milliseconds: number): Promise<void> => {
  for (const pid of pids) signal(pid, 'SIGSTOP')
  await wait(milliseconds)
  for (const pid of pids) signal(pid, 'SIGCONT')
}

/** A process may have ended meanwhile. */
const signal = (pid: number, name: NodeJS.Signals): void => {
  try {
    process.kill(pid, name)
  } catch {
    // The process has ended.
  }
}

/** A process and all that it started. */
export const treeOf = (root: number): readonly number[] => {
  const parents = new Map<number, number>()
  for (const entry of readdirSync('/proc')) {
    const pid = Number(entry)
    if (!Number.isInteger(pid)) continue
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      parents.set(pid, Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]))
    } catch {
      // The process has ended.
    }
  }
  const tree = [root]
  for (const parent of tree) {
    for (const [pid, its] of parents) if (its === parent) tree.push(pid)
  }
  return tree
}
