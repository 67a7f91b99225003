import type { DatabaseSync } from 'node:sqlite'
import type { Table } from '../../data/table.ts'
import { columnsOf } from '../sql/columns.ts'

/**
 * The name of the index for pages by a filter, if there is one. A page is one range of it: it begins with the filter and
 * continues with the id, with which every index ends. An index of only the rows that have a field serves filters by this
 * field.
 *
 * @param filter fields, or a column of a folded text
 */
export const filterIndex = (
  database: DatabaseSync,
  table: Table,
  filter: readonly string[],
): string | undefined => {
  const columns = columnsOf(table)
  const wanted = filter.map((field) => columns.find(({ name }) => name === field)?.column ?? field)
  const found = database
    .prepare(
      `SELECT list.name AS name, group_concat(info.name ORDER BY info.seqno) AS columns
      FROM pragma_index_list(?1) AS list, pragma_index_info(list.name) AS info
      WHERE list.partial = 0 OR EXISTS (
        SELECT 1 FROM sqlite_schema AS made, json_each(?2) AS field
        WHERE made.name = list.name AND made.sql LIKE '% WHERE ' || field.value || ' IS NOT NULL'
      )
      GROUP BY list.name`,
    )
    .all(table.name, JSON.stringify(wanted))
    .find((index) => {
      const indexed = [...String(index['columns']).split(','), 'id']
      const first = new Set(indexed.slice(0, wanted.length))
      return wanted.every((column) => first.has(column)) && indexed[wanted.length] === 'id'
    })
  return found && String(found['name'])
}
