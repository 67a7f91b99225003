import { type Command, InvalidArgumentError, Option } from 'commander'
import {
  ApiError,
  type NewPet,
  type Pet,
  PetStore,
  PetStoreError,
  type RateLimit,
} from '../../client/src/index.ts'
import { messageOf } from '../core/errors/message-of.ts'
import { petStatuses, type PetStatus } from '../pets/pet.ts'
import { jsonOption } from './options.ts'
import { startProgress } from './progress.ts'
import { Failure, jsonLine, table, type Terminal, UsageError } from './terminal.ts'

type RemoteOptions = { readonly baseUrl?: string; readonly json?: true }
type ListOptions = RemoteOptions & { readonly status?: PetStatus; readonly limit?: number }
type AddOptions = RemoteOptions & {
  readonly name: string
  readonly categoryId: bigint
  readonly status?: PetStatus
  readonly idempotencyKey?: string
}

/** `petstore pets list|add|get`: the animals of a running service, on this machine or another, through its API. */
export const addRemoteCommands = (pets: Command, terminal: Terminal): void => {
  const command = (usage: string, description: string): Command =>
    pets
      .command(usage)
      .description(`${description}; the API key comes from PETSTORE_API_KEY`)
      .option('--base-url <url>', 'the base address; else PETSTORE_BASE_URL, else by the API key')
      .addOption(jsonOption())

  command('list', 'lists the animals of a running service')
    .addOption(statusOption('only animals with this status'))
    .addOption(new Option('--limit <n>', 'at most so many animals').argParser(parseCount))
    .action(async (options: ListOptions) => {
      await withStore(terminal, options, async (store) => {
        await list(terminal, store, options)
      })
    })

  command('add', 'adds an animal')
    .requiredOption('--name <name>', "the animal's name")
    .addOption(
      new Option('--category-id <id>', 'the category that it belongs to')
        .argParser(parseInteger)
        .makeOptionMandatory(),
    )
    .addOption(statusOption('available if it is left out'))
    .option(
      '--idempotency-key <key>',
      'makes the same command add one animal, however often it runs',
    )
    .action(async ({ name, categoryId, status, idempotencyKey, ...options }: AddOptions) => {
      await withStore(terminal, options, async (store) => {
        const newPet = { name, categoryId, status } satisfies Record<keyof NewPet, unknown>
        print(terminal, options, [await store.pets.create(newPet, { idempotencyKey })])
      })
    })

  command('get', 'shows one animal (deprecated, until 2030-12-05)')
    .argument('<id>', "the animal's id", parseInteger)
    .action(async (id: bigint, options: RemoteOptions) => {
      await withStore(terminal, options, async (store) => {
        print(terminal, options, [await store.pets.get(id)])
      })
    })
}

const statusOption = (description: string): Option =>
  new Option('--status <status>', description).choices(petStatuses)

const parseCount = (text: string): number => {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It takes a whole number from 1 on.')
}

const parseInteger = (text: string): bigint => {
  if (/^-?\d{1,19}$/.test(text)) return BigInt(text)
  throw new InvalidArgumentError('It takes an integer of 64 bits.')
}

/** Makes a client, and turns its errors into failures of a command. */
const withStore = async (
  terminal: Terminal,
  { baseUrl }: RemoteOptions,
  work: (store: PetStore) => Promise<void>,
): Promise<void> => {
  const apiKey = terminal.env['PETSTORE_API_KEY']
  if (apiKey === undefined || apiKey === '') {
    throw new UsageError('PETSTORE_API_KEY is not set; put the API key there.')
  }
  let store: PetStore
  try {
    store = new PetStore({
      apiKey,
      baseUrl: baseUrl ?? (terminal.env['PETSTORE_BASE_URL'] || undefined),
      paceToQuota: true,
      onWarning: (message) => terminal.error(`${message}\n`),
    })
  } catch (error) {
    throw new UsageError(messageOf(error))
  }
  try {
    await work(store)
  } catch (error) {
    if (error instanceof PetStoreError) throw new Failure(explain(error, store.rateLimit))
    if (error instanceof TypeError) throw new UsageError(error.message)
    throw error
  }
}

const explain = (error: PetStoreError, rateLimit: RateLimit | undefined): string => {
  if (!(error instanceof ApiError)) return error.message
  const request = error.requestId === undefined ? '' : `, request ${error.requestId}`
  const reset = error.status === 429 ? rateLimit?.reset.toISOString() : undefined
  const until = reset === undefined ? '' : ` The quota is fresh at ${reset}.`
  return `${withoutControls(error.message)} (${withoutControls(error.code)}${request})${until}`
}

/** Shows progress while pages arrive. JSON is printed page by page, a table at the end. */
const list = async (
  terminal: Terminal,
  store: PetStore,
  { status, limit = Infinity, ...options }: ListOptions,
): Promise<void> => {
  const progress = startProgress(terminal, 'Listing')
  const asJson = wantsJson(terminal, options)
  const listed: Pet[] = []
  let count = 0
  try {
    const pageSize = Math.min(100, limit)
    for await (const { pets } of store.pets.list({ status, limit: pageSize }).pages()) {
      const wanted = pets.slice(0, limit - count)
      count += wanted.length
      if (asJson) terminal.out(wanted.map(jsonLine).join(''))
      else listed.push(...wanted)
      if (count >= limit) break
      progress.update({ count, done: limit === Infinity ? undefined : count / limit })
    }
  } finally {
    progress.end()
  }
  if (!asJson) print(terminal, options, listed)
}

/** Programs want JSON lines, people a table. */
const wantsJson = ({ isTerminal }: Terminal, { json }: RemoteOptions): boolean =>
  json === true || !isTerminal.out

/** The columns of a table of animals, from left to right. */
const headings = {
  id: 'ID',
  categoryId: 'CATEGORY',
  status: 'STATUS',
  name: 'NAME',
} as const satisfies Record<keyof Pet, string>
// The keys of an object literal are those of its type.
const fields = Object.keys(headings) as ReadonlyArray<keyof typeof headings>

const print = (terminal: Terminal, options: RemoteOptions, pets: readonly Pet[]): void => {
  if (wantsJson(terminal, options)) {
    terminal.out(pets.map(jsonLine).join(''))
    return
  }
  const rows = pets.map((pet) => fields.map((field) => withoutControls(String(pet[field] ?? ''))))
  terminal.out(table(Object.values(headings), rows))
}

/** Text from another machine must not control the terminal. */
const withoutControls = (text: string): string => text.replaceAll(/\p{Cc}/gu, '\u{fffd}')
