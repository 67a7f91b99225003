import { Pet, type PetStatus } from '../../pets/pet.ts'

/** Where each field of an animal lies. */
const columns: Readonly<Record<keyof Pet, string>> = {
  id: 'id',
  name: 'name',
  categoryId: 'category_id',
  status: 'status',
}

/** An animal as the serialiser of its schema writes it: SQLite too escapes what JSON needs escaped, and nothing else. */
export const petJson = `json_object(${Object.keys(Pet.properties)
  // The schema and the type are of the same fields.
  .map((field) => `'${field}', ${columns[field as keyof Pet]}`)
  .join(', ')})`

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
