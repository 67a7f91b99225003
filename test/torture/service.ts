import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { everyScope } from '../../src/access/keys/scopes.ts'
import { temporaryFolder } from '../helpers/app.ts'
import type { Cleanup } from '../helpers/cleanup.ts'
import { startService } from '../helpers/service.ts'
import type { Tortured } from './run.ts'

/** What libfiu calls the calls of the system that a commit of SQLite makes. */
export const diskCalls = ['sync/fsync', 'rw/pwrite'] as const
export type DiskCall = (typeof diskCalls)[number]

const movable = new URL('../helpers/movable-clock.ts', import.meta.url).href
/** The figures of a key that no run uses up. */
export const wide = [
  '--per-minute',
  '1000000000',
  '--per-day',
  '1000000000',
  '--open-orders',
  '1000000',
  '--scopes',
  everyScope.join(','),
]

/** Milliseconds by which the clock moves, and after which: never by more at once than the service believes. */
const clock = { step: 20_000, every: 300 } as const

/** A service alone, which ends with the run. `stop` ends it in order, and says what SQLite's own check says of the file. */
export type TorturedService = Tortured & { stop(): Promise<string> }

/**
 * Starts a service that each round kills. Its clock runs fast, and while it is down hours may pass.
 *
 * @param failing a call of the system that fails at random before each kill, as a broken disk makes it fail (EIO)
 */
export const startTorturedService = async (
  t: Cleanup,
  failing?: DiskCall,
): Promise<TorturedService> => {
  const dataDir = temporaryFolder(t)
  const pipes = join(temporaryFolder(t), 'fiu')
  let ahead = 0
  const start = async (port: string) =>
    await startService(
      t,
      dataDir,
      {
        PETSTORE_ENVIRONMENTS: 'production',
        PETSTORE_LOG_LEVEL: 'error',
        PETSTORE_PRODUCTION_PORT: port,
        NODE_OPTIONS: `--import=${movable}`,
        CLOCK_AHEAD: String(ahead),
      },
      failing === undefined ? [] : ['fiu-run', '-x', '-f', pipes],
    )
  let service = await start('0')
  const base = service.baseUrl('production')
  const key = await service.addKey('production', '--plan', 'enterprise', ...wide)

  /** @param random from 0 to 1; a commit writes a dozen pages, and syncs once */
  const breakDisk = (call: DiskCall, random: number): void => {
    const probability = (0.1 + 0.8 * random) / (call === 'rw/pwrite' ? 12 : 1)
    const fail = `enable_random name=posix/io/${call},probability=${probability},failinfo=5`
    execFileSync('fiu-ctrl', ['-f', pipes, '-c', fail, String(service.process.pid)])
  }
  const killAndRestart = async (random: () => number): Promise<void> => {
    if (failing !== undefined) breakDisk(failing, random())
    for (let step = 0; step < 5; step += 1) {
      ahead += clock.step
      service.process.stdin?.write(`${ahead}\n`)
      await wait(clock.every * random())
    }
    service.process.kill('SIGKILL')
    await once(service.process, 'close')
    if (random() < 0.5) ahead += Math.floor(random() * 7_200_000)
    service = await start(new URL(base).port)
  }
  return {
    nodes: [base],
    key,
    now: () => Date.now() + ahead,
    disturb: async (random) => ({ what: 'kill', done: killAndRestart(random) }),
    stop: async () => {
      const { status } = await service.stop()
      if (status !== 0) throw new Error(`The service ended with status ${status}.`)
      const file = new DatabaseSync(join(dataDir, 'production.sqlite'), { readOnly: true })
      const row = file.prepare('PRAGMA integrity_check(1)').get()
      file.close()
      return String(row?.['integrity_check'])
    },
  }
}
