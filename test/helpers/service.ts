import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Environment } from '../../src/base/environments.ts'
import { runHere } from './command.ts'
import { type Answer, type Call, call } from './http.ts'
import { readScrape, type Scrape } from './metrics.ts'
import { poll } from './poll.ts'
import { placedOnPostgres } from './postgres-places.ts'

const main = fileURLToPath(new URL('../../bin/petstore.js', import.meta.url))

/** The result of a command. */
export type Finished = {
  readonly status: number | null
  readonly out: string
  readonly error: string
}

/** Runs `petstore` with the arguments until it ends. */
export const runCommand = async (
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  input?: string,
  launcher: readonly string[] = [],
): Promise<Finished> => {
  const child = start(args, await placedOnPostgres(env), launcher)
  const output = collect(child)
  child.stdin.end(input)
  const [status] = await once(child, 'close')
  return { status, ...output() }
}

/** The plan of a key whose quota no test exhausts. */
export const wide = ['--plan', 'enterprise', '--per-minute', '10000000', '--per-day', '10000000']

/** Calls a path under `/v1`. */
export type Ask = (path: string, options?: Call) => Promise<Answer>

/** Adds an animal, once if it is given a key of idempotency. */
export const createPet = async (
  ask: Ask,
  name = 'Rex',
  idempotencyKey?: string,
  more: Call = {},
): Promise<Answer> =>
  await ask('/pets', {
    method: 'POST',
    body: { name, categoryId: 1 },
    headers: idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey },
    ...more,
  })

/** Variables of a service of staging alone, on a free port and without metrics. */
export const stagingAlone = {
  PETSTORE_ENVIRONMENTS: 'staging',
  PETSTORE_STAGING_PORT: '0',
  PETSTORE_METRICS_PORT: 'off',
} as const

type ServedFacts = {
  readonly environment: Environment
  readonly baseUrl: string
  readonly firstKey?: string
  /** The URL of the metrics, if they are served. */
  readonly metrics?: string
}

type Facts = Readonly<Partial<Record<Environment, ServedFacts>>>

/**
 * Starts the service as a process of its own on free ports and waits until it listens. It ends with the test. It serves staging
 * alone unless the variables say otherwise: a second environment costs as much as the first.
 *
 * @param dataDir a folder of the test's own
 * @param launcher a program, with its arguments, that is given the service and its commands to run
 */
export const startService = async (
  t: Pick<TestContext, 'after'>,
  dataDir: string,
  variables: Readonly<Record<string, string>> = {},
  launcher: readonly string[] = [],
) => {
  const env = await placedOnPostgres({
    ...stagingAlone,
    PETSTORE_DATA_DIR: dataDir,
    PETSTORE_PRODUCTION_PORT: '0',
    ...variables,
  })
  const { child, output, closed } = startProcess(t, ['serve', '--json'], env, launcher)
  const expected = (env['PETSTORE_ENVIRONMENTS'] ?? '').split(',')
  /** The lines of `serve --json` for each environment. */
  const facts = await readFacts(child.stdout, expected.length)
  if (facts === undefined) {
    await closed
    throw new Error(`The service did not start: ${output().error}`)
  }
  /** The base address of an environment that it serves, ending in `/v1`. */
  const baseUrl = (environment: Environment): string => {
    const served = facts[environment]
    if (served === undefined) throw new Error(`${environment} is not served.`)
    return served.baseUrl
  }
  /** A path of the place where its metrics are; theirs by default. */
  const metricsUrl = (path = '/metrics'): URL =>
    new URL(path, Object.values(facts).find(({ metrics }) => metrics !== undefined)?.metrics)
  /** The lines of the log of a kind so far. */
  const logged = (kind: string): ReadonlyArray<Record<string, unknown>> =>
    output()
      .error.split('\n')
      .slice(0, -1)
      .filter((line) => line.startsWith('{') && line.includes(`"msg":"${kind}"`))
      .map((line) => JSON.parse(line))
  return {
    logged,
    /** Waits until there are so many, and returns the last of these. */
    untilLogged: async (kind: string, count = 1) => await poll(() => logged(kind)[count - 1]),
    process: child,
    dataDir,
    env,
    facts,
    output,
    baseUrl,
    /** Calls staging, unless told otherwise, with a key: its first, unless it is given one. */
    asking: (key = facts.staging?.firstKey, environment: Environment = 'staging'): Ask => {
      const base = baseUrl(environment)
      return (path, options = {}) => call(base + path, { key, ...options })
    },
    /** What `/readyz` of staging answers. */
    ready: () => call(baseUrl('staging').replace('/v1', '/readyz')),
    metricsUrl,
    scrape: async (): Promise<Scrape> => readScrape(await (await fetch(metricsUrl())).text()),
    /** Makes a key by the command line and returns it. */
    addKey: async (environment: Environment, ...plan: readonly string[]): Promise<string> => {
      const figures = plan.length > 0 ? plan : ['--plan', 'business']
      const command = ['keys', 'create', '--environment', environment, '--name', 'Test', '--json']
      const all = [...command, ...figures]
      // With a launcher, the data may belong to another user.
      const { status, out, error } =
        launcher.length === 0
          ? await runHere(all, env)
          : await runCommand(all, env, undefined, launcher)
      if (status !== 0) throw new Error(`keys create failed: ${error}`)
      return JSON.parse(out).key
    },
    stop: async (signal: NodeJS.Signals = 'SIGTERM'): Promise<Finished> => {
      child.kill(signal)
      const [status] = await closed
      return { status, ...output() }
    },
  }
}

/** A service in its own process. */
export type Service = Awaited<ReturnType<typeof startService>>

/** Starts `petstore` with the arguments. It ends with the test. */
export const startProcess = (
  t: Pick<TestContext, 'after'>,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  launcher: readonly string[] = [],
) => {
  const child = start(args, env, launcher)
  const output = collect(child)
  const closed = once(child, 'close')
  t.after(async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
    await closed
  })
  return { child, output, closed }
}

const start = (
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  launcher: readonly string[] = [],
): ChildProcessWithoutNullStreams => {
  const [program = process.execPath, ...rest] = [...launcher, process.execPath, main, ...args]
  return spawn(program, rest, { env: { ...passedOn(), ...env } })
}

/** Variables that a service inherits from the test run. */
const passedOn = (): Record<string, string | undefined> => {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  return { PATH, NODE_COMPILE_CACHE }
}

const collect = (child: ChildProcessWithoutNullStreams): (() => { out: string; error: string }) => {
  let out = ''
  let error = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (error += text))
  return () => ({ out, error })
}

/** Reads the facts of so many environments; undefined if the output ends before. */
const readFacts = async (input: Readable, count: number): Promise<Facts | undefined> => {
  const facts: Array<readonly [Environment, ServedFacts]> = []
  for await (const line of createInterface({ input })) {
    const fact: ServedFacts = JSON.parse(line)
    facts.push([fact.environment, fact])
    if (facts.length === count) return Object.fromEntries(facts)
  }
  return undefined
}
