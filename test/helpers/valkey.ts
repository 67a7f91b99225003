import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { createInterface } from 'node:readline'
import { connect } from '../../src/access/quotas/valkey/connection.ts'
import type { ValkeyPlace } from '../../src/base/config/valkey-place.ts'
import { temporaryFolder } from './app.ts'
import { type Cleanup, endProcess } from './cleanup.ts'
import { freePort } from './free-port.ts'
import { needs } from './needs.ts'

/** The reason to skip a test that needs an engine for counts, or false. */
export const needsValkey = needs('redis-server')

/** Starts a program, and waits until it prints a text; undefined if it ends before, as without its port. */
export const startUntil = async (program: string, args: readonly string[], text: string) => {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'ignore'] })
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.includes(text)) continue
    // Nobody reads on: what it says further is dropped.
    child.stdout.resume()
    return child
  }
  return undefined
}

/**
 * Starts an engine for counts (`redis-server`) on a free port. It keeps nothing on disk unless it is told to.
 *
 * @param options as on its command line, like `['--appendonly', 'yes']`
 */
export const startValkey = async (t: Cleanup, options: readonly string[] = []) => {
  let running: ChildProcess | undefined
  const stop = async (): Promise<void> => await endProcess(running)
  t.after(stop)
  const folder = temporaryFolder(t)
  const start = async (port: number): Promise<boolean> => {
    const memory = ['--save', '', '--appendonly', 'no', '--dir', folder]
    const args = ['--port', String(port), '--bind', '127.0.0.1', ...memory, ...options]
    running = await startUntil('redis-server', args, 'Ready to accept connections')
    return running !== undefined
  }
  let port = await freePort()
  // Another program may take the port first.
  while (!(await start(port))) port = await freePort()
  return {
    port,
    get pid() {
      return running?.pid ?? 0
    },
    /** A place of its own for each call. */
    place: (): ValkeyPlace => ({
      ...plainPlace,
      at: { host, port },
      prefix: `test:${randomUUID()}`,
    }),
    /** How often it was sent a command since it started. */
    calls: async (command: string) => {
      const connection = await connect({ ...plainPlace, at: { host, port }, prefix: '' })
      const stats = String(await connection.send(['INFO', 'commandstats']))
      connection.close()
      return Number(new RegExp(`cmdstat_${command}:calls=(\\d+)`).exec(stats)?.[1] ?? 0)
    },
    /** Ends it without warning. */
    kill: stop,
    /** Starts it anew on the same port, empty unless it was told to keep what it has. */
    restart: async () => {
      await stop()
      if (!(await start(port))) throw new Error(`Port ${port} was taken meanwhile.`)
    },
  }
}

export type TestValkey = Awaited<ReturnType<typeof startValkey>>

const host = '127.0.0.1'

const plainPlace = {
  sentinels: undefined,
  tls: false,
  caFile: undefined,
  username: undefined,
  password: undefined,
  passwordFile: undefined,
} as const
