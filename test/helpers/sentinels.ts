import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { connectToSentinel } from '../../src/access/quotas/valkey/connection.ts'
import { temporaryFolder } from './app.ts'
import { type Cleanup, endProcess } from './cleanup.ts'
import { freePort } from './free-port.ts'
import { needs } from './needs.ts'
import { poll } from './poll.ts'
import { startUntil, startValkey, type TestValkey } from './valkey.ts'

/** The reason to skip a test that needs sentinels, or false. */
export const needsSentinels = needs('redis-server', 'redis-sentinel')

/** The name by which the sentinels know the master. */
const master = 'shop'

/** Starts a master and its replica, and three sentinels that know each other and watch them. They end with the test. */
export const startSentinels = async (t: Cleanup) => {
  const keeps = ['--appendonly', 'yes']
  const first = await startValkey(t, keeps)
  const replica = await startValkey(t, [...keeps, '--replicaof', '127.0.0.1', String(first.port)])
  const started = await Promise.all([0, 1, 2].map(async () => await startSentinel(t, first.port)))
  for (const { port } of started) await poll(async () => await knowsAll(first, port))
  return {
    master: first,
    replica,
    /** For a variable like `PETSTORE_STAGING_COUNTERS`. */
    url: `valkey://${master}/test?sentinels=${started.map(({ port }) => `127.0.0.1:${port}`).join(',')}`,
    /** The name by which the sentinels know the master, and where they are. */
    name: master,
    at: started.map(({ port }) => ({ host: '127.0.0.1', port })),
    /** Ends one of the sentinels. */
    kill: async (index: number) => await started[index]?.kill(),
  }
}

const startSentinel = async (t: Cleanup, watched: number) => {
  for (;;) {
    const port = await freePort()
    const file = join(temporaryFolder(t), 'sentinel.conf')
    writeFileSync(
      file,
      `port ${port}
bind 127.0.0.1
sentinel monitor ${master} 127.0.0.1 ${watched} 2
sentinel down-after-milliseconds ${master} 500
sentinel failover-timeout ${master} 3000
`,
    )
    const child = await startUntil('redis-sentinel', [file], '+monitor master')
    // Another program may take the port first.
    if (child === undefined) continue
    const kill = async (): Promise<void> => await endProcess(child)
    t.after(kill)
    return { port, kill }
  }
}

/** Whether a sentinel knows the replica and the other sentinels. */
const knowsAll = async (watched: TestValkey, port: number): Promise<true | undefined> => {
  const at = { host: '127.0.0.1', port }
  const sentinels = { master, at: [at] }
  const sentinel = await connectToSentinel({ ...watched.place(), at: undefined, sentinels }, at)
  try {
    const text = String(await sentinel.send(['INFO', 'sentinel']))
    return /status=ok,.*slaves=1,sentinels=3/.test(text) ? true : undefined
  } finally {
    sentinel.close()
  }
}
