import { Type } from '../../base/schema/type.ts'
import { Int64 } from '../../kit/fields.ts'
import { plainTypes } from '../../base/data/events.ts'
import type { RowOf, Table } from '../../base/data/table.ts'
import { Pet } from './pet.ts'

/** The table of animals. */
export const pets = {
  name: 'pets',
  schema: Pet,
  /** The order that alone moves the status of the animal: one that holds it, or handed it over. */
  hidden: Type.Object({ orderId: Type.Optional(Int64('Identifier of the order.', 1n)) }),
  id: 'assigned',
  filters: [['status'], ['categoryId'], ['categoryId', 'status']],
  hasCoveredPages: true,
  totals: 'status',
  prefixes: ['name'],
  search: {
    kind: 'pet',
    title: 'name',
    detail: 'status',
    about: 'id',
    behind: ['status', 'sold'],
  },
  events: { ...plainTypes('pet'), imported: 'pets.imported', topics: { petId: 'id' } },
} as const satisfies Table

/** An animal as rules see it. */
export type PetRow = RowOf<typeof pets>
