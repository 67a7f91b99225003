import type { TInteger, TObject, TOptional, TSchema, TString } from 'typebox'
import { Type } from '../core/schema/type.ts'
import { type Refusal, refusal } from '../core/errors/api-error.ts'
import type { Direction, Page, Position } from '../data/store.ts'
import { type Cursors, maxCursorLength } from './cursor.ts'
import { filledPath, type Links, spelled } from './links.ts'
import type { Operation, Outcome } from './operation.ts'

/** How many rows a page has, unless a list says otherwise. */
const pageLength = { default: 20, maximum: 100 } as const

type Filters = Readonly<Record<string, TSchema>>
type PageQuery<F extends Filters> = TObject<
  { limit: TInteger } & { [Name in keyof F]: TOptional<F[Name]> } & { cursor: TOptional<TString> }
>

/**
 * The query of a paged operation: `limit`, the filters, and `cursor`.
 *
 * @param things what a page contains, in the plural
 * @param filters the parameters that choose the list
 * @param length of a page
 */
export const pageQuery = <F extends Filters>(
  things: string,
  filters: F,
  length: { readonly default: number; readonly maximum: number } = pageLength,
): PageQuery<F> => {
  const names = Object.keys(filters)
  const same = names.map((name) => `\`${name}\``).join(' and ')
  const optional = Object.entries(filters).map(([name, filter]) => [name, Type.Optional(filter)])
  const query = Type.Object(
    {
      limit: Type.Integer({
        description: `Maximum number of ${things} returned.`,
        format: 'int32',
        minimum: 1,
        maximum: length.maximum,
        default: length.default,
        examples: [length.default],
      }),
      ...Object.fromEntries(optional),
      cursor: Type.Optional(
        Type.String({
          description: `Where a later page starts: opaque, taken from the \`Link\` header of the page before${same === '' ? '' : `, and valid only with the same ${same}`}.`,
          minLength: 1,
          maxLength: maxCursorLength,
          pattern: '^[A-Za-z0-9_\\-]+$',
          'x-pattern-rule': 'only letters, digits, - and _',
          'x-extension': true,
        }),
      ),
    },
    { additionalProperties: false, required: [] },
  )
  // The entries are those of the filters, each made optional.
  return query as PageQuery<F>
}

/** The `sort` of a list by id. */
export const sortById = Type.Unsafe<'-id'>({
  type: 'string',
  enum: ['-id'],
  description:
    'The order of the list: descending by `id`, so the newest come first; ascending if it is left out.',
})

/** The order that a `sortById` asks for. */
export const orderOf = (sort: '-id' | undefined): Direction =>
  sort === undefined ? 'ascending' : 'descending'

/** What an operation answers with a page of a store. */
export const pageOutcome = ({ json, next }: Page): Outcome => ({ status: 200, json, next })

/** The value that the reader of a `pageQuery` returns. */
export type PagedQuery = Readonly<
  Record<string, string | number | bigint | ReadonlyArray<string | bigint> | undefined>
>

/** The parameters in the path of a list. */
type Params = Readonly<Record<string, unknown>>

/** A parameter that chooses the list, and the text before its value in a URL. */
type Filter = { readonly name: string; readonly before: string }

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
export class Paging {
  readonly #path: string
  /** Lists of the interface document are identified by their filters alone, as before other lists existed. */
  readonly #isNamed: boolean
  readonly #filters: readonly Filter[]
  readonly #startsAt: string | undefined
  readonly #cursors: Cursors
  readonly #links: Links
  readonly #foreignCursor: Refusal
  /** That of the latest request, which mostly reads a cursor and makes the next one in the same turn. */
  #latest: Spelling | undefined

  constructor({ path, query, isExtension, startsAt }: Operation, cursors: Cursors, links: Links) {
    const names = Object.keys(query?.properties ?? {})
    this.#path = path
    this.#isNamed = isExtension === true
    this.#startsAt = startsAt
    const filters = names.filter((name) => !['limit', 'cursor', startsAt].includes(name))
    this.#filters = filters.map((name) => ({ name, before: `&${name}=` }))
    this.#cursors = cursors
    this.#links = links
    const list =
      filters.length === 0 ? 'this list' : `a list with the same filters (${filters.join(', ')})`
    this.#foreignCursor = refusal(
      'invalid_parameter',
      `This cursor does not belong to ${list}; take it from the Link header of the page before.`,
    )
  }

  /** Without a `limit`, makes room for all rows that the request names by `id`. */
  widen(query: Record<string, unknown>): void {
    const { id: ids, limit } = query
    if (Array.isArray(ids)) query['limit'] = Math.max(Number(limit), ids.length)
  }

  /** The position after which the requested page starts; undefined for the first page. */
  start(query: PagedQuery, params: Params): Position | undefined | Refusal {
    const { cursor } = query
    const given = this.#startsAt === undefined ? undefined : query[this.#startsAt]
    if (typeof cursor !== 'string') return typeof given === 'bigint' ? given : undefined
    if (given !== undefined) return startedTwice(this.#startsAt ?? '')
    return this.#cursors.read(cursor, this.#spell(query, params).list) ?? this.#foreignCursor
  }

  /**
   * The value of the `Link` header of a page (RFC 8288): the first page, and the next one if it exists.
   *
   * @param last the position of the last row on the page, if others follow
   */
  links(query: PagedQuery, params: Params, last: Position | undefined): string {
    const { path, filters, list } = this.#spell(query, params)
    const first = `${this.#links.base}${path}?limit=${spelled(query['limit'] ?? '')}${filters}`
    const links = `<${first}>; rel="first"`
    if (last === undefined) return links
    return `${links}, <${first}&cursor=${this.#cursors.make(last, list)}>; rel="next"`
  }

  #spell(query: PagedQuery, params: Params): Spelling {
    if (this.#latest?.query === query) return this.#latest
    const path = filledPath(this.#path, params)
    let filters = ''
    let list = this.#isNamed ? `${path}?` : ''
    for (let at = 0; at < this.#filters.length; at += 1) {
      const { name, before } = this.#filters[at] as Filter
      const value = query[name]
      if (value === undefined) continue
      const text = spelled(value)
      filters += before + text
      // For compatibility: lists once had one filter, and were identified by its value alone.
      list += at === 0 ? text : before + text
    }
    return (this.#latest = { query, path, filters, list })
  }
}

const startedTwice = (name: string): Refusal =>
  refusal(
    'invalid_parameter',
    `cursor cannot be combined with ${name}: each says where the page begins. Leave one of the two out.`,
  )
