import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Twin } from './capture.ts'

/** A server to measure. */
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
  const [process, line] = await start(['../bin/petstore.js', 'serve', '--json'], {
    PETSTORE_DATA_DIR: dataDir,
    PETSTORE_ENVIRONMENTS: 'staging',
    PETSTORE_STAGING_PORT: '0',
    PETSTORE_METRICS_PORT: '0',
    // One event loop, as the bare server has.
    PETSTORE_LOG_LEVEL: 'error',
    // In the cases without a key, each request has another client address.
    PETSTORE_TRUSTED_PROXIES: '127.0.0.1',
    ...variables,
  })
  // The line that `serve --json` prints.
  return { port: Number(new URL(JSON.parse(line).baseUrl).port), process }
}

/** Starts the bare server: node:http and constant answers. */
export const startBare = async (twin: Twin): Promise<Server> => {
  const [process, line] = await start(['bare.ts'], { TWIN: JSON.stringify(twin) })
  return { port: Number(line), process }
}

/** Starts a program, and waits for its first line, which is returned too. */
const start = async ([file = '', ...args]: readonly string[], env: NodeJS.ProcessEnv) => {
  const child = spawn(process.execPath, [fileURLToPath(new URL(file, import.meta.url)), ...args], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const line of createInterface({ input: child.stdout })) return [child, line] as const
  throw new Error('The server did not start.')
}

export const stop = async ({ process: child }: Server): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}
