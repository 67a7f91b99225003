import type { AnyRule } from './change.ts'
import type { Table } from './table.ts'

/** What a store holds: its tables, and the rules by which they change. */
export type Contents = { readonly tables: readonly Table[]; readonly rules: readonly AnyRule[] }

/** The contents of several resources. It throws Error if two tables have one name, or two rules one kind. */
export const contentsOf = (resources: readonly Contents[]): Contents => {
  const tables = resources.flatMap((resource) => resource.tables)
  const rules = resources.flatMap((resource) => resource.rules)
  const names = [
    ...tables.map(({ name }) => `tables are named ${name}`),
    ...rules.map(({ kind }) => `rules decide ${kind}`),
  ]
  const repeated = names.find((name, at) => names.indexOf(name) !== at)
  if (repeated !== undefined) throw new Error(`Two ${repeated}.`)
  return { tables, rules }
}
