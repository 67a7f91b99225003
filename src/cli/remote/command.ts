import { readFileSync } from 'node:fs'
import type { Command } from 'commander'
import type { TSchema } from 'typebox'
import { messageOf } from '../../base/errors/message-of.ts'
import { isBytes } from '../../base/schema/type.ts'
import type { FieldSchema } from '../../kit/field-schema.ts'
import { openInput } from '../bulk/file.ts'
import { example, jsonOption } from '../kit/options.ts'
import { Failure, type Terminal, UsageError } from '../kit/terminal.ts'
import type { Transport } from '../../../client/src/transport.ts'
import {
  type Answer,
  type Call,
  call,
  columnsOf,
  type Input,
  list,
  type RemoteOptions,
  remove,
} from './call.ts'
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

/** Adds a command that calls a running service, on this machine or another. `shown` are arguments and options of an example. */
export const addServiceCommand = (
  group: Command,
  terminal: Terminal,
  [usage, about, shown]: readonly [usage: string, about: string, shown?: string],
  // Each takes the values of its own options and arguments.
  run: (service: Transport, options: never, ...typed: readonly never[]) => Promise<void>,
): Command => {
  const command = group
    .command(usage)
    .description(`${about}; the API key comes from PETSTORE_API_KEY`)
    .option(
      '--base-url <url>',
      'the base address; else PETSTORE_BASE_URL, else this machine, at the port of the environment of the API key',
    )
    .addOption(jsonOption())
  if (shown !== undefined) example(command, shown)
  return command.action(async (...passed: readonly unknown[]) => {
    // Commander passes the parsed arguments, then the options.
    const typed = passed.slice(0, command.registeredArguments.length)
    const options = passed[typed.length] as RemoteOptions
    await callService(terminal, options.baseUrl, (service) =>
      run(service, options as never, ...(typed as never[])),
    )
  })
}

export const addRemoteCommand = (
  group: Command,
  terminal: Terminal,
  remote: Call['remote'],
): void => {
  const { operation } = remote
  const { method, summary, isPaged = false } = operation
  const isDeletion = method === 'DELETE'
  const about = remote.about ?? summary.charAt(0).toLowerCase() + summary.slice(1)
  const usage = [remote.name, isDeletion ? `${about}, after asking` : about] as const
  const perform = isPaged ? list : isDeletion ? remove : call
  const columns = remote.columns ?? columnsOf(operation)
  const command = addServiceCommand(
    group,
    terminal,
    usage,
    async (service, options: Options, ...typed: readonly unknown[]) => {
      const printing = { terminal, json: options.json, columns }
      const input = await read(options, typed)
      await perform({ service, terminal, remote, input, printing })
    },
  )
  const read = addInput(command, terminal, remote)
}

type Options = Omit<Input, 'id' | 'query' | 'body'> & Answer

/** Parameters of a list that the command line sets in its own way. */
const listParameters = ['limit', 'cursor']

/** Adds arguments and options to a command, and returns a function that reads those typed. */
const addInput = (
  command: Command,
  terminal: Terminal,
  { operation, args = [], options: own = {}, body: fixed, ...remote }: Call['remote'],
): ((options: Options, typed: readonly unknown[]) => Promise<Input>) => {
  const { method, params, query, body: { schema } = {}, isPaged, createsOnce } = operation
  const taken =
    fixed === undefined && schema !== undefined && 'properties' in schema ? schema : undefined
  const inPath = Object.entries<TSchema>(params?.properties ?? {})
  const inBody = Object.entries<TSchema>(taken?.properties ?? {}).filter(([name]) =>
    args.includes(name),
  )
  const words: string[] = []
  for (const [at, [name, field]] of [...inPath, ...inBody].entries()) {
    const { about, read = String } = describeField(name, field)
    // The first parameter of a path is the id of what the group is about.
    const isId = at < Math.min(1, inPath.length)
    const shown = isId ? 'id' : name.replace(/Id$/, '')
    if (isId && remote.many !== undefined) {
      const readAll = (text: string): readonly unknown[] => text.split(',').map(read)
      command.argument('<ids>', `${about}, or several separated by commas`, readAll)
    } else command.argument(`<${shown}>`, about, read)
    words.push(exampleOf(field))
  }

  const takesFile = schema !== undefined && isBytes(schema)
  if (takesFile) {
    command.argument('<file>', 'the file to send', readFile)
    words.push('photo.jpg')
  }
  const sort: FieldSchema | undefined = query?.properties['sort']
  const orders = sort?.enum ?? []
  // A single sort order has the option --newest instead.
  const without = orders.length > 1 ? listParameters : [...listParameters, 'sort']
  const filters = query === undefined ? [] : fieldOptions(query, own, without)
  const fields = taken === undefined ? [] : fieldOptions(taken, own, args)
  for (const { option } of [...filters, ...fields]) command.addOption(option)
  for (const { field, option } of fields) {
    if (option.mandatory) words.push(`${option.long} ${exampleOf(taken?.properties[field] ?? {})}`)
  }
  if (orders.length > 0) command.option('--newest', 'the newest first')
  if (isPaged === true) {
    command.option('--limit <n>', `at most this many ${remote.things}`, readCount)
  }
  if (createsOnce === true && remote.shownOnce === undefined) {
    command.option(
      '--idempotency-key <key>',
      'makes the same command act once, however often it runs',
    )
  }
  if (method === 'DELETE') {
    command.option('--yes', 'delete without asking')
    words.push('--yes')
  }
  example(command, remote.example ?? words.join(' '))

  return async (options, typed) => {
    const id = typed.slice(0, inPath.length).flat() as Input['id']
    const body: Record<string, unknown> = {
      ...Object.fromEntries(inBody.map(([name], at) => [name, typed[inPath.length + at]])),
      ...valuesOf(fields, options),
    }
    for (const { field, isInFile } of fields)
      if (isInFile && field in body) body[field] = await readSecret(terminal, String(body[field]))
    if (taken !== undefined) refuseWrongCount(Object.keys(body).length, taken, fields)
    const file = takesFile ? (typed[inPath.length] as Uint8Array) : undefined
    const sent = taken === undefined ? (file ?? fixed) : body
    return { ...options, id, query: valuesOf(filters, options), body: sent }
  }
}

const readSecret = async (terminal: Terminal, path: string): Promise<string> => {
  let text = ''
  for await (const chunk of openInput(path, terminal).bytes) {
    text += chunk.toString()
    if (text.length > 1_024) throw new Failure(`${path} contains more than a secret.`)
  }
  return text.trim()
}

const readFile = (path: string): Uint8Array => {
  try {
    return readFileSync(path)
  } catch (error) {
    throw new Failure(`${path} cannot be read: ${messageOf(error)}.`)
  }
}

/** @throws UsageError if a body without required fields has no field, or more than it may have */
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
