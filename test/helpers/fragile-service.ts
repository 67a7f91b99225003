import type { TestContext } from 'node:test'
import { http } from '../../src/base/node-http.ts'
import { temporaryFolder } from './app.ts'
import type { Call } from './http.ts'
import { startService, wide } from './service.ts'

const fragile = new URL('fragile-workers.ts', import.meta.url).href

/** Starts a service whose workers fail on command, of staging alone unless the variables say otherwise. It ends with the test. */
export const startFragileService = async (
  t: Pick<TestContext, 'after'>,
  variables: Readonly<Record<string, string>> = {},
) => {
  const NODE_OPTIONS = `--import=${fragile}`
  const service = await startService(t, temporaryFolder(t), { NODE_OPTIONS, ...variables })
  const key = await service.addKey('staging', ...wide)
  const ask = service.asking(key)
  const agent = new http.Agent({ keepAlive: true, maxSockets: 64, scheduling: 'fifo' })
  t.after(() => agent.destroy())
  return {
    ...service,
    /** A key whose quota no test exhausts. */
    key,
    /** Calls a path of staging under `/v1`, over one of many connections. */
    call: (path: string, options?: Call) => ask(path, { agent, ...options }),
    /** Ends the worker of staging or its sender, or blocks it for good; then it logs `hangs`. */
    fail: (
      how: 'throw' | 'exit' | 'hang' | 'hoard',
      of: 'staging' | 'staging-sender' = 'staging',
    ): void => void service.process.stdin.write(`${of} ${how}\n`),
  }
}

export type FragileService = Awaited<ReturnType<typeof startFragileService>>
