import { createInterface } from 'node:readline'
import type { Option } from 'commander'
import type { TObject, TSchema } from 'typebox'
import type { Call as ClientCall } from '../../../client/src/calls.ts'
import type { List } from '../../../client/src/index.ts'
import type { Transport } from '../../../client/src/transport.ts'
import { kindOf } from '../../kit/field-schema.ts'
import type { Definition } from '../../kit/operation.ts'
import {
  counted,
  Failure,
  jsonLine,
  printable,
  table,
  type Terminal,
  UsageError,
} from '../kit/terminal.ts'
import { startProgress } from '../kit/progress.ts'
import { dashed } from './options.ts'

/** Describes a command that calls one operation. What it leaves out comes from the operation. */
export type RemoteCommand = {
  /** The operation that does the same to several things. Its body has their `ids`, and as `patch` the body for one. */
  readonly many?: Definition
  readonly about?: string
  /** Arguments and options that show how it is used. */
  readonly example?: string
  /** The fields of the body that become arguments, after the parameters of the path. */
  readonly args?: readonly string[]
  /** Flags of options that are not named after their parameter or field, or whole options. */
  readonly options?: Readonly<Record<string, string | Option>>
  /** The whole body, for a command that always makes the same change. */
  readonly body?: object
  /** The columns of its table; every plain field by default. */
  readonly columns?: readonly string[]
  /** What it lists or deletes, in the plural, if it differs from the things of the group. */
  readonly things?: string
  /** The path for reading the thing to delete, if it differs from the path of the deletion. */
  readonly reading?: string
  /** How the question before a deletion describes the thing, with fields in braces. */
  readonly description?: string
  /** Formats for people an answer that is shown only once. */
  readonly shownOnce?: (answer: Answer) => string
}

export type Answer = Readonly<Record<string, unknown>>

export type RemoteOptions = { readonly baseUrl?: string; readonly json?: true }

export type Input = RemoteOptions & {
  /** The parameters of the path; several ids for `many`. */
  readonly id: ReadonlyArray<bigint | string>
  readonly query: Answer
  readonly body: object | undefined
  readonly idempotencyKey?: string
  readonly limit?: number
  readonly newest?: true
  readonly yes?: true
}

export type Call = {
  readonly service: Transport
  readonly terminal: Terminal
  readonly remote: RemoteCommand & {
    readonly operation: Definition
    readonly name: string
    readonly things: string
  }
  readonly input: Input
  readonly printing: Printing
}

export const list = async ({ service, remote, input, printing }: Call): Promise<void> => {
  const { id, query, newest, limit = Infinity } = input
  const { operation, things } = remote
  const sorted = newest === true ? { ...query, sort: '-id' } : query
  await printList(printing, things, limit, (pageLength) =>
    // A path begins with a slash.
    service.list<object>(operation.path as `/${string}`, { ...sorted, limit: pageLength }, { id }),
  )
}

export const call = async ({ service, terminal, remote, input, printing }: Call): Promise<void> => {
  const { operation, many, shownOnce } = remote
  const { id, query, body, idempotencyKey } = input
  const isMany = many !== undefined && id.length > 1
  const sent = isMany ? { ids: id, patch: body } : body
  const answer = await service.reply<Answer>({
    operation: nameOf(isMany ? many : operation),
    id,
    // Its values come from options.
    query: query as ClientCall['query'],
    ...(sent !== undefined && { body: sent }),
    options: { idempotencyKey },
  })
  if (shownOnce === undefined) print(printing, [answer].flat())
  // Text that cannot be read now is lost.
  else await terminal.handOver(wantsJson(printing) ? jsonLine(answer) : shownOnce(answer))
}

/** Deletes a thing, after a question on a terminal. The service refuses if the thing has changed since the question. */
export const remove = async (deletion: Call): Promise<void> => {
  const { service, terminal, remote, input, printing } = deletion
  const { operation, things, reading = operation.path, description = '{id}' } = remote
  const { id, yes } = input
  const noun = counted(1, things).slice('1 '.length)
  let ifMatch: string | undefined
  if (yes !== true) {
    if (terminal.isTerminal.input !== true || !terminal.isTerminal.error)
      throw new UsageError('There is no terminal to ask on; use --yes to delete without asking.')
    let described = ''
    if (operation.isConditional === true || remote.description !== undefined) {
      const { data, etag } = await service
        .reply<Answer | readonly Answer[]>({ operation: `GET ${reading as `/${string}`}`, id })
        .withResponse()
      const [found] = [data].flat()
      if (found === undefined) throw new Failure(`There is no ${noun} with the id ${id.join()}.`)
      described = description.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(found[name]))
      ifMatch = etag
    }
    await ask(terminal, `Delete ${noun} ${id.join()}${described && `, ${described},`} for good?`)
  }
  await service.reply({ operation: nameOf(operation), id, options: { ifMatch } })
  if (!wantsJson(printing)) terminal.out(`Deleted ${noun} ${id.join()}.\n`)
}

const nameOf = ({ method, path }: Definition): `${Definition['method']} /${string}` =>
  // A path begins with a slash.
  `${method} ${path as `/${string}`}`

const ask = async ({ error, input }: Terminal, question: string): Promise<void> => {
  error(`${printable(question).replaceAll('\n', ' ')} [y/N] `)
  using lines = createInterface({ input })
  const first = await lines[Symbol.asyncIterator]().next()
  // Without an answer, the terminal has not moved to a new line.
  if (first.done === true) error('\n')
  if (first.done === true || !/^y(?:es)?$/i.test(first.value.trim()))
    throw new Failure('Nothing was deleted.')
}

/** How to print things: as JSON lines for programs, or as a table for people. */
export type Printing = {
  readonly terminal: Terminal
  readonly json?: true | undefined
  /** The columns of the table from left to right, by the names of fields. */
  readonly columns: readonly string[]
}

export const wantsJson = ({ terminal, json }: Pick<Printing, 'terminal' | 'json'>): boolean =>
  json === true || !terminal.isTerminal.out

export const print = (printing: Printing, things: readonly object[]): void => {
  const { terminal, columns } = printing
  if (wantsJson(printing)) {
    terminal.out(things.map((thing) => jsonLine({ ...thing })).join(''))
    return
  }
  const rows = things.map((thing) => {
    // The value of a column is text or an integer, or missing.
    const cells = thing as Readonly<Record<string, string | bigint | undefined>>
    return columns.map((name) => String(cells[name] ?? ''))
  })
  terminal.out(table(columns.map(headingOf), rows))
}

/** Fetches a list in pages and prints it, with progress: JSON page by page, a table at the end. */
export const printList = async <T extends object>(
  printing: Printing,
  things: string,
  limit: number,
  fetch: (pageLength: number) => List<T>,
): Promise<void> => {
  const asJson = wantsJson(printing)
  using progress = startProgress(printing.terminal, 'Listing', things)
  const listed: T[] = []
  let count = 0
  for await (const { items } of fetch(Math.min(100, limit)).pages()) {
    const wanted = items.slice(0, limit - count)
    count += wanted.length
    if (asJson) print(printing, wanted)
    else listed.push(...wanted)
    if (count >= limit) break
    progress.update({ count, done: limit === Infinity ? undefined : count / limit })
  }
  progress.end()
  if (!asJson) print(printing, listed)
}

/** `SHELF NUMBER` for `shelfNumber`, and `EXPIRES` for `expiresAt`. */
const headingOf = (field: string): string =>
  dashed(field.replace(/(?<=.)(?:Id|At)$/, ''))
    .replaceAll('-', ' ')
    .toUpperCase()

/** Returns the columns for the answer of an operation: its fields, those with long texts last. */
export const columnsOf = ({ answers }: Definition): readonly string[] => {
  const schema = Object.values(answers)[0]?.schema
  const thing = schema && 'items' in schema ? schema.items : schema
  // A body is an object, or an array of objects.
  const { properties = {} } = (thing ?? {}) as Partial<TObject>
  const named = (kinds: readonly string[]): readonly string[] =>
    Object.entries<TSchema>(properties)
      .filter(([name, field]) => kinds.includes('anyOf' in field ? 'string' : kindOf(name, field)))
      .map(([name]) => name)
  return [...named(['integer', 'choice', 'date-time']), ...named(['string'])]
}
