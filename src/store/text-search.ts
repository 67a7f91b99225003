import { int64 } from '../base/int64.ts'
import type { SearchHit, SearchQuery, Store } from '../base/data/store.ts'
import { type SearchResults, searchedFieldsOf, type Table, tableIn } from '../base/data/table.ts'
import {
  digitsIn,
  searchWords,
  titleBeginning,
  wholeTitle,
  wordParts,
} from '../base/search-text.ts'
import type { Dialect, Read } from './engine.ts'
import type { ReadTable } from './reads.ts'
import { type Cell, columnNamed, quoted, searchColumn } from './sql/columns.ts'

/** The name of the setting that stores by which fields a table is searched. */
export const searchSetting = ({ name }: Table): string => `search of ${name}`

/** The value of that setting once the texts of all rows are up to date; undefined if the table is not searched. */
export const searchDefinition = (table: Table): string | undefined =>
  table.search && `1 ${searchedFieldsOf(table).join()}`

/** How many of the newest matching rows are ranked, so that no query takes longer as the store grows. */
const maxCandidates = 500

/** More than all candidates. With a limit, PostgreSQL computes each text once instead of once per condition. */
const maxFound = 100_000

/** Characters of a title or a detail in a result. */
const maxShown = 200

/** A hit, and its rank. */
type Ranked = Readonly<{ hit: SearchHit; tier: number; behind: number; place: number }>

export const textSearch = (
  dialect: Dialect,
  read: Read,
  tables: ReadonlyMap<string, ReadTable>,
): Store['search'] => {
  const known = tableIn(tables)
  const all = [...tables.values()].map(({ table }) => table)
  const othersOf = new Map(
    all.map(({ name }) => [name, all.filter((each) => isShownAs(each, name))]),
  )

  const hitsIn = async (
    { table }: ReadTable,
    place: number,
    query: SearchQuery,
    words: string,
  ): Promise<readonly Ranked[]> => {
    const { search } = table
    if (search === undefined || !('kind' in search))
      throw new Error(`The rows of ${table.name} are no results of a search.`)
    const others = othersOf.get(table.name) ?? []
    const values: Cell[] = [query.limit, idIn(query.text), wholeTitle(words), titleBeginning(words)]
    const among = (source: Table) => (parts: readonly string[]) => {
      const { text, values: given } = dialect.containing(source, parts, values.length + 1)
      values.push(...given)
      return `SELECT id FROM (${text} ORDER BY id DESC LIMIT ${maxCandidates}) AS found`
    }
    const fitting = alternatives(words)
    const candidates = [
      ...[[wholeTitle(words)], [titleBeginning(words)]].map(among(table)),
      ...fitting.map(among(table)),
      ...others.flatMap((other) => fitting.map(among(other))),
    ]
    // Some words may match in one table and the others in another.
    const [[longest = '', ...rest] = []] = fitting
    const isSpread = others.length > 0 && rest.length > 0
    if (isSpread) candidates.push(...[table, ...others].map((source) => among(source)([longest])))
    const conditions = isSpread
      ? fitting.map((parts) =>
          parts.map((part) => `all_text LIKE $${values.push(`%${part}%`)}`).join(' AND '),
        )
      : []
    return await read(
      hitsText(dialect, table, search, { candidates, others, conditions }),
      values,
      (rows) =>
        rows.map(([id, title, detail, tier, behind, ...subjects]) => ({
          // The statement casts titles and details to text; the others are ids.
          hit: {
            kind: search.kind,
            id: id as bigint,
            ...(title !== null && { title: String(title) }),
            ...(detail !== null && { detail: String(detail) }),
            about: Object.fromEntries(
              Object.keys(search.about ?? {}).flatMap((name, at) =>
                subjects[at] === null ? [] : [[name, subjects[at] as bigint]],
              ),
            ),
          },
          tier: Number(tier),
          behind: Number(behind),
          place,
        })),
    )
  }

  return async (query) => {
    const words = searchWords(query.text)
    if (words === '') return []
    const found = await Promise.all(
      query.tables.map((table, place) => hitsIn(known(table), place, query, words)),
    )
    return found
      .flat()
      .toSorted(byRank)
      .slice(0, query.limit)
      .map(({ hit }) => hit)
  }
}

const isShownAs = ({ search }: Table, results: string): boolean =>
  search !== undefined && 'shownAs' in search && search.shownAs === results

/** A text contains all words if it contains all parts of one of these lists. The longest part is first. */
const alternatives = (words: string): ReadonlyArray<readonly string[]> => {
  const digits = digitsIn(words)
  // The digits of a number may be grouped in another way.
  const isNumber = digits.length > 2 && /^\d+(?: \d+)+$/.test(words)
  return [wordParts(words), ...(isNumber ? [[digits]] : [])]
}

type Origin = {
  readonly candidates: readonly string[]
  /** Tables whose rows are shown as rows of this table. */
  readonly others: readonly Table[]
  /** Alternative conditions on the joined text of all tables; empty if every candidate is a hit. */
  readonly conditions: readonly string[]
}

/** Up to `$1` hits of one table: first the id `$2`, then titles equal to `$3`, then titles that begin with `$4`. */
const hitsText = (
  { visible, withRow }: Dialect,
  table: Table,
  { title, detail, about = {}, behind }: SearchResults,
  { candidates, others, conditions }: Origin,
): string => {
  const column = (field: string): string => quoted(columnNamed(table, field))
  const shown = (field: string | undefined): string =>
    field === undefined ? 'NULL' : `substr(CAST(${column(field)} AS text), 1, ${maxShown})`
  const begins = (beginning: string): string =>
    `substr(${searchColumn}, 1, length(CAST(${beginning} AS text))) = ${beginning}`
  const last = behind === undefined ? 'FALSE' : `${column(behind[0])} = '${behind[1]}'`
  const textOf = ({ name }: Table): string =>
    `coalesce((SELECT ${searchColumn} FROM ${name} WHERE id = candidate), '')`
  const allText = [table, ...others].map(textOf).join(' || ')
  const all = [`candidate = $2`, begins('$4'), ...conditions].map((each) => `(${each})`)
  return `
    SELECT id, ${shown(title)}, ${shown(detail)},
      CASE WHEN id = CAST($2 AS bigint) THEN 0 WHEN ${begins('$3')} THEN 1 WHEN ${begins('$4')} THEN 2 ELSE 3 END AS tier,
      CASE WHEN ${last} THEN 1 ELSE 0 END AS behind${Object.values(about)
        .map((field) => `, ${column(field)}`)
        .join('')}
    FROM (
      SELECT candidate${conditions.length === 0 ? '' : `, ${allText} AS all_text`}
      FROM (SELECT CAST($2 AS bigint) AS candidate UNION ${candidates.join(' UNION ')}) AS ids LIMIT ${maxFound}
    ) AS candidates ${withRow(table.name, 'candidate')}
    WHERE ${visible(table)}${conditions.length === 0 ? '' : ` AND (${all.join(' OR ')})`}
    ORDER BY tier, behind, id DESC LIMIT $1 + 0`
}

const byRank = (one: Ranked, other: Ranked): number =>
  one.tier - other.tier ||
  one.behind - other.behind ||
  one.place - other.place ||
  (one.hit.id > other.hit.id ? -1 : 1)

/** Parses a text as an id; null if it is not one. */
const idIn = (text: string): bigint | null => {
  const [, digits] = /^\s*#?(-?\d{1,19})\s*$/.exec(text) ?? []
  if (digits === undefined) return null
  const id = BigInt(digits)
  return id >= int64.minimum && id <= int64.maximum ? id : null
}
