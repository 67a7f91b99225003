import { batching } from '../../base/batcher.ts'
import type { FieldKind, Table } from '../../base/data/table.ts'
import type { Answer, Parameter, Query, Read } from '../engine.ts'
import type { ReadTable } from '../reads.ts'
import { type Cell, columnTypes } from '../sql/columns.ts'
import { refuseOtherColumns } from '../table-fit.ts'
import { tableSql } from '../table-sql.ts'
import { postgresDialect } from './dialect.ts'
import { columnsOfRows } from './text.ts'

/** The most reads that share a call, and the calls of one statement at a time: with one, more reads share the next. */
const atOnce = { questions: 64, inFlight: 1 } as const

/** A table whose columns were checked against this version, or the next if `isNewer`. Throws what `refuseOtherColumns` throws. */
export const readTable = async (
  query: Query,
  table: Table,
  isNewer: boolean,
): Promise<ReadTable> => {
  const { rows } = await query(columnsText, [table.name])
  const columns = rows.map(([declared]) => String(declared))
  refuseOtherColumns(table, columns, typeOf, isNewer)
  return { table, sql: tableSql(postgresDialect, table) }
}

/** Texts are compared by their bytes. */
const typeOf = (kind: FieldKind): string => columnTypes.postgres[kind].replace('text', 'text C')

/** Reads of the same text in one turn of the event loop share a statement. Each returns at most one row. */
export const sharedReads = (query: Query): Read => {
  type Asked = (values: readonly Parameter[]) => Promise<Answer['rows']>
  const known = new Map<string, Asked>()
  return async (text, values, of) => {
    const ask = known.getOrInsertComputed(text, () => {
      const shared = sharedText(text, values)
      return batching(atOnce, async (questions): Promise<ReadonlyArray<Answer['rows']>> => {
        const { rows } = await query(shared, columnsOfRows(questions as readonly Cell[][]))
        const found = questions.map((): Answer['rows'] => [])
        for (const row of rows) found[Number(row.at(-1)) - 1] = [row]
        return found
      })
    })
    return of(await ask(values))
  }
}

/** The statement for several reads: each parameter is an array of their values, and each row ends with the index of its read. */
const sharedText = (text: string, values: readonly Parameter[]): string => {
  const types = { string: 'text', bigint: 'bigint', number: 'bigint', object: 'bytea' } as const
  // Callers pass only texts, integers and bytes.
  const arrays = values.map((value, at) => `$${at + 1}::${types[typeof value as 'object']}[]`)
  const names = values.map((_, at) => `value_${at + 1}`)
  return `
    SELECT answer.*, place
    FROM unnest(${arrays.join(', ')}) WITH ORDINALITY AS question (${names.join(', ')}, place)
    CROSS JOIN LATERAL (${text.replaceAll(/\$(\d+)/g, 'question.value_$1')}) AS answer`
}

const columnsText = `
  SELECT attname || ' ' || format_type(atttypid, NULL)
    || CASE WHEN attcollation <> 0 THEN ' ' || (SELECT collname FROM pg_collation AS c WHERE c.oid = attcollation) ELSE '' END
    || CASE WHEN attnotnull THEN ' NOT NULL' ELSE '' END
  FROM pg_attribute WHERE attrelid = to_regclass($1) AND attnum > 0 AND NOT attisdropped`
