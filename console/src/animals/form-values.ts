import type { Pet, PetPatch, PetStatus } from '../../../client/src/index.ts'

/** What the fields of the form hold, as typed. */
export type Values = {
  readonly name: string
  /** The name of a category, or its number. */
  readonly category: string
  readonly status: PetStatus
}

/** The fields of an animal that somebody may change. */
export type Fields = {
  readonly name: string
  readonly categoryId: bigint
  readonly status: PetStatus
}

export const fieldNames = ['name', 'categoryId', 'status'] as const satisfies ReadonlyArray<
  keyof Fields
>

export const fieldsOf = ({ name, categoryId, status = 'available' }: Pet): Fields => ({
  name,
  categoryId,
  status,
})

/** The fields of `after` that differ from `before`. */
export const differences = (before: Fields, after: Fields): PetPatch =>
  Object.fromEntries(
    fieldNames
      .filter((field) => before[field] !== after[field])
      .map((field) => [field, after[field]]),
  )

/** What two people made of the same animal. */
export type Merge = {
  /** Each field with the change of whoever changed it; where both did, mine. */
  readonly merged: Fields
  /** The fields that both changed, to different values. */
  readonly conflicts: ReadonlyArray<keyof Fields>
  /** The fields that only the other one changed. */
  readonly alsoChanged: ReadonlyArray<keyof Fields>
}

/** Brings together what two people changed at the same time, field by field. */
export const merge = (base: Fields, mine: Fields, theirs: Fields): Merge => {
  const theirChanges = fieldNames.filter((field) => theirs[field] !== base[field])
  const isMine = (field: keyof Fields): boolean => mine[field] !== base[field]
  return {
    merged: { ...theirs, ...differences(base, mine) } as Fields,
    conflicts: theirChanges.filter((field) => isMine(field) && mine[field] !== theirs[field]),
    alsoChanged: theirChanges.filter((field) => !isMine(field)),
  }
}
