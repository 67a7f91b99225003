import { Buffer } from 'node:buffer'
import { hash, timingSafeEqual } from 'node:crypto'
import type { TInteger, TObject, TOptional, TSchema, TString } from 'typebox'
import { Choice, Type } from '../base/schema/type.ts'
import { type Refusal, refusal } from '../base/errors/api-error.ts'
import { andThen, type Awaitable } from '../base/awaitable.ts'
import type { Direction, Page, PageQuery as Rows, Position, Store } from '../base/data/store.ts'
import type { Table } from '../base/data/table.ts'
import { filledPath, type Links, spelled } from './links.ts'
import { eachOptional } from './merge-patch.ts'
import type { Operation, Outcome } from './operation.ts'

const idBytes = 8
const sealBytes = 10
/** Characters of a cursor for an id. A cursor for a text and an id has the text after them. */
const headLength = ((idBytes + sealBytes) * 4) / 3

/** A folded name takes 2,400 bytes at most: 200 characters, each of which may become twelve bytes. */
const maxTextBytes = 2_400
/** Room for every message: the filters come from a request target of 8 KiB, whose encoding may triple it. */
const maxMessageBytes = 32 * 1024

const pageLength = { default: 20, maximum: 100 } as const

type PageLength = { readonly default: number; readonly maximum: number }

/** The parameter for how many things an answer has at most. */
export const limitOf = (things: string, { default: standard, maximum }: PageLength) =>
  Type.Integer({
    description: `Maximum number of ${things} returned.`,
    format: 'int32',
    minimum: 1,
    maximum,
    default: standard,
    examples: [standard],
  })

type Filters = Readonly<Record<string, TSchema>>
type PageQuery<F extends Filters> = TObject<
  { limit: TInteger } & { [Name in keyof F]: TOptional<F[Name]> } & { cursor: TOptional<TString> }
>

/** The parameter for where a later page starts. */
const pageStart = Type.String({
  description:
    'Where a later page starts: opaque, taken from the `Link` header of the page before. Valid only for the same list: every other parameter but `limit` stays as it was.',
  minLength: 1,
  maxLength: headLength + Math.ceil((maxTextBytes * 4) / 3),
  pattern: '^[A-Za-z0-9_\\-]+$',
  'x-pattern-rule': 'only letters, digits, - and _',
  'x-extension': true,
})

/** The query of a paged operation: `limit`, the filters, and `cursor`. `things` is what a page contains, in the plural. */
export const pageQuery = <F extends Filters>(
  things: string,
  filters: F,
  length: PageLength = pageLength,
): PageQuery<F> =>
  Type.Object(
    {
      limit: limitOf(things, length),
      ...eachOptional(filters),
      cursor: Type.Optional(pageStart),
    },
    { additionalProperties: false, required: [] },
  )

export const listOf = <Item extends TSchema>(
  title: string,
  item: Item,
  description = `${title}, ascending by \`id\`.`,
) => Type.Array(item, { title, description, maxItems: pageLength.maximum })

/** A filter that takes one to `maxItems` values. */
export const severalOf = <Item extends TSchema>(
  item: Item,
  description: string,
  maxItems: number,
  example: readonly unknown[],
) => Type.Array(item, { description, minItems: 1, maxItems, examples: [example] })

/** Tools would send an example of a filter with all other filters, and it goes with not all of them. No title gives it one again. */
export const withoutExamples = <Schema extends TSchema>(schema: Schema): Schema => {
  const { examples: _, title: __, ...rest } = schema as Schema & Readonly<Record<string, unknown>>
  // A schema needs no examples.
  return rest as unknown as Schema
}

/** A filter that the interface document does not have. */
export const extension = <Schema extends TSchema>(schema: Schema): Schema => ({
  ...schema,
  'x-extension': true,
})

/** The `sort` of a list by id. */
export const sortById = Choice(['-id'], {
  description:
    'The order of the list: descending by `id`, so the newest come first; ascending if it is left out.',
})

/** The order that a `sort` asks for: descending by the field behind a minus. */
export const orderOf = (sort: string | undefined): Direction =>
  sort?.startsWith('-') === true ? 'descending' : 'ascending'

export const pageOutcome = ({ json, next }: Page): Outcome => ({ status: 200, json, next })

export const pageOf = (store: Store, table: Table, query: Rows): Awaitable<Outcome> =>
  andThen(store.page(table, query), pageOutcome)

/** What lists of rows have in common. `things` is what a page contains, in the plural. */
export const paged = (things: string, schema: TSchema) =>
  ({
    method: 'GET',
    answers: {
      200: { description: `A page of ${things}; an empty array if there are none.`, schema },
    },
    isPaged: true,
    isConditional: true,
  }) as const

/** The value that the reader of a `pageQuery` returns. */
export type PagedQuery = Readonly<
  Record<string, string | number | bigint | ReadonlyArray<string | bigint> | undefined>
>

type Params = Readonly<Record<string, unknown>>

/** The canonical form of the list that a request names. */
type Spelling = {
  readonly query: PagedQuery
  readonly path: string
  /** The filters in a URL. */
  readonly filters: string
  /** The filters in canonical form. A cursor is valid for this list alone. */
  readonly list: string
}

/** Finds the pages of an operation and writes the links between them. */
export const pagingOf = (operation: Operation, cursors: Cursors, links: Links) => {
  const { query: schema, isCore, startsAt, namesRows = 'id' } = operation
  const names = Object.keys(schema?.properties ?? {})
  const chosen = names.filter((name) => !['limit', 'cursor', startsAt].includes(name))
  /** The parameters that choose the list, each with the text before its value in a URL. */
  const filters = chosen.map((name) => ({ name, before: `&${name}=` }))
  const list =
    chosen.length === 0 ? 'this list' : `a list with the same filters (${chosen.join(', ')})`
  const foreignCursor = refusal(
    'invalid_parameter',
    `This cursor does not belong to ${list}; take it from the Link header of the page before.`,
  )
  /** That of the latest request, which mostly reads a cursor and makes the next one in the same turn. */
  let latest: Spelling | undefined

  const spell = (query: PagedQuery, params: Params): Spelling => {
    if (latest?.query === query) return latest
    const path = filledPath(operation.path, params)
    let inUrl = ''
    // Lists of the interface document are identified by their filters alone, as before other lists existed.
    let canonical = isCore === true ? '' : `${path}?`
    for (const { name, before } of filters) {
      const value = query[name]
      if (value === undefined) continue
      const text = spelled(value)
      inUrl += before + text
      // For compatibility: lists once had one filter, and were identified by its value alone.
      canonical += name === chosen[0] ? text : before + text
    }
    return (latest = { query, path, filters: inUrl, list: canonical })
  }

  return {
    /** Without a `limit`, makes room for all rows that the request names by their ids. */
    widen: (query: Record<string, unknown>): void => {
      const ids = query[namesRows]
      if (Array.isArray(ids)) query['limit'] = Math.max(Number(query['limit']), ids.length)
    },
    /** The position after which the requested page starts; undefined for the first page. */
    start: (query: PagedQuery, params: Params): Position | undefined | Refusal => {
      const { cursor } = query
      const given = startsAt === undefined ? undefined : query[startsAt]
      if (typeof cursor !== 'string') return typeof given === 'bigint' ? given : undefined
      if (given === undefined)
        return cursors.read(cursor, spell(query, params).list) ?? foreignCursor
      const problem = `cursor cannot be combined with ${startsAt}: each says where the page begins.`
      return refusal('invalid_parameter', `${problem} Leave one of the two out.`)
    },
    /**
     * The value of the `Link` header of a page (RFC 8288): the first page, and the next one if it exists.
     * @param last the position of the last row on the page, if others follow
     */
    links: (query: PagedQuery, params: Params, last: Position | undefined): string => {
      const spelling = spell(query, params)
      const limit = spelled(query['limit'] ?? '')
      const first = `${links.base}${spelling.path}?limit=${limit}${spelling.filters}`
      if (last === undefined) return `<${first}>; rel="first"`
      const next = `${first}&cursor=${cursors.make(last, spelling.list)}`
      return `<${first}>; rel="first", <${next}>; rel="next"`
    },
  }
}

export type Cursors = ReturnType<typeof cursorsOf>

/**
 * Makes and reads cursors. A cursor is the position of the last row of a page, signed with the secret of the store. It is
 * not an offset, so pages stay stable while rows come and go.
 */
export const cursorsOf = (secret: Uint8Array) => {
  /** The id and the seal of the latest cursor. Allocating buffers for each would cost more than the hash. */
  const head = Buffer.alloc(idBytes + sealBytes)
  const idOfHead = new DataView(head.buffer, head.byteOffset, idBytes)
  /** The secret, followed by the latest message. */
  const sealed = Buffer.concat([secret, Buffer.alloc(maxMessageBytes)])

  /**
   * The id and the seal: the first bytes of a SHA-256 over secret and message. Because it is truncated, nobody can extend
   * it without the secret.
   */
  const headOf = (id: bigint, message: string): string => {
    const end = secret.length + sealed.write(message, secret.length)
    if (end === sealed.length) throw new RangeError('The filters of a list are too long.')
    idOfHead.setBigInt64(0, id)
    // Each character of the text is one byte; the buffer has room for those of the seal.
    head.write(hash('sha256', sealed.subarray(0, end), 'latin1'), idBytes, 'latin1')
    return head.toString('base64url')
  }

  /**
   * @param after the position after which the page starts
   * @param list the filters of the list, in canonical form; empty for the unfiltered list
   */
  const make = (after: Position, list: string): string => {
    if (typeof after === 'bigint') return headOf(after, `${list}:${after}`)
    const { id, text } = after
    // No filter contains a line break, so different positions have different messages.
    return headOf(id, `${list}:${id}\n${text}`) + Buffer.from(text).toString('base64url')
  }

  /** The position after which the page starts, or undefined if this store did not make the cursor for this list. */
  const read = (cursor: string, list: string): Position | undefined => {
    if (cursor.length < headLength) return undefined
    head.write(cursor, 'base64url')
    const id = idOfHead.getBigInt64(0)
    const text = cursor.slice(headLength)
    const after = text === '' ? id : { id, text: Buffer.from(text, 'base64url').toString() }
    // Re-encoded, because a lenient decoder accepts other spellings of the same bytes.
    const made = make(after, list)
    const isOwn =
      made.length === cursor.length && timingSafeEqual(Buffer.from(made), Buffer.from(cursor))
    return isOwn ? after : undefined
  }

  return { make, read }
}
