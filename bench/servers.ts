import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Twin } from './capture.ts'

/** A server that is measured. */
export type Server = { readonly port: number; readonly process: ChildProcess }

/**
 * Starts the service with staging on a free port, and resolves once it listens.
 *
 * @param variables further variables of the service
 */
export const startService = async (
  dataDir: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<Server> => {
  const child = start(['../bin/petstore.js', 'serve', '--json'], {
    PETSTORE_DATA_DIR: dataDir,
    PETSTORE_ENVIRONMENTS: 'staging',
    PETSTORE_STAGING_PORT: '0',
    PETSTORE_METRICS_PORT: '0',
    // One event loop, as the bare server has.
    PETSTORE_LOG_LEVEL: 'error',
    // In the cases without a key, each request names its own address.
    PETSTORE_TRUSTED_PROXIES: '127.0.0.1',
    ...variables,
  })
  // The line that `serve --json` prints.
  const { baseUrl } = JSON.parse(await firstLine(child)) as { baseUrl: string }
  return { port: Number(new URL(baseUrl).port), process: child }
}

/** Starts the bare server: node:http and constant answers. */
export const startBare = async (twin: Twin): Promise<Server> => {
  const child = start(['bare.ts'], { TWIN: JSON.stringify(twin) })
  return { port: Number(await firstLine(child)), process: child }
}

const start = ([file = '', ...args]: readonly string[], env: NodeJS.ProcessEnv): ChildProcess =>
  spawn(process.execPath, [fileURLToPath(new URL(file, import.meta.url)), ...args], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })

export const stop = async ({ process: child }: Server): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

const firstLine = async (child: ChildProcess): Promise<string> => {
  if (child.stdout === null) throw new Error('The server has no standard output.')
  for await (const line of createInterface({ input: child.stdout })) return line
  throw new Error('The server did not start.')
}
