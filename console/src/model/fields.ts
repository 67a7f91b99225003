import { t } from '../core/language.ts'
import type { Pet } from '../../../client/src/index.ts'

/** The fields of an animal that somebody may change. */
export type Fields = Omit<Pet, 'id'>

export type FieldName = keyof Fields

/** A label for each field. A field that is neither text nor handled separately does not compile. */
type Words = {
  readonly [Name in FieldName]: Name extends 'categoryId'
    ? string
    : Fields[Name] extends string | undefined
      ? string
      : never
}

/** The labels of the fields. Forms, panels, lists and comparisons all derive from this list. */
export const fieldWords: Words = {
  name: t('Name'),
  categoryId: t('Category'),
  status: t('Status'),
}

export const fieldNames = Object.keys(fieldWords) as readonly FieldName[]

/** The optional text fields, which are all shown, typed and pasted in the same way. The other fields are handled separately. */
export const textFields = fieldNames.filter(
  (field) => field !== 'name' && field !== 'categoryId' && field !== 'status',
)

/** A value for each field. */
export const ofFields = <T>(value: (field: FieldName) => T): Readonly<Record<FieldName, T>> =>
  // The object has every field.
  Object.fromEntries(fieldNames.map((field) => [field, value(field)])) as Record<FieldName, T>

export const textOf = (pet: Partial<Fields>, field: FieldName): string => String(pet[field] ?? '')

/** The text fields of what was typed, without the empty ones. */
export const typedTexts = (typed: Readonly<Partial<Record<FieldName, string>>>): Partial<Fields> =>
  Object.fromEntries(textFields.flatMap((field) => (typed[field] ? [[field, typed[field]]] : [])))

/** Whether two animals have the same visible fields. */
export const isSamePet = (one: Pet | undefined, other: Pet | undefined): boolean =>
  fieldNames.every((field) => one?.[field] === other?.[field])
