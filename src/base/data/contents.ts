import type { AnyRule } from './change.ts'
import type { Table } from './table.ts'

/** What a store holds: its tables, each with a name of its own, and the rules by which they change, each with its kind. */
export type Contents = { readonly tables: readonly Table[]; readonly rules: readonly AnyRule[] }

export const contentsOf = (resources: ReadonlyArray<Partial<Contents>>): Contents => ({
  tables: resources.flatMap(({ tables = [] }) => tables),
  rules: resources.flatMap(({ rules = [] }) => rules),
})
