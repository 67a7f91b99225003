import { compileSerializer } from '../../core/schema/serializer.ts'
import { readExact } from '../../core/exact-json.ts'
import { fieldsOf, type Row, type Table } from '../../data/table.ts'
import { givenText } from './text.ts'

/**
 * The JSON of an array of rows, of which the database wrote the texts as it keeps them (`keptText`). Nearly always it is
 * right as it is; if a text may have a NUL or a U+0001, the rows are written anew.
 */
export const givenJson = (table: Table): ((kept: string) => string) => {
  const writeRow = compileSerializer(table.schema)
  const texts = fieldsOf(table).flatMap(({ name, kind }) => (kind === 'string' ? [name] : []))
  const given = (row: Row): Row => {
    const fields = texts.flatMap((name) => {
      const text = row[name]
      return typeof text === 'string' ? [[name, givenText(text)]] : []
    })
    return { ...row, ...Object.fromEntries(fields) }
  }
  return (kept) => {
    if (!kept.includes(String.raw`\u0001`)) return kept
    // The database wrote an array of rows.
    const rows = readExact(kept) as readonly Row[]
    return `[${rows.map((row) => writeRow(given(row))).join(',')}]`
  }
}
