import { execFile } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { giveToOtherUser, otherUser } from '../../test/helpers/other-user.ts'
import type { Machine, Machines } from './machines.ts'
import type { Programs } from './programs.ts'

const run = promisify(execFile)

/** Whether a write waits until a standby has it. `asynchronous` is the control for tests that look for lost writes. */
export const replications = ['synchronous', 'asynchronous'] as const
export type Replication = (typeof replications)[number]

/** The folder of Debian's PostgreSQL versions. */
const versions = '/usr/lib/postgresql'

/** Finds the folder of PostgreSQL's programs, in the newest version; undefined if there is none. */
export const findPostgres = (): string | undefined => {
  try {
    const [newest] = readdirSync(versions).toSorted((a, b) => Number(b) - Number(a))
    return newest === undefined ? undefined : join(versions, newest, 'bin')
  } catch {
    return undefined
  }
}

/** Starts etcd on each machine. */
export const startConsensus = async (programs: Programs, machines: Machines): Promise<void> => {
  for (const machine of machines.all) {
    const { name, folder } = machine
    const own = join(folder, 'etcd')
    mkdirSync(own, { mode: 0o700 })
    const env = { ...machines.variables('etcd.env', machine), ETCD_DATA_DIR: own }
    programs.start({ name: `${name}-etcd`, command: ['etcd'], env, folder })
  }
  for (const { name, address } of machines.all) {
    await programs.until(`${name}-etcd`, async () => {
      const answer = await fetch(`http://${address}:2379/health`)
      const { health } = (await answer.json()) as { health: string }
      return health === 'true' ? true : undefined
    })
  }
}

/** Starts PostgreSQL on each machine, and creates the database of the service. */
export const startDatabases = async (
  programs: Programs,
  machines: Machines,
  replication: Replication,
): Promise<void> => {
  const bin = findPostgres() ?? ''
  for (const machine of machines.all) {
    const own = databaseFolder(machine)
    mkdirSync(own)
    const config = join(own, 'patroni.yml')
    const settings = {
      bin_dir: bin,
      data_dir: join(own, 'data'),
      unix_socket_directories: own,
      ...(replication === 'asynchronous' && asynchronous),
    }
    writeFileSync(config, changed(machines.file('patroni.yml', machine), settings), { mode: 0o600 })
    // PostgreSQL refuses to run as root.
    for (const each of [own, config]) giveToOtherUser(each)
    programs.start({
      name: `${machine.name}-patroni`,
      command: ['patroni', config],
      as: otherUser(),
      env: { HOME: own },
      folder: own,
    })
  }
  const primary = await programs.until('a-patroni', async () =>
    primaryOfThree(machines, replication),
  )
  await makeDatabase(machines, primary, bin)
}

/**
 * The machine that takes writes, once two standbys follow it; undefined before. With synchronous replication,
 * a synchronous standby must also be known. For a few seconds after a failover none is, and if the primary
 * died then, only itself could take over again.
 */
export const primaryOfThree = async (
  machines: Machines,
  replication: Replication,
): Promise<Machine | undefined> => {
  const members = await membersOf(machines)
  const [first] = members
  // A former primary has another timeline until it has caught up with the new one.
  const isOne = members.every(({ timeline }) => timeline === first?.timeline)
  const isWhole = isOne && members.filter(isReady).length === 3
  const hasHeir = members.some(({ role }) => role === 'sync_standby')
  const isSafe = replication === 'asynchronous' || hasHeir
  return isWhole && isSafe ? primaryAmong(machines, members) : undefined
}

/** The machine whose database currently takes writes; undefined if there is none. */
export const primaryOf = async (machines: Machines): Promise<Machine | undefined> =>
  primaryAmong(machines, await membersOf(machines))

/** The process of PostgreSQL on a machine; undefined while there is none. */
export const databasePid = (machine: Machine): number | undefined => {
  try {
    const file = join(databaseFolder(machine), 'data', 'postmaster.pid')
    const pid = Number(readFileSync(file, 'utf8').split('\n', 1)[0])
    // A killed process leaves its file behind.
    process.kill(pid, 0)
    return pid
  } catch {
    return undefined
  }
}

const databaseFolder = ({ folder }: Machine): string => join(folder, 'postgres')

/** The settings with which a write does not wait for a standby. */
const asynchronous = { synchronous_mode: 'false', synchronous_mode_strict: 'false' } as const

/** Replaces the values of some settings, wherever they occur. */
const changed = (file: string, settings: Readonly<Record<string, string>>): string =>
  Object.entries(settings).reduce(
    (text, [key, value]) => text.replace(new RegExp(`\\b${key}: .*`), `${key}: ${value}`),
    file,
  )

/** A member of the cluster of databases, as Patroni reports it. */
type Member = {
  readonly name: string
  readonly role: string
  readonly state: string
  readonly timeline?: number
}

/** The members according to the first Patroni that answers. */
const membersOf = async ({ all }: Machines): Promise<readonly Member[]> => {
  const answers = all.map(async ({ address }): Promise<readonly Member[]> => {
    const answer = await fetch(`http://${address}:8008/cluster`)
    return ((await answer.json()) as { members: readonly Member[] }).members
  })
  return await Promise.any(answers)
}

const isReady = ({ role, state }: Member): boolean =>
  role === 'leader' ? state === 'running' : state === 'running' || state === 'streaming'

const primaryAmong = ({ all }: Machines, members: readonly Member[]): Machine | undefined => {
  const leader = members.find(({ role }) => role === 'leader')
  return all.find(({ name }) => name === leader?.name)
}

const makeDatabase = async (machines: Machines, primary: Machine, bin: string): Promise<void> => {
  const file = join(databaseFolder(primary), 'database.sql')
  writeFileSync(file, machines.file('database.sql', primary), { mode: 0o600 })
  const options = ['-h', primary.address, '-U', 'postgres', '-v', 'ON_ERROR_STOP=1', '-f', file]
  await run(join(bin, 'psql'), options, {
    env: { PGPASSWORD: machines.passwords.superuser },
  })
  rmSync(file)
}
