import { Type } from '../../base/schema/type.ts'
import { Int64 } from '../../kit/fields.ts'
import { type SumOf, plainTypes, type RowOf, type Table } from '../../base/data/table.ts'
import { Pet } from './pet.ts'

/** Counts animals that are added, adopted, returned and deleted. */
const sums: SumOf = (before, after, at) => {
  // The rows are of this table.
  const [from, to] = [before, after] as ReadonlyArray<PetRow | undefined>
  const part = (to ?? from)?.categoryId
  if (from === undefined) return { name: 'added', part }
  if (to === undefined) return { name: 'deleted', part }
  if (from.status === to.status) return undefined
  if (to.status === 'sold') return { name: 'adopted', part, measure: daysSince(from.arrivedAt, at) }
  return from.status === 'sold' ? { name: 'returned', part } : undefined
}

/** Returns whole days of 24 hours; undefined if the start is unknown. */
const daysSince = (since: bigint | undefined, now: number): number | undefined =>
  since === undefined ? undefined : Math.max(0, Math.floor((now - Number(since)) / 86_400_000))

export const pets = {
  name: 'pets',
  schema: Pet,
  hidden: Type.Object({
    /** The order that controls the animal's status: one that holds the animal or delivered it. */
    orderId: Type.Optional(Int64('Identifier of the order.', 1n)),
    /** Missing if the animal arrived before this field existed. */
    arrivedAt: Type.Optional(
      Int64('When it was added, or last came back, in milliseconds since the Unix epoch.', 1n),
    ),
  }),
  id: 'assigned',
  filters: [['status'], ['categoryId', 'status']],
  totals: 'status',
  sums,
  prefixes: ['name'],
  search: {
    kind: 'pet',
    title: 'name',
    detail: 'status',
    about: { petId: 'id' },
    behind: ['status', 'sold'],
  },
  events: { ...plainTypes('pet'), imported: 'pets.imported', topics: { petId: 'id' } },
} as const satisfies Table

export type PetRow = RowOf<typeof pets>
