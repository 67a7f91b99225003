import type { PetStatus } from '../../../client/src/index.ts'
import { categoryText } from '../categories/names.ts'
import { petWords } from '../words.ts'
import { type Fields, statusOf } from './form-values.ts'

/** What the fields of the form hold, as typed. */
export type Values = {
  readonly name: string
  /** The name of a category, or its number. */
  readonly category: string
  readonly status: PetStatus
}

/** An animal as the form shows it. */
export const valuesOf = (pet: Fields): Values => ({
  name: pet.name,
  category: categoryText(pet.categoryId),
  status: statusOf(pet),
})

/** A field as staff read it. */
export const shownField = (pet: Fields, field: keyof Fields): string => {
  const { name, category, status } = valuesOf(pet)
  return { name, categoryId: category, status: petWords[status] }[field]
}
