import type { Pet, PetStatus } from '../../pets/pet.ts'

/** The columns of an animal, in the order of `petOf`. */
export const petColumns = 'id, name, category_id, status'

/** A row of `petColumns`, its integers read as bigint: typed by the STRICT table, and an array by `setReturnArrays`. */
export type PetRow = readonly [id: bigint, name: string, categoryId: bigint, status: PetStatus]

/** The animal of a row. */
export const petOf = ([id, name, categoryId, status]: PetRow): Pet => ({
  id,
  name,
  categoryId,
  status,
})
