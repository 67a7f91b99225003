import { Batcher } from '../../base/batcher.ts'
import type { Direction, Page } from '../../base/data/store.ts'
import { idFieldOf, type Table } from '../../base/data/table.ts'
import type { KeyStore } from '../../access/keys/key-store.ts'
import type { Query } from '../engine.ts'
import { keyRecordOf, selectKeys } from '../keys.ts'
import { filterOf, type HotReads, type ReadTable, valuesOf } from '../reads.ts'
import {
  type Cell,
  type Column,
  columnsOf,
  columnTypes,
  shownColumnsOf,
  storedOf,
} from '../sql/columns.ts'
import { type Catalogue, refuseOtherColumns } from '../table-indexes.ts'
import { tableSql } from '../table-sql.ts'
import { postgresDialect } from './dialect.ts'
import { pagesSql } from './table-sql.ts'

/** How much one statement reads. There are two connections for reads. */
const atOnce = {
  keys: { questions: 1_000, underWay: 2 },
  rows: { questions: 64, underWay: 2 },
  pages: { questions: 16, underWay: 2 },
} as const

/** A page that shares a statement with others of the same filter and order. */
type PageRequest = {
  readonly from: bigint
  readonly limit: number
  readonly values: readonly Cell[]
}

/** A table, compared with its schemas, or the next version's if `isNewer`. It throws as `refuseOtherColumns`. */
export const readTable = async (
  query: Query,
  table: Table,
  isNewer: boolean,
): Promise<ReadTable> => {
  const catalogue = await catalogueOf(query, table)
  refuseOtherColumns(table, catalogue, declaration, isNewer)
  const { indexes } = catalogue
  const sql = tableSql(postgresDialect, table, indexes)
  const readJson = postgresDialect.readJson(table)
  const finder = (text: typeof sql.one, columns: readonly Column[]): HotReads['find'] => {
    const statement = text('id = ANY($1::bigint[])')
    const rowsOf = new Batcher(atOnce.rows, async (ids: readonly bigint[]) => {
      const { rows } = await query(statement, [ids])
      const all = rows.map((cells) => storedOf(columns, cells))
      const found = new Map(all.map((stored) => [stored.row[idFieldOf(table)], stored]))
      return ids.map((id) => found.get(id))
    })
    return async (id) => await rowsOf.ask(id)
  }

  const paging = new Map<string, Batcher<PageRequest, Page>>()
  const pagesBy = (filter: readonly string[], order: Direction, max: number) => {
    const key = `${max} ${order} ${filter.join(' ')}`
    return paging.getOrInsertComputed(key, () => {
      const text = pagesSql(table, indexes, filter, order, max)
      return new Batcher<PageRequest, Page>(atOnce.pages, async (all) => {
        const values = filter.map((_, at) => all.map((page) => page.values[at] ?? null))
        const firsts = all.map(({ from }) => from)
        const { rows } = await query(text, [firsts, all.map(({ limit }) => limit), ...values])
        const found = rows as unknown as ReadonlyArray<readonly [string | null, bigint | null]>
        return found.map(([json, next]) => ({
          json: readJson(`[${json ?? ''}]`),
          next: next ?? undefined,
        }))
      })
    })
  }

  return {
    table,
    sql,
    hot: {
      find: finder(sql.one, shownColumnsOf(table)),
      findWhole: finder(sql.whole, columnsOf(table)),
      page: async ({ where, limit, order = 'ascending' }, from) => {
        const filter = filterOf(table, where)
        // Clients can ask for 100 rows, so all their pages share a statement.
        const pages = pagesBy(filter, order, Math.max(100, limit))
        return await pages.ask({ from, limit, values: valuesOf(where, filter) })
      },
    },
  }
}

const columnsText = `
  SELECT attname || ' ' || format_type(atttypid, NULL)
    || CASE WHEN attcollation <> 0 THEN ' ' || (SELECT collname FROM pg_collation AS c WHERE c.oid = attcollation) ELSE '' END
    || CASE WHEN attnotnull THEN ' NOT NULL' ELSE '' END
  FROM pg_attribute WHERE attrelid = to_regclass($1) AND attnum > 0 AND NOT attisdropped`

const indexesText = `
  SELECT made.relname::text, pg_get_expr(indpred, indrelid),
    string_agg(attname, ',' ORDER BY place)
  FROM pg_index
  JOIN pg_class AS made ON made.oid = indexrelid
  CROSS JOIN LATERAL unnest(indkey::int2[]) WITH ORDINALITY AS key (number, place)
  JOIN pg_attribute ON attrelid = indrelid AND attnum = key.number
  WHERE indrelid = to_regclass($1) AND indisvalid
  GROUP BY made.relname, indpred, indrelid`

export const catalogueOf = async (query: Query, { name }: Table): Promise<Catalogue> => {
  const columns = await query(columnsText, [name])
  const indexes = await query(indexesText, [name])
  return {
    columns: columns.rows.map(([declared]) => String(declared)),
    indexes: indexes.rows.map(([index, condition, list]) => ({
      name: String(index),
      columns: String(list).split(','),
      condition: condition === null ? undefined : String(condition),
    })),
  }
}

const declaration = ({ column, kind, isOptional }: Column): string =>
  `${column} ${columnTypes.postgres[kind]}${columnTypes.postgres[kind] === 'text' ? ' C' : ''}${isOptional ? '' : ' NOT NULL'}`

const byHash = `${selectKeys} WHERE hash = ANY($1::bytea[])`

/** Finds keys in batches: after any key has changed, the next request of every caller asks for its key. */
export const keyFinder = (query: Query): KeyStore['findByHash'] => {
  const found = new Batcher(atOnce.keys, async (hashes: readonly string[]) => {
    const distinct = [...new Set(hashes)].map((hash) => Buffer.from(hash, 'hex'))
    const { rows } = await query(byHash, [distinct])
    const records = new Map(rows.map(keyRecordOf).map((record) => [hexOf(record.hash), record]))
    return hashes.map((hash) => records.get(hash))
  })
  return async (hash) => await found.ask(hexOf(hash))
}

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
