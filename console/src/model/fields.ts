import { t } from '../core/language.ts'
import type { Pet } from '../../../client/src/index.ts'

/** The fields of an animal that somebody may change. */
export type Fields = Omit<Pet, 'id'>

export type FieldName = keyof Fields

/** A word for each field. One that is neither a text nor has a way of its own does not compile. */
type Words = {
  readonly [Name in FieldName]: Name extends 'categoryId'
    ? string
    : Fields[Name] extends string | undefined
      ? string
      : never
}

/** What the fields are called. Forms, panels, lists and comparisons follow from this one list. */
export const fieldWords: Words = {
  name: t('Name'),
  categoryId: t('Category'),
  status: t('Status'),
}

export const fieldNames = Object.keys(fieldWords) as readonly FieldName[]

/** The fields that are a text, or missing: all are shown, typed and pasted alike. The others have ways of their own. */
export const textFields = fieldNames.filter(
  (field) => field !== 'name' && field !== 'categoryId' && field !== 'status',
)

/** A value for each field. */
export const ofFields = <T>(value: (field: FieldName) => T): Readonly<Record<FieldName, T>> =>
  // It has each of them.
  Object.fromEntries(fieldNames.map((field) => [field, value(field)])) as Record<FieldName, T>

export const textOf = (pet: Partial<Fields>, field: FieldName): string => String(pet[field] ?? '')

/** The fields that are texts, of what was typed; an empty one is missing. */
export const typedTexts = (typed: Readonly<Partial<Record<FieldName, string>>>): Partial<Fields> =>
  Object.fromEntries(textFields.flatMap((field) => (typed[field] ? [[field, typed[field]]] : [])))

/** Whether two animals are the same to whoever looks at them. */
export const isSamePet = (one: Pet | undefined, other: Pet | undefined): boolean =>
  fieldNames.every((field) => one?.[field] === other?.[field])
