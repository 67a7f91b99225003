import type { Scope } from '../../access/keys/scopes.ts'
import { categories } from '../categories/table.ts'
import { contacts } from '../contacts/table.ts'
import { notes } from '../notes/changes.ts'
import { orders } from '../orders/table.ts'
import { pets } from '../pets/table.ts'

/** The tables whose rows a search finds, and the scope that reads them. Of results as good, those of the first come first. */
export const sources = [
  { table: pets, scope: 'pets:read' },
  { table: contacts, scope: 'contacts:read' },
  { table: orders, scope: 'orders:read' },
  { table: categories, scope: 'pets:read' },
  { table: notes, scope: 'notes:read' },
] as const satisfies ReadonlyArray<{ readonly table: object; readonly scope: Scope }>
