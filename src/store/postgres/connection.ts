import { readFileSync } from 'node:fs'
import { Socket } from 'node:net'
import { Client, type ClientConfig, type QueryArrayResult } from 'pg'
import type { PostgresAddress } from '../../base/config/store-address.ts'
import { LateAnswer, startDeadline } from '../../base/in-time.ts'
import type { Answer, Parameter } from '../engine.ts'
import type { Cell } from '../sql/columns.ts'
import { failureOf, isAnswer } from './failures.ts'
import { decodeText, encodeArray, encodeText } from './text.ts'
import { timelinesOf } from './timelines.ts'

type CommandAnswer = Answer & { readonly command: string }

export type ConnectionSettings = {
  /** Timeouts of opening and closing, in milliseconds. */
  readonly patience: number
  readonly session: Readonly<Record<string, string>>
}

export type Connection = ReturnType<typeof connectionOver>

/** A pipelined connection. It is destroyed, never cancelled: a cancelled write that waits for a standby looks like a success. */
const connectionOver = (client: Client, socket: Socket, patience: number) => {
  const state = { isOpen: true, inFlight: 0, warnings: 0 }
  /** Why it was destroyed, if an answer took too long. */
  let late: LateAnswer | undefined
  const cut = (): void => {
    state.isOpen = false
    socket.destroy()
  }
  client.on('end', () => void (state.isOpen = false))
  // It accepts no statement after that.
  client.on('error', cut)
  client.on('notice', ({ severity }) => {
    if (severity === 'WARNING') state.warnings += 1
  })

  const send = async <T>(sending: () => Promise<T>): Promise<T> => {
    state.inFlight += 1
    try {
      return await sending()
    } catch (error) {
      throw failureOf(isAnswer(error) ? error : (late ?? error))
    } finally {
      state.inFlight -= 1
    }
  }
  /** Runs work, and destroys the connection if it takes longer than a number of milliseconds. */
  const within = async <T>(milliseconds: number, work: () => Promise<T>): Promise<T> => {
    using _ = startDeadline(milliseconds, () => {
      late = new LateAnswer(milliseconds)
      cut()
    })
    return await work()
  }
  /** Closes it after all answers, or destroys it if the server hangs. */
  const end = async (): Promise<void> => {
    if (!state.isOpen) return
    state.isOpen = false
    await within(patience, () => client.end())
  }

  return Object.assign(state, {
    /** Prepares each text once, unless `planned` is `anew`. Throws StorageUnavailable, or DatabaseError for a bad statement. */
    query: async (
      text: string,
      values: readonly Parameter[] = [],
      planned?: 'anew',
    ): Promise<Answer> => {
      const sent = {
        text,
        values: values.map(encodeCell),
        ...(planned === undefined && { name: nameOf(text) }),
        rowMode: 'array' as const,
      }
      return answerOf(await send(() => client.query<Cell[]>(sent)))
    },
    /** Runs several statements without parameters, separated by semicolons. Throws what `query` throws. */
    run: async (text: string): Promise<readonly CommandAnswer[]> => {
      const sent = { text, rowMode: 'array' as const }
      const answers: unknown = await send(() => client.query<Cell[]>(sent))
      return ([answers].flat() as ReadonlyArray<QueryArrayResult<Cell[]>>).map(answerOf)
    },
    /** Sends all statements of some work by a single system call. */
    atOnce: <T>(sending: () => T): T => {
      const { stream } = client.connection
      stream.cork()
      try {
        return sending()
      } finally {
        stream.uncork()
      }
    },
    within,
    cut,
    end,
    [Symbol.asyncDispose]: end,
  })
}

/** The server does not take writes, or no longer does. */
class Standby extends Error {
  override readonly name = 'Standby'
}

/** Opens a connection to the first server that takes writes. All are tried in parallel. Throws StorageUnavailable. */
export const connect = async (
  address: PostgresAddress,
  settings: ConnectionSettings,
): Promise<Connection> => {
  const attempts = address.hosts.map((host) => primaryAt(host, address, settings))
  try {
    const first = await Promise.any(attempts)
    void endOthers(attempts, first)
    return first
  } catch (error) {
    const errors: readonly unknown[] = error instanceof AggregateError ? error.errors : [error]
    throw failureOf(errors.find((each) => each instanceof Standby) ?? errors[0])
  }
}

const endOthers = async (
  attempts: ReadonlyArray<Promise<Connection>>,
  first: Connection,
): Promise<void> => {
  for (const attempt of await Promise.allSettled(attempts)) {
    if (attempt.status === 'fulfilled' && attempt.value !== first) await attempt.value.end()
  }
}

const primaryAt = async (
  host: PostgresAddress['hosts'][number],
  address: PostgresAddress,
  settings: ConnectionSettings,
): Promise<Connection> => {
  const connection = await openTo(host, address, settings)
  try {
    const timeline = await connection.within(settings.patience, () => timelineOf(connection))
    const timelines = timelinesOf(address)
    if (timeline === undefined) timelines.note(host, undefined)
    else if (address.hosts.length === 1 || timelines.admit(host, connection, timeline)) {
      return connection
    }
    throw new Standby(
      'This server is a standby or was replaced, and the one that takes writes was not found.',
    )
  } catch (error) {
    void connection.end().catch(() => connection.cut())
    throw error
  }
}

/** The timeline of a server, which rises with each failover; undefined if it takes no writes. Throws what `query` throws. */
export const timelineOf = async (connection: Connection): Promise<number | undefined> => {
  const [{ rows } = { rows: [] }] = await connection.run(
    // The name of a WAL file begins with the timeline in hexadecimal.
    "SELECT CASE WHEN pg_is_in_recovery() THEN '' ELSE substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8) END",
  )
  const digits = String(rows[0]?.[0] ?? '')
  return digits === '' ? undefined : Number.parseInt(digits, 16)
}

/** When the server gives up a vanished client: the timeout is in milliseconds, the others are in seconds. */
const serverTimes = {
  tcp_keepalives_idle: '5',
  tcp_keepalives_interval: '5',
  tcp_keepalives_count: '2',
  tcp_user_timeout: '15000',
} as const

/** Opens a connection to one server, primary or not. Throws StorageUnavailable, or the server's error. */
export const openTo = async (
  { host, port }: PostgresAddress['hosts'][number],
  { database, user, password, passwordFile, tls }: PostgresAddress,
  { patience, session }: ConnectionSettings,
): Promise<Connection> => {
  const socket = new Socket()
  // The types of the package lack `pipeline`.
  const options: ClientConfig & { readonly pipeline: true } = {
    host,
    port,
    database,
    user,
    password: passwordFile === undefined ? password : readFileSync(passwordFile, 'utf8').trim(),
    ssl: tls !== undefined && {
      rejectUnauthorized: true,
      ...(tls.authorities !== undefined && { ca: readFileSync(tls.authorities, 'utf8') }),
    },
    stream: () => socket,
    keepAlive: true,
    // After this much silence the system sends keep-alive probes, and gives up ten seconds later.
    keepAliveInitialDelayMillis: 5_000,
    application_name: 'petstore',
    pipeline: true,
    types,
  }
  const client = new Client(options)
  // Pending statements are rejected too.
  client.on('error', () => {})
  let late: LateAnswer | undefined
  using _ = startDeadline(patience, () => {
    late = new LateAnswer(patience)
    socket.destroy()
  })
  try {
    await client.connect()
    const connection = connectionOver(client, socket, patience)
    const settings = Object.entries({ ...serverTimes, ...session })
    await connection.run(settings.map(([name, value]) => `SET ${name} = ${value};`).join(''))
    return connection
  } catch (error) {
    socket.destroy()
    throw late ?? error
  }
}

/** By type OID (`pg_type.dat`). */
const readers: Readonly<Record<number, (text: string) => Cell>> = {
  17: (text) => Buffer.from(text.slice(2), 'hex'), // bytea
  20: BigInt, // int8
  21: Number, // int2
  23: Number, // int4
}

const types = { getTypeParser: (oid: number) => readers[oid] ?? decodeText }

const encodeCell = (value: Parameter): unknown => {
  if (typeof value === 'string') return encodeText(value)
  // `Array.isArray` does not narrow to a readonly array.
  return Array.isArray(value) ? encodeArray(value as readonly Cell[]) : value
}

const answerOf = ({ rows, rowCount, command }: QueryArrayResult<Cell[]>): CommandAnswer => ({
  rows,
  count: rowCount ?? 0,
  command,
})

/** Names of prepared statements, the same on every connection. */
const statementNames = new Map<string, string>()

const nameOf = (text: string): string =>
  statementNames.getOrInsertComputed(text, () => `s${statementNames.size}`)
