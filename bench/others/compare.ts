import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { capture } from '../capture.ts'
import { fillStore } from '../data.ts'
import { type Effort, figuresOf, median } from '../measure.ts'
import { serverOf, startBare, startService, stop } from '../servers.ts'
import { animals, type Contender, install, type Started } from './contender.ts'
import { directus } from './directus.ts'
import { jsonServer } from './json-server.ts'
import { loadsOf, type Operation, operations } from './operations.ts'
import { freePort } from './program.ts'
import { usual } from './usual.ts'

/** The measurements of one operation of one contender. */
export type OperationCost = {
  /** Processor time a request, as a multiple of the bare server's; the median of the rounds. */
  readonly cpu: number
  readonly requestsPerSecond: number
}

export type Compared = {
  readonly name: string
  readonly notes: string
  readonly costs: ReadonlyMap<Operation, OperationCost>
  /** Why the contender, or one of its operations, could not be measured. */
  readonly missing: readonly string[]
}

const contenders = [usual, jsonServer, directus] as const

/** A contender, whether it runs or not. */
type Runner = Pick<Contender, 'name' | 'notes'> & {
  readonly started: Started | undefined
  readonly missing: string[]
}

/**
 * Measures the service and its alternatives under the same loads, in turn, round by round, beside
 * a bare server that sends the answers of the service.
 *
 * @param only contenders whose name has this in it
 * @param keep a folder for the packages, which stay in it; undefined for one that is removed
 */
export const compare = async (
  effort: Effort,
  only: string,
  keep: string | undefined,
): Promise<readonly Compared[]> => {
  const root = mkdtempSync(join(tmpdir(), 'petstore-others-'))
  const runners: Runner[] = []
  try {
    runners.push(await startOwn(join(root, 'own')))
    for (const each of contenders.filter(({ name }) => name.includes(only))) {
      runners.push(await start(each, root, keep ?? root))
    }
    const costs = await measureAll(runners, effort)
    return runners.map((runner) => ({
      name: runner.name,
      notes: runner.notes,
      missing: runner.missing,
      costs: costs.get(runner) ?? new Map(),
    }))
  } finally {
    for (const { started } of runners) if (started !== undefined) await stop(started.server)
    rmSync(root, { recursive: true, force: true })
  }
}

const startOwn = async (dataDir: string): Promise<Runner> => {
  mkdirSync(dataDir)
  const fill = { environment: 'staging', animals, keys: 10 } as const
  const { keys } = await fillStore(dataDir, fill, undefined)
  const service = await startService({ dataDir, environments: ['staging'], threads: 1 })
  return {
    name: 'this service',
    notes:
      'It does all that the interface says. Each create is durable, and those that wait together share a sync. Both windows and the bans are exact over all threads, and stay over a restart.',
    missing: [],
    started: {
      server: serverOf(service, 'staging'),
      headers: { Authorization: `Bearer ${keys.wide}` },
      list: '/v1/pets',
      page: '/v1/pets',
    },
  }
}

const start = async (contender: Contender, root: string, keep: string): Promise<Runner> => {
  const { name, notes } = contender
  const short = name.replaceAll(/\W+/g, '-')
  const [folder, packages] = [join(root, `${short}-data`), join(keep, short)]
  try {
    mkdirSync(folder)
    mkdirSync(packages, { recursive: true })
    await install(contender.packages, packages)
    const started = await contender.start({ folder, packages, port: await freePort() })
    return { name, notes, started, missing: [] }
  } catch (error) {
    return { name, notes, started: undefined, missing: [firstLine(error)] }
  }
}

type Costs = ReadonlyMap<Runner, ReadonlyMap<Operation, OperationCost>>

const measureAll = async (runners: readonly Runner[], effort: Effort): Promise<Costs> => {
  const costs = new Map(runners.map((runner) => [runner, new Map<Operation, OperationCost>()]))
  const [own] = runners
  if (own?.started === undefined) throw new Error('The service does not run.')
  for (const operation of operations) {
    const twin = await capture(own.started.server.port, loadsOf(own.started)[operation])
    const bare = await startBare(twin)
    try {
      const bareRounds: number[] = []
      const rounds = new Map(runners.map((runner) => [runner, [] as OperationCost[]]))
      // The first round warms up.
      for (let round = 0; round <= effort.rounds; round += 1) {
        const { cpu } = await figuresOf(bare, loadsOf(own.started)[operation], effort)
        if (round > 0) bareRounds.push(cpu)
        for (const runner of runners) {
          const seen = await measureOnce(runner, operation, effort)
          if (seen !== undefined && round > 0) {
            rounds.get(runner)?.push({ ...seen, cpu: seen.cpu / cpu })
          }
        }
      }
      process.stdout.write(`${operation}: bare ${median(bareRounds).toFixed(1)} µs\n`)
      for (const [runner, seen] of rounds) {
        if (seen.length < effort.rounds) continue
        costs.get(runner)?.set(operation, {
          cpu: median(seen.map(({ cpu }) => cpu)),
          requestsPerSecond: median(seen.map(({ requestsPerSecond }) => requestsPerSecond)),
        })
      }
    } finally {
      await stop(bare)
    }
  }
  return costs
}

/** Undefined if it does not run, or fails under the load; the reason is noted. */
const measureOnce = async (
  { started, missing }: Runner,
  operation: Operation,
  effort: Effort,
): Promise<OperationCost | undefined> => {
  if (started === undefined) return undefined
  const workload = loadsOf(started)[operation]
  try {
    await checkAnswer(started, operation)
    return await figuresOf(started.server, workload, effort)
  } catch (error) {
    missing.push(firstLine(error))
    return undefined
  }
}

/** Checks the answer of an operation: 20 animals, the requested one, or the created one. */
const checkAnswer = async (started: Started, operation: Operation): Promise<void> => {
  const { load } = loadsOf(started)[operation]
  const [request] = load.requests
  if (request === undefined) throw new Error('A load needs a request.')
  const { method, path, body } = request
  const answer = await fetch(`http://127.0.0.1:${started.server.port}${path}`, {
    method,
    headers: { ...load.headers, ...request.headers },
    ...(body !== undefined && { body }),
  })
  const text = await answer.text()
  const names = text.match(/"name":/g)?.length ?? 0
  const wanted = operation === 'page of 20, hot' ? 20 : 1
  if (answer.ok && names === wanted) return
  throw new Error(
    `${operation}: answered ${answer.status} with ${names} animals: ${text.slice(0, 200)}`,
  )
}

const firstLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n').slice(0, 2).join(' ').trim()
