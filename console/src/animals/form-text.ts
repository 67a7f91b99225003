import type { PetStatus } from '../../../client/src/index.ts'
import { categoryText } from '../categories/names.ts'
import { petWords } from '../words.ts'
import { type FieldName, type Fields, ofFields, textOf } from '../model/fields.ts'
import { statusOf } from './form-values.ts'

/** The values of the form, as typed. */
export type Values = {
  readonly name: string
  /** The name or number of a category. */
  readonly category: string
  readonly status: PetStatus
  /** The other fields, by name; undefined in a draft of an older version. */
  readonly texts?: Readonly<Partial<Record<FieldName, string>>>
}

/** An animal as the form shows it. */
export const valuesOf = (pet: Fields): Values => ({
  name: pet.name,
  category: categoryText(pet.categoryId),
  status: statusOf(pet),
  texts: ofFields((field) => textOf(pet, field)),
})

/** A field as text for people. */
export const shownField = (pet: Fields, field: FieldName): string => {
  const { category, status } = valuesOf(pet)
  const own: Partial<Record<FieldName, string>> = { categoryId: category, status: petWords[status] }
  return own[field] ?? textOf(pet, field)
}
