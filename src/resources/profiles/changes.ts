import { dateTimeText } from '../../base/date-time.ts'
import { type Refusal, refusal } from '../../base/errors/api-error.ts'
import {
  changedFields,
  type Decision,
  defineChange,
  insert,
  type Precondition,
  refuse,
  type Refused,
  update,
} from '../../base/data/change.ts'
import { rowOf, type Stored } from '../../base/data/table.ts'
import { unmet } from '../../kit/entity-tags.ts'
import { mergedMap } from '../../kit/merge-patch.ts'
import { createdId, type Updated, updatedRow } from '../../kit/row-changes.ts'
import { arriving, petNotFound } from '../pets/changes.ts'
import type { NewPet } from '../pets/pet.ts'
import { pets } from '../pets/table.ts'
import { maxFacts, type NewProfile, type Profile, type ProfilePatch } from './profile.ts'
import { type ProfileRow, profiles } from './table.ts'

/** Returns the profile of an animal without recorded data, and its version. */
export const emptyProfile = (
  petId: bigint,
): { readonly row: Profile; readonly version: bigint } => ({
  row: { petId, photos: [] },
  version: 0n,
})

/** Normalises a chip for storage, so that look-ups ignore case. */
export const chipOf = (typed: string): string => typed.toUpperCase()

export const chipTaken = (chip: string, petId: bigint): Refusal =>
  refusal(
    'chip_taken',
    `The animal ${petId} has the chip ${chip}, and no two animals share a chip.`,
  )

type PetsArrived =
  | { readonly outcome: 'arrived'; readonly ids: readonly bigint[] }
  | (Refused & { readonly chip: string })

/** An animal to add, and its profile, which may be empty. */
export type Arrival = { readonly pet: NewPet; readonly profile: NewProfile }

/** Adds up to a few hundred animals with their profiles, in one transaction. No two of them may have the same chip. */
export const petsArrive = defineChange({
  kind: 'pets.arrive',
  parts: (arrivals: readonly Arrival[]) => ({
    rows: 2 * arrivals.length,
    arrivals: arrivals.map(({ pet, profile: { chip, ...profile } }) => ({
      pet,
      profile: { ...profile, ...(chip !== undefined && { chip: chipOf(chip) }) },
    })),
  }),
  rows: ({ arrivals }) =>
    arrivals.flatMap(({ profile: { chip } }) =>
      chip === undefined ? [] : [{ table: profiles, where: { chip } }],
    ),
  decide: ({ arrivals }, found, _counts, at): Decision<PetsArrived> => {
    const { chip = '', petId: holder } = rowOf(profiles, found.find(Boolean)) ?? {}
    if (holder !== undefined)
      return { refused: { outcome: 'refused', refusal: chipTaken(chip, holder), chip } }
    const updatedAt = dateTimeText(at)
    // The animals are written first.
    const idsOf = (written: readonly Stored[]) =>
      written.slice(0, arrivals.length).map((each) => createdId([each]).id)
    return {
      writes: [
        ...arrivals.map(({ pet }) => insert(pets, arriving(pet, at))),
        ...arrivals.flatMap(({ profile }, place) =>
          Object.keys(profile).length === 0
            ? []
            : (written: readonly Stored[]) => {
                const petId = createdId(written.slice(place, place + 1)).id
                return insert(profiles, { petId, ...profile, photos: [], updatedAt })
              },
        ),
      ],
      result: (written) => ({ outcome: 'arrived', ids: idsOf(written) }),
    }
  },
})

/** Changes fields of a profile, and creates the profile if there is none. */
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
    if (count > maxFacts) {
      const many = `With these facts the profile would have ${count}, but may have ${maxFacts}`
      return refuse(refusal('invalid_body', `${many}; remove others with null.`))
    }
    const changed = { ...rest, ...(merged !== undefined && { facts: merged }) }
    const isSame = changedFields(before.row, { fields: changed }) === undefined
    const fields = { ...changed, updatedAt: dateTimeText(now) }
    const given = Object.entries(fields).filter(([, value]) => value !== null)
    // Without null values, it is a row.
    const row = { ...before.row, ...Object.fromEntries(given) } as ProfileRow
    const write = found === undefined ? insert(profiles, row) : update(profiles, petId, fields)
    return { writes: isSame ? [] : [write], result: updatedRow(before) }
  },
})
