import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { temporaryFolder } from '../helpers/app.ts'
import type { Cleanup } from '../helpers/cleanup.ts'
import { freePort } from '../helpers/free-port.ts'
import { findProgram } from '../helpers/needs.ts'
import { runCommand, startService } from '../helpers/service.ts'
import { startProxy } from '../helpers/tcp-proxy.ts'
import { cutFor, flood } from './attacks.ts'
import type { Deed, Tortured } from './run.ts'
import { type Sabotage, sabotaged } from './sabotage.ts'
import { wide } from './service.ts'

/** A service that is killed, cut off, flooded, and whose disk is full for a while, in turn. */
export type AttackedService = Tortured & {
  /** When it was killed, by `performance.now()`. */
  readonly kills: readonly number[]
  /** What cannot be done on this machine. */
  readonly missing: readonly string[]
}

/** Starts a service, and a proxy before it by which callers reach it. */
export const startAttackedService = async (
  t: Cleanup,
  sabotage: Sabotage | undefined,
): Promise<AttackedService> => {
  const dataDir = temporaryFolder(t)
  const pipes = join(temporaryFolder(t), 'fiu')
  const canFill = ['fiu-run', 'fiu-ctrl'].every((program) => findProgram(program) !== undefined)
  const port = await freePort()
  const env = {
    PETSTORE_ENVIRONMENTS: 'production',
    PETSTORE_LOG_LEVEL: 'error',
    PETSTORE_PRODUCTION_PORT: String(port),
    ...sabotaged(sabotage),
  }
  const launcher = canFill ? ['fiu-run', '-x', '-f', pipes] : []
  const start = async () => await startService(t, dataDir, env, launcher)
  let service = await start()
  const proxy = await startProxy(t, port)
  const key = await service.addKey('production', '--plan', 'enterprise', ...wide)
  const kills: number[] = []

  const kill = async (): Promise<void> => {
    service.process.kill('SIGKILL')
    kills.push(performance.now())
    await once(service.process, 'close')
    service = await start()
  }
  const control = (...command: readonly string[]): void => {
    const all = ['-f', pipes, '-c', command.join(' '), String(service.process.pid)]
    execFileSync('fiu-ctrl', all)
  }
  /** No space is left (ENOSPC). */
  const fill = async (random: number): Promise<void> => {
    control('enable name=posix/io/rw/pwrite,failinfo=28')
    await wait(500 * random)
    control('disable name=posix/io/rw/pwrite')
  }
  const deeds = [
    { what: 'kill', act: kill },
    { what: 'cut', act: async (random: number) => await cutFor(proxy, random) },
    { what: 'flood', act: async () => await flood('127.0.0.1', port) },
    ...(canFill ? [{ what: 'fill', act: fill }] : []),
  ]
  return {
    nodes: [`http://127.0.0.1:${proxy.port}/v1`],
    key,
    kills,
    missing: canFill ? [] : ['fiu-run (the disk is never full)'],
    disturb: async (random): Promise<Deed> => {
      const deed = deeds[Math.floor(random() * deeds.length)]
      if (deed === undefined) throw new Error('There is no deed.')
      return { what: deed.what, done: deed.act(random()) }
    },
    petstore: async (...args) => {
      const { status, out, error } = await runCommand(args, service.env)
      if (status !== 0) throw Object.assign(new Error(error), { code: status })
      return out
    },
  }
}
