import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { delimiter, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { run } from './program.ts'
import type { Server } from '../servers.ts'

/** An alternative to the service. */
export type Contender = {
  readonly name: string
  /** Its npm packages, at exact versions. They are no dependencies of the project. */
  readonly packages: readonly string[]
  /** Sentences about which features of the service it has, and which its user must add. */
  readonly notes: string
  /** Starts it with the animals in it. */
  start(place: Place): Promise<Started>
}

/** The environment of a running contender. */
export type Place = {
  /** An empty folder for it alone. */
  readonly folder: string
  /** The folder of its installed packages. */
  readonly packages: string
  readonly port: number
}

export type Started = {
  readonly server: Server
  readonly headers: Readonly<Record<string, string>>
  /** The URL of the list; the URL of one animal, to which its id is added. */
  readonly list: string
  readonly page: string
}

/** How many animals each contender starts with. */
export const animals = 1_000

export const pets = Array.from({ length: animals }, (_, at) => ({
  id: at + 1,
  name: `Animal ${at + 1}`,
  categoryId: (at + 1) % 1_000,
  status: (at + 1) % 3 === 0 ? 'pending' : 'available',
}))

/**
 * The path without the programs of the project. A package that compiles code when it is installed compiles it for
 * the Node that npm itself runs on.
 */
export const systemPath = (process.env['PATH'] ?? '')
  .split(delimiter)
  .filter((folder) => !folder.includes('node_modules'))
  .join(delimiter)

/** Installs packages into a folder. Packages that are already there stay as they are. */
export const install = async (packages: readonly string[], folder: string): Promise<void> => {
  const options = ['--no-save', '--no-package-lock', '--no-audit', '--no-fund', '--prefix', folder]
  await run('npm', ['install', ...options, ...packages], {
    env: { ...process.env, PATH: systemPath },
    // Some have a thousand dependencies, and compile a few.
    timeout: 900_000,
    maxBuffer: 1 << 26,
  })
}

/** Starts a program of Node, and waits until it answers with 200. */
export const startServer = async (
  node: string,
  args: readonly string[],
  { folder, port }: Place,
  path: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Server> => {
  const child = spawn(node, args, {
    cwd: folder,
    env: { PATH: systemPath, HOME: folder, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const said: Buffer[] = []
  child.stderr.on('data', (chunk: Buffer) => void said.push(chunk))
  const failed = once(child, 'error').then(([error]) => error)
  for (let tries = 0; tries < 600; tries += 1) {
    const error = await Promise.race([failed, delay(100)])
    if (error instanceof Error) throw error
    if (child.exitCode !== null) throw new Error(`It ended:\n${Buffer.concat(said).toString()}`)
    if (await answers(port, path)) return { port, process: child }
  }
  end(child)
  throw new Error('It did not answer within a minute.')
}

const end = (child: ChildProcess): void => void child.kill('SIGKILL')

const answers = async (port: number, path: string): Promise<boolean> =>
  await fetch(`http://127.0.0.1:${port}${path}`).then(
    ({ status }) => status === 200,
    () => false,
  )

/** A file of an installed package. */
export const fileOf = ({ packages }: Place, ...path: readonly string[]): string =>
  join(packages, 'node_modules', ...path)
