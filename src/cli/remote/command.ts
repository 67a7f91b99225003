import type { Command, Option } from 'commander'
import type { TSchema } from 'typebox'
import type { Transport } from '../../../client/src/transport.ts'
import type { Operation } from '../../api/operation.ts'
import { example } from '../kit/help.ts'
import { jsonOption } from '../kit/options.ts'
import { counted, Failure, jsonLine, type Terminal, UsageError } from '../kit/terminal.ts'
import { callService } from './client.ts'
import {
  describeField,
  exampleOf,
  type FieldOption,
  type Fields,
  fieldOptions,
  readCount,
  valuesOf,
} from './options.ts'
import { columnsOf, print, type Printing, printList, wantsJson } from './print.ts'
import { ask, refuseWithoutTerminal } from './question.ts'

/** A command that calls one operation. What it leaves out comes from the operation. */
export type RemoteCommand = {
  readonly operation: Operation
  readonly name?: string
  /** What the command does, for the help. */
  readonly about?: string
  /** Arguments and options that show how it is used. */
  readonly example?: string
  /** The fields of the body that are arguments, after those of the path. */
  readonly args?: readonly string[]
  /** Flags of parameters and fields whose option is not their name, or their whole option. */
  readonly options?: Readonly<Record<string, string | Option>>
  /** The whole body, for a command that stands for one change. */
  readonly body?: object
  /** The columns of its table; every plain field by default. */
  readonly columns?: readonly string[]
  /** What it lists or deletes, in the plural, if that is not what the group is about. */
  readonly things?: string
  /** The path that reads what is to be deleted, if that is not the path of the deletion. */
  readonly reading?: string
  /** How the question before a deletion describes the thing, with fields in braces. */
  readonly description?: string
  /** Text for people around what the answer shows only once. */
  readonly shownOnce?: (answer: Answer) => string
}

type Answer = Readonly<Record<string, unknown>>

/** The options of every command that calls a running service. */
export type RemoteOptions = { readonly baseUrl?: string; readonly json?: true }

/** What somebody typed. */
type Input = RemoteOptions & {
  /** The parameters of the path. */
  readonly id: readonly bigint[]
  readonly query: Answer
  readonly body: object | undefined
  readonly idempotencyKey?: string
  readonly limit?: number
  readonly newest?: true
  readonly yes?: true
}

type Call = {
  readonly service: Transport
  readonly terminal: Terminal
  readonly remote: RemoteCommand & { readonly things: string }
  readonly input: Input
  readonly printing: Printing
}

/** Begins a command that calls a running service, on this machine or another. */
export const beginRemote = (group: Command, name: string, about: string): Command =>
  group
    .command(name)
    .description(`${about}; the API key comes from PETSTORE_API_KEY`)
    .option(
      '--base-url <url>',
      'the base address; else PETSTORE_BASE_URL, else this machine, by the API key',
    )
    .addOption(jsonOption())

const usualNames = {
  GET: 'get',
  POST: 'add',
  PUT: 'put',
  PATCH: 'update',
  DELETE: 'delete',
} as const

/** Adds the command to its group. */
export const addRemoteCommand = (
  group: Command,
  terminal: Terminal,
  remote: Call['remote'],
): void => {
  const { operation } = remote
  const { method, summary, isPaged = false } = operation
  const isDeletion = method === 'DELETE'
  const about = remote.about ?? summary.charAt(0).toLowerCase() + summary.slice(1)
  const command = beginRemote(
    group,
    remote.name ?? (isPaged ? 'list' : usualNames[method]),
    isDeletion ? `${about}, after a question` : about,
  )
  const read = addInput(command, remote)
  const perform = isPaged ? list : isDeletion ? remove : call
  command.action(async (...typed: readonly unknown[]) => {
    const input = read(typed)
    const { json, baseUrl } = input
    const printing = { terminal, json, columns: remote.columns ?? columnsOf(operation) }
    await callService(terminal, baseUrl, async (service) => {
      await perform({ service, terminal, remote, input, printing })
    })
  })
}

/** Parameters of a list that have options of the command line's own. */
const listParameters = ['limit', 'cursor', 'sort']

/**
 * Adds arguments and options to a command.
 *
 * @returns reads what commander passes to the action
 */
const addInput = (
  command: Command,
  { operation, args = [], options: own = {}, body: fixed, ...remote }: Call['remote'],
): ((typed: readonly unknown[]) => Input) => {
  const { method, params, query, body: { schema } = {}, isPaged, createsOnce } = operation
  const taken =
    fixed === undefined && schema !== undefined && 'properties' in schema ? schema : undefined
  const inPath = Object.entries<TSchema>(params?.properties ?? {})
  const inBody = Object.entries<TSchema>(taken?.properties ?? {}).filter(([name]) =>
    args.includes(name),
  )
  const words: string[] = []
  for (const [at, [name, field]] of [...inPath, ...inBody].entries()) {
    const { about, read } = describeField(name, field)
    // The first parameter of a path is the id of what the group is about.
    const shown = at < Math.min(1, inPath.length) ? 'id' : name.replace(/Id$/, '')
    command.argument(`<${shown}>`, about, read ?? String)
    words.push(exampleOf(field))
  }

  const filters = query === undefined ? [] : fieldOptions(query, own, listParameters)
  const fields = taken === undefined ? [] : fieldOptions(taken, own, args)
  for (const { option } of [...filters, ...fields]) command.addOption(option)
  for (const { field, option } of fields) {
    if (option.mandatory) words.push(`${option.long} ${exampleOf(taken?.properties[field] ?? {})}`)
  }
  if (query?.properties['sort'] !== undefined) command.option('--newest', 'the newest first')
  if (isPaged === true) {
    command.option('--limit <n>', `at most so many ${remote.things}`, readCount)
  }
  if (createsOnce === true && remote.shownOnce === undefined) {
    command.option(
      '--idempotency-key <key>',
      'makes the same command act once, however often it runs',
    )
  }
  if (method === 'DELETE') {
    command.option('--yes', 'delete without a question')
    words.push('--yes')
  }
  example(command, remote.example ?? words.join(' '))

  return (typed) => {
    // Commander passes the arguments, which its parsers read, then the options.
    const id = typed.slice(0, inPath.length) as readonly bigint[]
    const count = inPath.length + inBody.length
    const options = typed[count] as Omit<Input, 'id' | 'query' | 'body'> & Answer
    const body = {
      ...Object.fromEntries(inBody.map(([name], at) => [name, typed[inPath.length + at]])),
      ...valuesOf(fields, options),
    }
    if (taken !== undefined) refuseWrongCount(Object.keys(body).length, taken, fields)
    const sent = taken === undefined ? fixed : body
    return { ...options, id, query: valuesOf(filters, options), body: sent }
  }
}

/**
 * @throws UsageError if a body without required fields has none, or more than it may have
 */
const refuseWrongCount = (
  count: number,
  { required = [], maxProperties = Infinity }: Fields,
  fields: readonly FieldOption[],
): void => {
  if (required.length > 0 || (count > 0 && count <= maxProperties)) return
  const flags = [...new Set(fields.map(({ option }) => option))]
    .filter(({ negate }) => !negate)
    .map((option) => option.flags.split(/[ ,]/, 1)[0])
  const many = maxProperties === 1 ? 'exactly one' : 'at least one'
  throw new UsageError(`Give ${many} of ${flags.join(', ')}.`)
}

const list = async ({ service, remote, input, printing }: Call): Promise<void> => {
  const { id, query, newest, limit = Infinity } = input
  const { operation, things } = remote
  const sorted = { ...query, sort: newest === true ? '-id' : undefined }
  await printList(printing, things, limit, (pageLength) =>
    // A path begins with a slash.
    service.list<object>(operation.path as `/${string}`, { ...sorted, limit: pageLength }, { id }),
  )
}

const call = async ({ service, terminal, remote, input, printing }: Call): Promise<void> => {
  const { operation, shownOnce } = remote
  const { id, body, idempotencyKey } = input
  const answer = await service.reply<Answer>({
    operation: nameOf(operation),
    id,
    ...(body !== undefined && { body }),
    options: { idempotencyKey },
  })
  if (shownOnce === undefined) print(printing, [answer])
  // What cannot be read now is lost.
  else await terminal.handOver(wantsJson(printing) ? jsonLine(answer) : shownOnce(answer))
}

/**
 * Deletes a thing, after a question on a terminal. Then it deletes only what the question showed: if somebody changes
 * the thing meanwhile, the service refuses.
 */
const remove = async ({ service, terminal, remote, input, printing }: Call): Promise<void> => {
  const { operation, things, reading = operation.path, description = '{id}' } = remote
  const { id, yes } = input
  const noun = counted(1, things).slice('1 '.length)
  let ifMatch: string | undefined
  if (yes !== true) {
    refuseWithoutTerminal(terminal)
    const { data, etag } = await service
      .reply<Answer | readonly Answer[]>({ operation: `GET ${reading as `/${string}`}`, id })
      .withResponse()
    const [found] = [data].flat()
    if (found === undefined) throw new Failure(`There is no ${noun} with the id ${id.join()}.`)
    const described = description.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(found[name]))
    await ask(terminal, `Delete ${noun} ${id.join()}, ${described}, for good?`)
    ifMatch = etag
  }
  await service.reply({ operation: nameOf(operation), id, options: { ifMatch } })
  if (!wantsJson(printing)) terminal.out(`Deleted ${noun} ${id.join()}.\n`)
}

const nameOf = ({ method, path }: Operation): `${Operation['method']} /${string}` =>
  // A path begins with a slash.
  `${method} ${path as `/${string}`}`
