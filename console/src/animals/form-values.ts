import type { PetPatch, PetStatus } from '../../../client/src/index.ts'
import { type FieldName, fieldNames, type Fields, fieldWords } from '../model/fields.ts'

/** The fields in a sentence: "Category, Status". */
export const fieldText = (fields: readonly FieldName[]): string =>
  fields.map((field) => fieldWords[field]).join(', ')

/** The status of an animal; the service sends one with every animal. */
export const statusOf = ({ status = 'available' }: Fields): PetStatus => status

const differing = (one: Fields, other: Fields): readonly FieldName[] =>
  fieldNames.filter((field) => one[field] !== other[field])

/** The patch from `before` to `after`; null removes a field. */
export const differences = (before: Fields, after: Fields): PetPatch =>
  Object.fromEntries(differing(before, after).map((field) => [field, after[field] ?? null]))

/** The result of merging two people's changes to the same animal. */
export type Merge = {
  /** Each field with its change; if both changed it, mine. */
  readonly merged: Fields
  /** The fields that both changed, to different values. */
  readonly conflicts: readonly FieldName[]
  /** The fields that only the other person changed. */
  readonly alsoChanged: readonly FieldName[]
}

/** Merges concurrent changes by two people, field by field (three-way merge). */
export const merge = (base: Fields, mine: Fields, theirs: Fields): Merge => {
  const myChanges = differing(base, mine)
  const theirChanges = differing(base, theirs)
  return {
    merged: {
      ...theirs,
      ...Object.fromEntries(myChanges.map((field) => [field, mine[field]])),
    },
    conflicts: differing(mine, theirs).filter(
      (field) => myChanges.includes(field) && theirChanges.includes(field),
    ),
    alsoChanged: theirChanges.filter((field) => !myChanges.includes(field)),
  }
}
