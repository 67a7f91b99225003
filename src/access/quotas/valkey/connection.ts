import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { RedisClientOptions } from '@redis/client'
import type { HostPort, ValkeyPlace } from '../../../base/config/valkey-place.ts'
import type { CounterWork } from '../../../base/observation.ts'
import { codeOf, messageOf } from '../../../base/errors/message-of.ts'
import { inTime } from '../../../base/in-time.ts'

/** A script, what it is for, and the hash by which the engine knows it. */
type Script = { readonly text: string; readonly work: CounterWork; readonly hash: string }

export const scriptOf = (work: CounterWork, text: string): Script => ({
  text,
  work,
  hash: createHash('sha1').update(text).digest('hex'),
})

export type Runner = (
  script: Script,
  keys: readonly string[],
  args: readonly (string | Buffer)[],
) => Promise<unknown>

/** A connection to the engine that counts. It does not reconnect by itself, and leaves timeouts to its callers. */
export type Connection = Awaited<ReturnType<typeof open>>

/** Milliseconds that opening a connection may take, including the handshake. */
const connectTimeout = 1_000

/** Connects to the engine. Throws if it cannot be reached, refuses the password, or is a replica. */
export const connect = async (place: ValkeyPlace): Promise<Connection> => {
  using opened = new DisposableStack()
  const connection = opened.use(await open(place, await masterOf(place)))
  const [role] = (await bounded(connection.send(['ROLE']))) as readonly unknown[]
  if (String(role) !== 'master') throw new Error(`It is a ${String(role)}, not the master.`)
  opened.move()
  return connection
}

/** Asks all sentinels at once for the master's address, so that one that hangs delays nothing. The first answer wins. */
const masterOf = async (place: ValkeyPlace): Promise<HostPort> => {
  const { at, sentinels } = place
  if (sentinels === undefined) {
    if (at === undefined) throw new Error('No host is configured.')
    return at
  }
  const asking = sentinels.at.map((sentinel) => askSentinel(place, sentinel, sentinels.master))
  return await Promise.any(asking).catch(({ errors }: AggregateError) => {
    const reasons = [...new Set(errors.map(messageOf))].join('; ')
    throw new AggregateError(errors, `No sentinel knows the master ${sentinels.master}: ${reasons}`)
  })
}

/** Connects without credentials, since those of the engine are not valid for sentinels, and these rarely need any. */
export const connectToSentinel = async (place: ValkeyPlace, at: HostPort): Promise<Connection> =>
  await open({ ...place, username: undefined, password: undefined, passwordFile: undefined }, at)

const askSentinel = async (place: ValkeyPlace, at: HostPort, master: string): Promise<HostPort> => {
  using sentinel = await connectToSentinel(place, at)
  const answer = await bounded(sentinel.send(['SENTINEL', 'GET-MASTER-ADDR-BY-NAME', master]))
  if (!Array.isArray(answer)) throw new Error(`The sentinel knows no master ${master}.`)
  const [host, port] = answer.map(String)
  return { host: host ?? '', port: Number(port) }
}

const open = async (place: ValkeyPlace, { host, port }: HostPort) => {
  // Loaded only here: a service that counts in memory never loads it.
  const { createClient, RESP_TYPES } = await import('@redis/client')
  const socket = { host, port, connectTimeout, reconnectStrategy: false as const }
  const { caFile } = place
  const client = createClient({
    socket: place.tls
      ? { ...socket, tls: true, ...(caFile !== undefined && { ca: readConfigured(caFile) }) }
      : socket,
    ...credentialsOf(place),
    disableOfflineQueue: true,
    commandOptions: { timeout: 0, typeMapping: { [RESP_TYPES.BLOB_STRING]: Buffer } },
  })
  /** Resolves when the connection is lost or closed. */
  const lost = new Promise((resolve) => {
    client.on('error', resolve)
    client.on('end', () => resolve(new Error('The connection was closed.')))
  })
  const close = (): void => {
    if (client.isOpen) client.destroy()
  }
  try {
    await bounded(client.connect())
  } catch (error) {
    close()
    throw inWords(error)
  }
  const send = async (args: readonly (string | Buffer)[]): Promise<unknown> =>
    await client.sendCommand(args)
  /** Runs a script at most once. After a failure it is unknown whether the script ran, so it is not repeated. */
  const run: Runner = async ({ text, hash }, keys, args) => {
    const rest = [String(keys.length), ...keys, ...args]
    try {
      return await send(['EVALSHA', hash, ...rest])
    } catch (error) {
      // The engine was restarted or replaced, and does not know the script. So it has not run.
      if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error
      return await send(['EVAL', text, ...rest])
    }
  }
  return { lost, send, run, close, [Symbol.dispose]: close }
}

const credentialsOf = ({
  username,
  password,
  passwordFile,
}: ValkeyPlace): Pick<RedisClientOptions, 'username' | 'password'> => {
  const secret = passwordFile === undefined ? password : readConfigured(passwordFile).trim()
  return {
    ...(username !== undefined && { username }),
    ...(secret !== undefined && { password: secret }),
  }
}

/** @throws LateAnswer if the work takes longer than to connect may */
export const bounded = async <T>(work: Promise<T>): Promise<T> => await inTime(work, connectTimeout)

/** The settings for the engine are wrong, so retrying does not help. */
export class WrongSettings extends Error {}

/** Reads a file that the configuration names; throws `WrongSettings`. */
const readConfigured = (file: string): string => {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new WrongSettings(messageOf(error), { cause: error })
  }
}

/** The engine's errors for an unknown user or a wrong password. */
const refused = /^(?:WRONGPASS|NOAUTH|ERR AUTH|ERR invalid password)/

/** Codes for a rejected certificate, from Node (`tls`) and from OpenSSL's verification. */
const untrusted =
  /^(?:ERR_TLS_CERT_ALTNAME_INVALID|CERT_|SELF_SIGNED_|DEPTH_ZERO_|UNABLE_TO_(?:GET_ISSUER|VERIFY_LEAF))/

/** Turns an error of a new connection into a sentence for the operator, if the operator can fix it. */
const inWords = (error: unknown): unknown => {
  const message = messageOf(error)
  const code = codeOf(error) ?? ''
  if (refused.test(message)) {
    return new WrongSettings(`It refuses the user or the password (${message}).`, { cause: error })
  }
  if (untrusted.test(code)) {
    return new WrongSettings(
      `Its certificate is not trusted (${message}); ?ca= names a file of the authorities to trust.`,
      { cause: error },
    )
  }
  return error
}
