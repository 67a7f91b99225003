import type { NewRowOf, Table } from '../../src/base/data/table.ts'
import type { Bulk } from '../../src/store/bulk.ts'
import { act } from './act.ts'

/** Imports rows, as `petstore … import` does. */
export const importRows = async <T extends Table>(
  bulk: Bulk,
  table: T,
  rows: ReadonlyArray<NewRowOf<T>>,
  at = act.at,
): Promise<void> => {
  const filling = await bulk.beginImport(table)
  await filling.add(rows)
  await filling.commit(
    () => at,
    () => {},
  )
  await filling.end()
}
