import { dateTimeText } from '../../base/date-time.ts'
import { type Refusal, refusal } from '../../base/errors/api-error.ts'
import {
  changedFields,
  type Decision,
  defineChange,
  insert,
  refuse,
  type Refused,
  update,
} from '../../base/data/change.ts'
import { rowOf, type Stored } from '../../base/data/table.ts'
import type { Precondition } from '../../base/data/precondition.ts'
import { unmet } from '../../kit/entity-tags.ts'
import { mergedMap } from '../../kit/merge-patch.ts'
import { createdId, type Updated, updatedRow } from '../../kit/row-changes.ts'
import { arriving, petNotFound } from '../pets/changes.ts'
import type { NewPet } from '../pets/pet.ts'
import { pets } from '../pets/table.ts'
import { maxFacts, type NewProfile, type Profile, type ProfilePatch } from './profile.ts'
import { type ProfileRow, profiles } from './table.ts'

/** The profile of an animal of which nothing was ever recorded, and its version. */
export const emptyProfile = (
  petId: bigint,
): { readonly row: Profile; readonly version: bigint } => ({
  row: { petId, photos: [] },
  version: 0n,
})

/** A chip as it is stored, so that it is found in any case of letters. */
export const chipOf = (typed: string): string => typed.toUpperCase()

export const chipTaken = (chip: string, petId: bigint): Refusal =>
  refusal(
    'chip_taken',
    `The animal ${petId} has the chip ${chip}, and no two animals have one chip.`,
  )

type PetArrived = { readonly outcome: 'arrived'; readonly petId: bigint } | Refused

/** Adds an animal with its profile, which may be empty. */
export const petArrive = defineChange({
  kind: 'pet.arrive',
  parts: (pet: NewPet, { chip, ...profile }: NewProfile) => ({
    pet,
    profile: { ...profile, ...(chip !== undefined && { chip: chipOf(chip) }) },
  }),
  rows: ({ profile: { chip } }) =>
    chip === undefined ? [] : [{ table: profiles, where: { chip } }],
  decide: ({ pet, profile }, [holder], _counts, at): Decision<PetArrived> => {
    const { chip = '', petId } = rowOf(profiles, holder) ?? {}
    if (petId !== undefined) return refuse(chipTaken(chip, petId))
    const updatedAt = dateTimeText(at)
    const withProfile = (written: readonly Stored[]) =>
      insert(profiles, { petId: createdId(written).id, ...profile, photos: [], updatedAt })
    return {
      writes: [
        insert(pets, arriving(pet, at)),
        ...(Object.keys(profile).length === 0 ? [] : [withProfile]),
      ],
      result: (written) => ({ outcome: 'arrived', petId: createdId(written).id }),
    }
  },
})

/** Changes fields of a profile, and makes the profile if it has none. */
export const profileUpdate = defineChange({
  kind: 'profile.update',
  parts: (
    petId: bigint,
    { chip, ...patch }: ProfilePatch,
    precondition: Precondition,
    now: number,
  ) => ({
    petId,
    patch: { ...patch, ...(chip !== undefined && { chip: chip && chipOf(chip) }) },
    precondition,
    now,
  }),
  rows: ({ petId: id, patch: { chip } }) => [
    { table: pets, id },
    { table: profiles, id },
    ...(typeof chip === 'string' ? [{ table: profiles, where: { chip } }] : []),
  ],
  decide: ({ petId, patch, precondition, now }, [pet, found, holder]): Decision<Updated> => {
    if (pet === undefined) return refuse(petNotFound(petId))
    const before = found ?? emptyProfile(petId)
    const fault = unmet(`The profile of the animal ${petId}`, precondition, before)
    if (fault !== undefined) return refuse(fault)
    // The rows are of the table that was read.
    const { chip, petId: other } = (holder?.row ?? before.row) as ProfileRow
    if (chip !== undefined && other !== petId) return refuse(chipTaken(chip, other))
    const { facts, ...rest } = patch
    const merged = facts && mergedMap((before.row as ProfileRow).facts, facts)
    const count = Object.keys(merged ?? {}).length
    if (count > maxFacts) return refuse(tooManyFacts(count))
    const changed = { ...rest, ...(merged !== undefined && { facts: merged }) }
    const isSame = changedFields(before.row, { fields: changed }) === undefined
    const fields = { ...changed, updatedAt: dateTimeText(now) }
    const given = Object.entries(fields).filter(([, value]) => value !== null)
    // Without null, it is a row.
    const row = { ...before.row, ...Object.fromEntries(given) } as ProfileRow
    const write = found === undefined ? insert(profiles, row) : update(profiles, petId, fields)
    return { writes: isSame ? [] : [write], result: updatedRow(before) }
  },
})

const tooManyFacts = (count: number): Refusal =>
  refusal(
    'invalid_body',
    `With these facts the profile would have ${count}, but may have ${maxFacts}; remove others with null.`,
  )
