import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { everyScope } from '../../src/access/keys/scopes.ts'
import { temporaryFolder } from '../helpers/app.ts'
import type { Cleanup } from '../helpers/cleanup.ts'
import { freePort } from '../helpers/free-port.ts'
import { runCommand, startService } from '../helpers/service.ts'
import { startProxy } from '../helpers/tcp-proxy.ts'
import { cutFor, flood } from './attacks.ts'
import { oneOf } from './random.ts'
import { type Tortured, usual } from './run.ts'
import { type Sabotage, sabotaged } from './sabotage.ts'

/** The figures of a key that no run uses up. */
const figures =
  '--plan enterprise --per-minute 1000000000 --per-day 1000000000 --open-orders 1000000'
export const wide = [...figures.split(' '), '--scopes', everyScope.join(',')]

/** Runs `petstore` for an environment. A failure has the exit status as its `code`. */
export const commandsOn =
  (env: Readonly<Record<string, string>>, environment = 'production') =>
  async (...args: readonly string[]): Promise<string> => {
    const { status, out, error } = await runCommand([...args, '--environment', environment], env)
    if (status !== 0) throw Object.assign(new Error(error), { code: status })
    return out
  }

/** What libfiu calls the calls of the system that a commit of SQLite makes, and how many of them it makes. */
const diskCalls = { 'sync/fsync': 1, 'rw/pwrite': 12 } as const

/** Milliseconds by which the clock moves, and after which: never by more at once than the service believes. */
const clock = { step: 20_000, every: 300 } as const
const movable = new URL('../helpers/movable-clock.ts', import.meta.url).href

/**
 * Starts a service that is killed again and again. It ends with the run.
 *
 * @param how `attacked`: now and then it is cut off, flooded, or its disk is full, where libfiu can fill it. `hurried`: its
 *   clock runs fast, and while it is down hours may pass. `failing`: besides, its disk fails at random before each kill (EIO)
 */
export const startTorturedService = async (
  t: Cleanup,
  how: 'attacked' | 'hurried' | 'failing',
  { sabotage, hasFiu = true }: { readonly sabotage?: Sabotage | undefined; hasFiu?: boolean } = {},
): Promise<Tortured & Required<Pick<Tortured, 'stop'>>> => {
  const dataDir = temporaryFolder(t)
  const pipes = join(temporaryFolder(t), 'fiu')
  const isAttacked = how === 'attacked'
  const launcher = hasFiu && how !== 'hurried' ? ['fiu-run', '-x', '-f', pipes] : []
  const port = await freePort()
  let ahead = 0
  const start = async () => {
    const hurried = { NODE_OPTIONS: `--import=${movable}`, CLOCK_AHEAD: String(ahead) }
    const variables = {
      PETSTORE_ENVIRONMENTS: 'production',
      PETSTORE_LOG_LEVEL: 'error',
      PETSTORE_PRODUCTION_PORT: String(port),
      ...(isAttacked ? sabotaged(sabotage) : hurried),
    }
    return await startService(t, dataDir, variables, launcher)
  }
  let service = await start()
  const proxy = await startProxy(t, port)
  const key = await service.addKey('production', ...wide)
  const kills: number[] = []

  const control = (command: string): void => {
    execFileSync('fiu-ctrl', ['-f', pipes, '-c', command, String(service.process.pid)])
  }
  /** @param meanwhile what happens while it is down */
  const kill = async (meanwhile = (): void => {}): Promise<void> => {
    service.process.kill('SIGKILL')
    kills.push(performance.now())
    await once(service.process, 'close')
    meanwhile()
    service = await start()
  }
  const hurryAndKill = async (random: () => number): Promise<void> => {
    if (how === 'failing') {
      const [call, times] = oneOf(random, Object.entries(diskCalls))
      const probability = (0.1 + 0.8 * random()) / times
      control(`enable_random name=posix/io/${call},probability=${probability},failinfo=5`)
    }
    for (let step = 0; step < 5; step += 1) {
      ahead += clock.step
      service.process.stdin.write(`${ahead}\n`)
      await wait(clock.every * random())
    }
    await kill(() => {
      if (random() < 0.5) ahead += Math.floor(random() * 7_200_000)
    })
  }
  /** No space is left (ENOSPC). */
  const fill = async (random: () => number): Promise<void> => {
    control('enable name=posix/io/rw/pwrite,failinfo=28')
    await wait(500 * random())
    control('disable name=posix/io/rw/pwrite')
  }
  type Act = (random: () => number) => Promise<void>
  const attacks: ReadonlyArray<readonly [string, Act]> = [
    ['kill', async () => await kill()],
    ['cut', async (random) => await cutFor(proxy, random())],
    ['flood', async () => await flood('127.0.0.1', port)],
    ...(hasFiu ? [['fill', fill] as const] : []),
  ]
  return {
    nodes: [`http://127.0.0.1:${proxy.port}/v1`],
    key,
    kills,
    // A process of the service is forked to read photos. Of libfiu its copy inherits locks that nobody gives back, and may wait for ever.
    ...(launcher.length > 0 && { crowd: { ...usual, photographed: 0 } }),
    disturb: async (random) => {
      const [what, act] = isAttacked ? oneOf(random, attacks) : ['kill', hurryAndKill]
      return { what, done: act(random) }
    },
    // A minute of a clock that runs fast is over before a key is used up.
    ...(isAttacked ? { petstore: commandsOn(service.env) } : { now: () => Date.now() + ahead }),
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
