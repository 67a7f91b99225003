import { type Command, InvalidArgumentError, Option } from 'commander'
import {
  ApiError,
  ConnectionError,
  type List,
  PetStore,
  PetStoreError,
} from '../../client/src/index.ts'
import { realWorld } from '../../client/src/world.ts'
import { variables } from '../config/variables.ts'
import { inUrl, reachable } from '../core/addresses.ts'
import { environments } from '../core/environments.ts'
import { messageOf } from '../core/errors/message-of.ts'
import { keyPrefixes } from '../keys/key-format.ts'
import { jsonOption } from './options.ts'
import { startProgress } from './progress.ts'
import { Failure, jsonLine, table, type Terminal, UsageError } from './terminal.ts'

/** The options of every command that calls a running service. */
export type RemoteOptions = { readonly baseUrl?: string; readonly json?: true }

/** Makes the commands of a group that call a running service, on this machine or another, through its API. */
export const remoteCommands =
  (group: Command) =>
  (usage: string, description: string): Command =>
    group
      .command(usage)
      .description(`${description}; the API key comes from PETSTORE_API_KEY`)
      .option(
        '--base-url <url>',
        'the base address; else PETSTORE_BASE_URL, else this machine, by the API key',
      )
      .addOption(jsonOption())

export const limitOption = (things: string): Option =>
  new Option('--limit <n>', `at most so many ${things}`).argParser(parseCount)

const parseCount = (text: string): number => {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It takes a whole number from 1 on.')
}

export const parseInteger = (text: string): bigint => {
  if (/^-?\d{1,19}$/.test(text)) return BigInt(text)
  throw new InvalidArgumentError('It takes an integer of 64 bits.')
}

/** Reads names with commas between them. */
export const namesOf =
  <Name extends string>(known: readonly Name[]) =>
  (text: string): readonly Name[] =>
    text.split(',').map((word) => {
      const name = known.find((each) => each === word)
      if (name !== undefined) return name
      throw new InvalidArgumentError(`It takes one or more of ${known.join(', ')}, with commas.`)
    })

/** Where the service of this machine listens by its own variables, if one moves it from where the client would look. */
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

/** Makes a client, and turns its errors into failures of a command. */
export const withStore = async (
  terminal: Terminal,
  { baseUrl }: RemoteOptions,
  work: (store: PetStore) => Promise<void>,
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
  let store: PetStore
  try {
    store = new PetStore({
      apiKey,
      baseUrl: address,
      paceToQuota: true,
      world: {
        ...realWorld,
        wait: (milliseconds, signal) => waitAloud(terminal, milliseconds, signal),
      },
      onWarning: (message) => terminal.error(`${message}\n`),
    })
  } catch (error) {
    // The client calls every address `baseUrl`.
    throw new UsageError(messageOf(error).replace(/^baseUrl\b/, source))
  }
  try {
    await work(store)
  } catch (error) {
    if (error instanceof PetStoreError) throw new Failure(explain(error, store))
    if (error instanceof TypeError) throw new UsageError(error.message)
    throw error
  }
}

/**
 * Milliseconds of a wait from which on somebody at a terminal should know of it. A follower of the log, which nothing holds
 * up, waits for less between two questions.
 */
const longWait = 4_000

/** Waits for a fresh minute of the quota, or before another attempt, and says so if it takes long. */
export const waitAloud = async (
  { error, isTerminal }: Terminal,
  milliseconds: number,
  signal: AbortSignal | undefined,
): Promise<void> => {
  if (milliseconds >= longWait) {
    // The bar of a progress may stand in the line.
    const start = isTerminal.error ? '\r\u001b[K' : ''
    const seconds = Math.ceil(milliseconds / 1_000)
    error(`${start}Waiting ${seconds} s until the service takes more requests of this API key.\n`)
  }
  await realWorld.wait(milliseconds, signal)
}

const explain = (error: PetStoreError, { baseUrl, rateLimit }: PetStore): string => {
  if (error instanceof ConnectionError) {
    return `${error.message} The address is ${baseUrl}; --base-url or PETSTORE_BASE_URL names another.`
  }
  if (!(error instanceof ApiError)) return error.message
  const request = error.requestId === undefined ? '' : `, request ${error.requestId}`
  const reset = error.status === 429 ? rateLimit?.reset.toISOString() : undefined
  const until = reset === undefined ? '' : ` The quota is fresh at ${reset}.`
  return `${error.message} (${error.code}${request})${until}`
}

/** The columns of a table from left to right: a field, and its heading. */
export type Headings = Readonly<Record<string, string>>

/** Prints things as JSON lines for programs, as a table for people. */
export const print = (
  terminal: Terminal,
  options: RemoteOptions,
  headings: Headings,
  things: readonly object[],
): void => {
  if (wantsJson(terminal, options)) {
    terminal.out(jsonLines(things))
    return
  }
  const rows = things.map((thing) => {
    // A field is text or an integer, or missing.
    const cells = thing as Readonly<Record<string, string | bigint | undefined>>
    return Object.keys(headings).map((field) => String(cells[field] ?? ''))
  })
  terminal.out(table(Object.values(headings), rows))
}

/** Prints a list and shows progress while pages arrive: JSON page by page, a table at the end. */
export const printList = async <T extends object>(
  terminal: Terminal,
  options: RemoteOptions & { readonly limit?: number },
  headings: Headings,
  things: string,
  fetch: (limit: number) => List<T>,
): Promise<void> => {
  const { limit = Infinity } = options
  const progress = startProgress(terminal, 'Listing', things)
  const asJson = wantsJson(terminal, options)
  const listed: T[] = []
  let count = 0
  try {
    for await (const { items } of fetch(Math.min(100, limit)).pages()) {
      const wanted = items.slice(0, limit - count)
      count += wanted.length
      if (asJson) terminal.out(jsonLines(wanted))
      else listed.push(...wanted)
      if (count >= limit) break
      progress.update({ count, done: limit === Infinity ? undefined : count / limit })
    }
  } finally {
    progress.end()
  }
  if (!asJson) print(terminal, options, headings, listed)
}

const jsonLines = (things: readonly object[]): string =>
  things.map((thing) => jsonLine({ ...thing })).join('')

/** Programs want JSON lines, people a table. */
export const wantsJson = ({ isTerminal }: Terminal, { json }: RemoteOptions): boolean =>
  json === true || !isTerminal.out
