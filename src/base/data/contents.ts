import type { AnyRule } from './change.ts'
import type { Table } from './table.ts'

/** What a store holds: its tables, and the rules by which they change. */
export type Contents = { readonly tables: readonly Table[]; readonly rules: readonly AnyRule[] }

/** The contents of several resources. It throws Error if two tables have one name, or two rules one kind. */
export const contentsOf = (resources: readonly Contents[]): Contents => {
  const tables = resources.flatMap((resource) => resource.tables)
  const rules = resources.flatMap((resource) => resource.rules)
  refuseRepeated(
    'tables are named',
    tables.map(({ name }) => name),
  )
  refuseRepeated(
    'rules decide',
    rules.map(({ kind }) => kind),
  )
  return { tables, rules }
}

const refuseRepeated = (what: string, names: readonly string[]): void => {
  const repeated = names.find((name, at) => names.indexOf(name) !== at)
  if (repeated !== undefined) throw new Error(`Two ${what} ${repeated}.`)
}
