import type { FieldKind } from '../../data/table.ts'
import { columnNameOf, columnTypes } from './columns.ts'
import { deliveryQueue } from './migrations/delivery-queue.ts'
import { ownerIds } from './migrations/owner-ids.ts'

/** A step of the schema: in words that both databases know, for each in its own, or an optional field of a table. */
export type Step =
  | string
  | Readonly<Record<Dialect, string>>
  | { readonly table: string; readonly field: string; readonly kind: FieldKind }

type Dialect = keyof typeof columnTypes

/** Keys that could do everything with orders can still: the steps of the store have a scope of their own. */
const ordersManage = `
  UPDATE api_keys SET scopes = scopes || ' orders:manage' WHERE ' ' || scopes || ' ' LIKE '% orders:write %';
`

/** Lifts of bans lay among the settings of a file. */
const banLifts = {
  sqlite: `
    CREATE TABLE ban_lifts (id TEXT PRIMARY KEY, at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
    INSERT INTO ban_lifts SELECT substr(name, length('lift_ban ') + 1), value FROM settings
    WHERE name > 'lift_ban ' AND name < 'lift_ban!';
    DELETE FROM settings WHERE name > 'lift_ban ' AND name < 'lift_ban!';
  `,
  postgres: '',
}

/**
 * The steps that came after both databases had their first ones, in order: a new step is one line here. A field of a table
 * is a line like `{ table: 'things', field: 'nickname', kind: 'string' }`. A published step never changes.
 */
const steps: readonly Step[] = [ordersManage, banLifts, deliveryQueue, ownerIds]

/** The steps in the words of one database. */
export const stepsFor = (dialect: Dialect, of: readonly Step[] = steps): readonly string[] =>
  of.map((step) => {
    if (typeof step === 'string') return step
    if (!('field' in step)) return step[dialect]
    const { table, field, kind } = step
    const type = columnTypes[dialect][kind]
    const order = type === 'text' ? ' COLLATE "C"' : ''
    return `ALTER TABLE ${table} ADD COLUMN "${columnNameOf(field)}" ${type}${order};`
  })
