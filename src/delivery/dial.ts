import { once } from 'node:events'
import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { connect as connectTls, type SecureContext } from 'node:tls'
import { messageOf } from '../core/errors/message-of.ts'
import type { AddressRefusal, AddressRule } from './addresses.ts'
import { AttemptFailure, attemptTimes } from './attempt.ts'
import { addressesOf, type Resolve } from './resolve.ts'

/** Where a connection is to lead. */
export type Target = {
  /** The host of the URL. */
  readonly host: string
  readonly port: number
  readonly isEncrypted: boolean
}

/** Makes a connection that is ready for HTTP. Rejects with `AttemptFailure`. */
export type Dial = (target: Target) => Promise<Socket>

export type DialParts = {
  readonly resolve: Resolve
  readonly rule: AddressRule
  /** The certificate authorities that TLS trusts. */
  readonly secureContext: SecureContext
  /** Milliseconds for everything; `attemptTimes.connect` by default. */
  readonly longest?: number
}

const refusals: Readonly<Record<AddressRefusal, string>> = {
  no_address: 'The host has no address.',
  not_public: 'The host has an address that is not public.',
  https_only: 'The service calls this host by https only.',
}

/** How many addresses of a host are tried. */
const maxAddresses = 4

/**
 * Makes connections to public addresses only. The host is looked up once. If the rule refuses one of its addresses, none
 * is called. The connection goes to a checked address, so no later answer of a name server can lead it elsewhere.
 */
export const dialer =
  ({ resolve, rule, secureContext, longest = attemptTimes.connect }: DialParts): Dial =>
  async ({ host, port, isEncrypted }) => {
    const signal = AbortSignal.timeout(longest)
    try {
      const addresses = await orAborted(checkedAddresses(host, isEncrypted, resolve, rule), signal)
      const socket = await connectToAny(addresses, port, longest, signal)
      return isEncrypted ? await encrypted(socket, host, secureContext, signal) : socket
    } catch (error) {
      if (error instanceof AttemptFailure) throw error
      if (signal.aborted) throw tooLate(longest, error)
      throw new AttemptFailure('connection', `No connection: ${codeOf(error)}.`, error)
    }
  }

const checkedAddresses = async (
  host: string,
  isEncrypted: boolean,
  resolve: Resolve,
  rule: AddressRule,
): Promise<readonly string[]> => {
  let addresses: readonly string[]
  try {
    addresses = await addressesOf(host, resolve)
  } catch (error) {
    throw new AttemptFailure('address', `The host has no address: ${codeOf(error)}.`, error)
  }
  const refusal = rule.refusalOf(addresses, isEncrypted)
  if (refusal !== undefined) throw new AttemptFailure('address', refusals[refusal])
  return addresses.slice(0, maxAddresses)
}

/** Tries one address after the other; each has its share of the time that is left. */
const connectToAny = async (
  addresses: readonly string[],
  port: number,
  longest: number,
  signal: AbortSignal,
): Promise<Socket> => {
  const end = performance.now() + longest
  let failure: unknown
  for (const [index, host] of addresses.entries()) {
    const share = (end - performance.now()) / (addresses.length - index)
    try {
      const turn = AbortSignal.timeout(Math.max(1, Math.ceil(share)))
      return await connected(connectTcp({ host, port, noDelay: true }), 'connect', turn)
    } catch (error) {
      failure = error
      if (signal.aborted) break
    }
  }
  throw isAbort(failure) ? tooLate(longest, failure) : failure
}

const encrypted = async (
  socket: Socket,
  urlHost: string,
  secureContext: SecureContext,
  signal: AbortSignal,
): Promise<Socket> => {
  const host = urlHost.replace(/^\[(.*)\]$/, '$1')
  // An address has no server name (RFC 6066 section 3); its certificate is compared with `host`.
  const servername = isIP(host) === 0 ? host.replace(/\.$/, '') : ''
  try {
    const secure = connectTls({
      socket,
      host,
      servername,
      secureContext,
      ALPNProtocols: ['http/1.1'],
    })
    return await connected(secure, 'secureConnect', signal)
  } catch (error) {
    socket.destroy()
    if (isAbort(error)) throw error
    throw new AttemptFailure('tls', `No secure connection: ${tlsReason(error)}.`, error)
  }
}

/** Waits until a socket has connected; destroys it if it has not in time. */
const connected = async <S extends Socket>(
  socket: S,
  event: 'connect' | 'secureConnect',
  signal: AbortSignal,
): Promise<S> => {
  try {
    await once(socket, event, { signal })
    return socket
  } catch (error) {
    // What still comes of the destroyed socket concerns nobody.
    socket.on('error', () => undefined)
    socket.destroy()
    throw error
  }
}

const orAborted = async <T>(promise: Promise<T>, signal: AbortSignal): Promise<T> => {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const abort = (): void => reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  try {
    return await Promise.race([promise, aborted])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

const isAbort = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'AbortError' || error.name === 'TimeoutError')

const tooLate = (longest: number, cause: unknown): AttemptFailure =>
  new AttemptFailure('timeout', `No connection within ${longest / 1_000} seconds.`, cause)

/** The code of an error, without the addresses that its message names. */
const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'

/** OpenSSL's own words for a certificate; a code for all else. */
const tlsReason = (error: unknown): string => {
  const code = codeOf(error)
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return 'the certificate is for another host'
  return certificateFaults.test(code) ? `${messageOf(error)} (${code})` : code
}

const certificateFaults = /^(?:CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|CRL_|HOSTNAME_)/
