import { ApiError, ConnectionError, PetStoreError } from '../../../client/src/index.ts'
import { readOptions } from '../../../client/src/options.ts'
import { Transport } from '../../../client/src/transport.ts'
import { realWorld } from '../../../client/src/world.ts'
import { variables } from '../../base/config/variables.ts'
import { inUrl, reachable } from '../../base/addresses.ts'
import { environments } from '../../base/environments.ts'
import { messageOf } from '../../base/errors/message-of.ts'
import { keyPrefixes } from '../../access/keys/key-format.ts'
import { Failure, type Terminal, UsageError } from '../kit/terminal.ts'

/** Returns the base URL of this machine's service according to its variables, or undefined if they keep the defaults. */
const localUrl = ({ env }: Terminal, apiKey: string): string | undefined => {
  const environment = environments.find((each) => apiKey.startsWith(keyPrefixes[each]))
  if (environment === undefined) return undefined
  const name = `PETSTORE_${environment === 'production' ? 'PRODUCTION' : 'STAGING'}_PORT` as const
  const host = env['PETSTORE_HOST'] || undefined
  const port = env[name] || undefined
  if (host === undefined && port === undefined) return undefined
  const { PETSTORE_HOST: hosts, [name]: ports } = variables
  return `http://${inUrl(reachable(host ?? hosts.fallback))}:${port ?? ports.fallback}/v1`
}

/** Runs work that calls a service, on this machine or another. @throws UsageError; Failure for the errors of the client */
export const callService = async (
  terminal: Terminal,
  baseUrl: string | undefined,
  work: (service: Transport) => Promise<void>,
): Promise<void> => {
  const apiKey = terminal.env['PETSTORE_API_KEY']
  if (apiKey === undefined || apiKey === '') {
    throw new UsageError('PETSTORE_API_KEY is not set; put the API key there.')
  }
  const set = terminal.env['PETSTORE_BASE_URL'] || undefined
  const [source, address] =
    baseUrl !== undefined
      ? ['--base-url', baseUrl]
      : set !== undefined
        ? ['PETSTORE_BASE_URL', set]
        : ['The address of the host and port variables', localUrl(terminal, apiKey)]
  let service: Transport
  try {
    service = new Transport(
      readOptions({
        apiKey,
        baseUrl: address,
        paceToQuota: true,
        world: {
          ...realWorld,
          wait: (milliseconds, signal) => waitAloud(terminal, milliseconds, signal),
        },
        onWarning: (message) => terminal.error(`${message}\n`),
      }),
    )
  } catch (error) {
    // The client calls the address `baseUrl`, wherever it comes from.
    throw new UsageError(messageOf(error).replace(/^baseUrl\b/, source))
  }
  try {
    await work(service)
  } catch (error) {
    if (error instanceof PetStoreError) throw new Failure(explain(error, service))
    if (error instanceof TypeError) throw new UsageError(error.message)
    throw error
  }
}

/** Waits of at least this many milliseconds are announced. The polls of the event log are closer together. */
const longWait = 4_000

/** Waits for the quota to reset, or before a retry, and says so if it takes long. */
export const waitAloud = async (
  { error, isTerminal }: Terminal,
  milliseconds: number,
  signal: AbortSignal | undefined,
): Promise<void> => {
  if (milliseconds >= longWait) {
    // The line may still show a progress bar.
    const start = isTerminal.error ? '\r\u001b[K' : ''
    const seconds = Math.ceil(milliseconds / 1_000)
    error(`${start}Waiting ${seconds} s until the service takes more requests of this API key.\n`)
  }
  await realWorld.wait(milliseconds, signal)
}

const explain = (error: PetStoreError, { baseUrl, rateLimit }: Transport): string => {
  if (error instanceof ConnectionError) {
    return `${error.message} The address is ${baseUrl}; --base-url or PETSTORE_BASE_URL names another.`
  }
  if (!(error instanceof ApiError)) return error.message
  const request = error.requestId === undefined ? '' : `, request ${error.requestId}`
  const reset = error.status === 429 ? rateLimit?.reset.toISOString() : undefined
  const until = reset === undefined ? '' : ` The quota resets at ${reset}.`
  return `${error.message} (${error.code}${request})${until}`
}
