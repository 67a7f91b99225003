import type { TestContext } from 'node:test'
import type { Agent } from 'node:http'
import type { Environment } from '../../src/core/environments.ts'
import { http } from '../../src/core/node-http.ts'
import { temporaryFolder } from './app.ts'
import { type Answer, type Call, call } from './http.ts'
import { poll } from './poll.ts'
import { type Service, startService } from './service.ts'

const fragile = new URL('fragile-threads.ts', import.meta.url).href

/** A staging service with several threads, which fail on command. */
export type Threads = {
  readonly service: Service
  /** Ends in `/v1`. */
  readonly base: string
  /** A key whose quota no test exhausts. */
  readonly key: string
  /** Calls a path under `/v1` over one of many connections. The system spreads them over the threads. */
  call(path: string, options?: Call): Promise<Answer>
  /** Ends a thread, or blocks it for good; then it logs `hangs`. */
  fail(thread: number, how: 'throw' | 'exit' | 'hang'): void
  /** The log lines of a kind so far. */
  logged(kind: string): ReadonlyArray<Record<string, unknown>>
  untilLogged(kind: string, count: number): Promise<void>
}

/**
 * Starts a staging service. It ends with the test.
 *
 * @param threads how many serve it
 */
export const startThreads = async (
  t: Pick<TestContext, 'after'>,
  threads: number,
  variables: Readonly<Record<string, string>> = {},
): Promise<Threads> => {
  const service = await startService(t, temporaryFolder(t), {
    PETSTORE_ENVIRONMENTS: 'staging' satisfies Environment,
    PETSTORE_THREADS: String(threads),
    NODE_OPTIONS: `--import=${fragile}`,
    ...variables,
  })
  const base = service.baseUrl('staging')
  const logged: Threads['logged'] = (kind) =>
    service
      .output()
      .error.split('\n')
      .slice(0, -1)
      .filter((line) => line.includes(`"msg":"${kind}"`))
      .map((line) => JSON.parse(line))
  const untilLogged: Threads['untilLogged'] = async (kind, count) => {
    await poll(() => (logged(kind).length >= count ? true : undefined))
  }
  if (threads > 1) {
    const all = (): boolean =>
      logged('threads_listening').some(({ environment }) => environment === 'staging')
    await poll(() => (all() ? true : undefined))
  }
  const wide = ['--per-minute', '10000000', '--per-day', '10000000']
  const key = await service.addKey('staging', '--plan', 'enterprise', ...wide)
  const agent = manyConnections(t)
  return {
    service,
    base,
    key,
    call: (path, options = {}) => call(base + path, { key, agent, ...options }),
    fail: (thread, how) => void service.process.stdin?.write(`staging ${thread} ${how}\n`),
    logged,
    untilLogged,
  }
}

/** Connections for one test. There are so many that a thread lacks one with a chance of only 1 in 10^7. */
const manyConnections = (t: Pick<TestContext, 'after'>, connections = 64): Agent => {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections, scheduling: 'fifo' })
  t.after(() => agent.destroy())
  return agent
}

/** Starts the same work a number of times at once. */
export const atOnce = async <T>(times: number, work: (index: number) => Promise<T>): Promise<T[]> =>
  await Promise.all(Array.from({ length: times }, (_, index) => work(index)))
