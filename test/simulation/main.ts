import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type Cleanup, withCleanup } from '../helpers/cleanup.ts'
import { faults } from './faults.ts'
import type { Plan, Simulated } from './seed.ts'

/**
 * `npm run simulate -- --seeds 1000` simulates nodes, their callers, the network, the servers and the disk. What happens
 * depends on the seed alone, to the byte. An odd seed has three nodes over a database and an engine of counters, an even
 * one has one node on SQLite; `--world cluster|disk` takes one of them for all.
 *
 * - `--seed N` is the first seed.
 * - `--rounds`, `--changes`: what a seed does to them, and the changes acknowledged around each.
 * - `--history FILE` writes each byte that was sent, with its time, for one seed.
 * - `--fault NAME` breaks one promise, which must be found; `--faults [NAME …]` does so with each, and prints the seeds that found it.
 *
 * A seed that fails is simulated again with less, until nothing can be left out; the command of the shortest is printed.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    seeds: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '5' },
    changes: { type: 'string', default: '25' },
    world: { type: 'string' },
    without: { type: 'string', multiple: true, default: [] },
    history: { type: 'string' },
    fault: { type: 'string' },
    faults: { type: 'boolean', default: false },
  },
})

const refuse = (fault: string): never => {
  process.stderr.write(`${fault}\n`)
  return process.exit(2)
}
const [first = 1, seeds = 1, rounds = 1, changes = 1] = (
  ['seed', 'seeds', 'rounds', 'changes'] as const
).map((name) => {
  const number = Number(values[name])
  const isWhole = Number.isSafeInteger(number) && number > 0
  return isWhole ? number : refuse(`--${name} takes a whole number from 1 on.`)
})
const { without, history } = values
const world =
  values.world === undefined || values.world === 'cluster' || values.world === 'disk'
    ? values.world
    : refuse('--world takes cluster or disk.')
const worldOf = (seed: number) => world ?? (seed % 2 === 0 ? 'disk' : 'cluster')
for (const fault of [...positionals, ...(values.fault === undefined ? [] : [values.fault])]) {
  if (!Object.hasOwn(faults, fault))
    refuse(`There is no fault ${fault}, but ${Object.keys(faults).join(', ')}.`)
}

/** Milliseconds after which a process is given up. A busy machine may take long for one that it is to be nice with. */
const hangs = 1_800_000

/** Plans that one process simulates, so that its code is compiled and warm. What it keeps of them grows. */
const plansAtMost = 25

const nothing = { requests: 0, acknowledged: 0, messages: 0, seconds: 0, undecided: 0 }

const print = (line: string): void => void process.stdout.write(`${line}\n`)
const program = fileURLToPath(new URL('one.ts', import.meta.url))
const codeCache = fileURLToPath(new URL('../../node_modules/.cache/simulation', import.meta.url))

/** Files in memory, where there are such: what a simulated disk loses is none of the machine's business. */
const memory = '/dev/shm'
const folder = mkdtempSync(join(existsSync(memory) ? memory : tmpdir(), 'petstore-simulation-'))

/** Simulates one plan after the other, in a process that ends with the run. All of them have the same fault. */
const simulator = (t: Cleanup) => {
  let child: ChildProcess | undefined
  let plans = 0
  let told = ''
  const start = (): ChildProcess => {
    child = fork(program, {
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      env: { NODE_COMPILE_CACHE: codeCache, ...process.env, TMPDIR: folder },
      // Most of what a run makes is soon forgotten.
      execArgv: ['--min-semi-space-size=16', '--max-semi-space-size=64'],
    })
    child.stderr?.on('data', (text) => void (told += String(text)))
    return child
  }
  const end = async (): Promise<void> => {
    const ending = child
    child = undefined
    if (ending?.kill('SIGKILL') === true) await once(ending, 'close')
  }
  t.after(end)
  const simulate = async (plan: Plan): Promise<Simulated> => {
    if ((plans += 1) % plansAtMost === 0) await end()
    const current = child ?? start()
    const over = new AbortController()
    const { signal } = over
    const fails = async (what: string, after: Promise<unknown>): Promise<never> => {
      await after
      throw new Error(`${what} ${told}`)
    }
    current.send(plan)
    try {
      const [simulated] = await Promise.race([
        once(current, 'message', { signal }),
        fails('The process ended.', once(current, 'close', { signal })),
        fails('The process hangs.', wait(hangs, undefined, { signal })),
      ])
      return simulated as Simulated
    } catch (error) {
      await end()
      const refuted = [error instanceof Error ? error.message : String(error)]
      const verdict = { 'runs that did not end': 1 }
      return { ...nothing, deeds: [], digest: '', isSound: false, verdict, refuted }
    } finally {
      over.abort()
    }
  }
  return { simulate, end }
}
type Simulate = ReturnType<typeof simulator>['simulate']

const brokenOf = ({ verdict }: Simulated): string =>
  Object.entries(verdict)
    .filter(([, count]) => count > 0)
    .map(([what, count]) => `${what} ${count}`)
    .join(', ')

const toldOf = ({ requests, acknowledged, messages, seconds }: typeof nothing): string =>
  `${requests} requests, ${acknowledged} changes acknowledged, ${messages} messages to webhooks in ${seconds} s`

/** Leaves out what a failure does not need: rounds and changes first, then what is done to the world. */
const shrink = async (
  simulate: Simulate,
  plan: Plan,
  found: Simulated,
): Promise<readonly [Plan, Simulated]> => {
  const smaller = [
    ...(plan.rounds > 1 ? [{ ...plan, rounds: Math.floor(plan.rounds / 2) }] : []),
    ...(plan.changes > 1 ? [{ ...plan, changes: Math.floor(plan.changes / 2) }] : []),
    ...(found.deeds.length > 1
      ? found.deeds.map((deed) => ({ ...plan, without: [...plan.without, deed] }))
      : []),
  ]
  for (const next of smaller) {
    const result = await simulate(next)
    const isLess = next.without.length > plan.without.length || result.requests < found.requests
    if (!result.isSound && isLess) return await shrink(simulate, next, result)
  }
  return [plan, found]
}

const commandOf = ({ seed, fault, ...plan }: Plan): string =>
  [
    `npm run simulate -- --seed ${seed} --world ${plan.world} --rounds ${plan.rounds} --changes ${plan.changes}`,
    ...plan.without.map((deed) => `--without '${deed}'`),
    ...(fault === undefined ? [] : [`--fault ${fault}`]),
    '--history FILE',
  ].join(' ')

/** Simulates seeds, some at once, until one fails. */
const search = async (t: Cleanup, fault: string | undefined, says: boolean) => {
  let next = first
  const sums = { seeds: 0, ...nothing }
  let failed: readonly [Plan, Simulated] | undefined
  const go = async (): Promise<void> => {
    const { simulate, end } = simulator(t)
    while (failed === undefined && next < first + seeds) {
      const seed = next
      const plan: Plan = { seed, world: worldOf(seed), rounds, changes, without, fault, history }
      next += 1
      const simulated = await simulate(plan)
      sums.seeds += 1
      for (const name of Object.keys(nothing) as ReadonlyArray<keyof typeof nothing>)
        sums[name] += simulated[name]
      if (!simulated.isSound) failed ??= [plan, simulated]
      const state = brokenOf(simulated) || 'sound'
      if (says)
        print(`seed ${seed}: ${toldOf(simulated)}, ${simulated.digest.slice(0, 16)}: ${state}`)
    }
    await end()
  }
  await Promise.all(Array.from({ length: availableParallelism() }, go))
  return { sums, failed }
}

await withCleanup(async (t) => {
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  if (values.faults) {
    for (const fault of positionals.length > 0 ? positionals : Object.keys(faults)) {
      const { failed, sums } = await search(t, fault, false)
      const found = failed && `seed ${failed[0].seed}: ${brokenOf(failed[1])}`
      print(`${fault}: ${found ?? `not found in ${sums.seeds} seeds`}`)
      if (failed === undefined) process.exitCode = 1
    }
  } else {
    const { failed, sums } = await search(t, values.fault, true)
    print(
      `${sums.seeds} seeds, ${toldOf(sums)}: ${failed === undefined ? 'no violation' : 'a violation'}, ${sums.undecided} histories undecided`,
    )
    if (failed !== undefined) {
      process.exitCode = 1
      const [plan, shortest] = await shrink(simulator(t).simulate, ...failed)
      print(`The shortest, with ${shortest.requests} requests: ${brokenOf(shortest)}`)
      for (const refuted of shortest.refuted) print(refuted)
      print(commandOf(plan))
    }
  }
})
