import type { AnyRule } from './change.ts'
import type { Table } from './table.ts'

/** What a store contains: tables with unique names, and the rules of their changes, with unique kinds. */
export type Contents = { readonly tables: readonly Table[]; readonly rules: readonly AnyRule[] }

export const contentsOf = (resources: ReadonlyArray<Partial<Contents>>): Contents => ({
  tables: resources.flatMap(({ tables = [] }) => tables),
  rules: resources.flatMap(({ rules = [] }) => rules),
})
