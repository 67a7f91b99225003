import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Environment } from '../src/core/environments.ts'
import type { Twin } from './capture.ts'

/** A server that is measured. */
export type Server = { readonly port: number; readonly process: ChildProcess }

/** The service, with a port for each of its environments. */
export type Service = {
  readonly ports: Readonly<Partial<Record<Environment, number>>>
  readonly process: ChildProcess
}

export type ServiceOptions = {
  readonly dataDir: string
  readonly environments: readonly Environment[]
  /** How many threads serve each environment. */
  readonly threads: number
  /** Options for Node. */
  readonly node?: readonly string[]
  /** Further variables of the service. */
  readonly variables?: Readonly<Record<string, string>>
}

const pathOf = (file: string): string => fileURLToPath(new URL(file, import.meta.url))

/** Starts the service on free ports, and resolves once it listens. */
export const startService = async (options: ServiceOptions): Promise<Service> => {
  const { dataDir, environments, threads, node = [], variables } = options
  const child = spawn(
    process.execPath,
    [...node, pathOf('../bin/petstore.js'), 'serve', '--json'],
    {
      env: {
        PATH: process.env['PATH'],
        PETSTORE_DATA_DIR: dataDir,
        PETSTORE_ENVIRONMENTS: environments.join(','),
        PETSTORE_PRODUCTION_PORT: '0',
        PETSTORE_STAGING_PORT: '0',
        PETSTORE_METRICS_PORT: '0',
        PETSTORE_THREADS: String(threads),
        // `observation.ts` measures the cost of log lines.
        PETSTORE_LOG_LEVEL: process.env['BENCH_LOG_LEVEL'] ?? 'error',
        // In the cases without a key, each request names its own address.
        PETSTORE_TRUSTED_PROXIES: '127.0.0.1',
        ...variables,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const lines = await firstLines(child, environments.length)
  const ports = lines.map((line) => {
    // The line that `serve --json` prints for each environment.
    const { environment, baseUrl } = JSON.parse(line) as { environment: string; baseUrl: string }
    return [environment, Number(new URL(baseUrl).port)]
  })
  return { ports: Object.fromEntries(ports), process: child }
}

/** One environment of the service, as a server. */
export const serverOf = ({ ports, process: child }: Service, environment: Environment): Server => {
  const port = ports[environment]
  if (port === undefined) throw new Error(`${environment} is not served.`)
  return { port, process: child }
}

/** Starts the bare server: node:http and constant answers. */
export const startBare = async (twin: Twin, node: readonly string[] = []): Promise<Server> => {
  const child = spawn(process.execPath, [...node, pathOf('bare.ts')], {
    env: { PATH: process.env['PATH'], TWIN: JSON.stringify(twin) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [port] = await firstLines(child, 1)
  return { port: Number(port), process: child }
}

export const stop = async ({ process: child }: Pick<Server, 'process'>): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

const firstLines = async (child: ChildProcess, count: number): Promise<readonly string[]> => {
  if (child.stdout === null) throw new Error('The server has no standard output.')
  const lines: string[] = []
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line)
    if (lines.length === count) return lines
  }
  throw new Error('The server did not start.')
}
