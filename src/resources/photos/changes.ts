import { type Refusal, refusal } from '../../base/errors/api-error.ts'
import {
  type Decision,
  defineChange,
  insert,
  type Precondition,
  refuse,
  type Refused,
  remove,
  update,
} from '../../base/data/change.ts'
import { rowOf, type Stored } from '../../base/data/table.ts'
import { unmet } from '../../kit/entity-tags.ts'
import { type Removed, removed } from '../../kit/row-changes.ts'
import { petNotFound } from '../pets/changes.ts'
import { pets } from '../pets/table.ts'
import { emptyProfile } from '../profiles/changes.ts'
import { maxPhotos, type Photo, type PhotoSize, photoSizes } from '../profiles/photo.ts'
import { profiles } from '../profiles/table.ts'
import { photoFiles, photos, type PhotoPatch } from './photo.ts'

export const photoNotFound = (petId: bigint, id: bigint): Refusal =>
  refusal('photo_not_found', `The animal ${petId} has no photo with the id ${id}.`)

// The keys of the object are the sizes.
export const sizes = Object.keys(photoSizes) as readonly PhotoSize[]

type NewPhoto = Omit<Photo, 'id' | 'position'> & { readonly token: string }

const inOrder = (order: readonly Photo[]): Photo[] =>
  order.map((photo, at) => ({ ...photo, position: BigInt(at + 1) }))

const photosOf = (profile: Stored | undefined): readonly Photo[] =>
  rowOf(profiles, profile)?.photos ?? []

/** Returns the photo at an index of a written profile, and the version of the profile. */
const photoAt = (profile: Stored | undefined, at: number) => ({
  photo: photosOf(profile)[at] as Photo,
  version: profile?.version ?? 0n,
})

type PhotoWritten<Outcome extends string> =
  | ({ readonly outcome: Outcome } & ReturnType<typeof photoAt>)
  | Refused

export const photoCreate = defineChange({
  kind: 'photo.create',
  parts: (photo: NewPhoto, files: Readonly<Record<PhotoSize, Uint8Array>>) => ({ photo, files }),
  rows: ({ photo: { petId: id } }) => [
    { table: pets, id },
    { table: profiles, id },
  ],
  decide: (
    { photo: { token, ...photo }, files },
    [pet, profile],
  ): Decision<PhotoWritten<'created'>> => {
    const { petId, createdAt } = photo
    if (pet === undefined) return refuse(petNotFound(petId))
    const before = photosOf(profile)
    if (before.length >= maxPhotos) {
      const reached = `The animal ${petId} has ${maxPhotos} photos, and may have no more.`
      return refuse(refusal('photo_limit_reached', `${reached} Delete one first.`))
    }
    // The first write is to a photo.
    const idOf = ([first]: readonly Stored[]) => first?.row['id'] as bigint
    return {
      writes: [
        insert(photos, { petId, createdAt, token }),
        ...sizes.map(
          (size) => (written: readonly Stored[]) =>
            insert(photoFiles[size], { photoId: idOf(written), bytes: files[size] }),
        ),
        (written) => {
          const all = inOrder([...before, { id: idOf(written), ...photo, position: 0n }])
          return profile === undefined
            ? insert(profiles, { ...emptyProfile(petId).row, photos: all })
            : update(profiles, petId, { photos: all })
        },
      ],
      result: (written) => ({ outcome: 'created', ...photoAt(written.at(-1), before.length) }),
    }
  },
})

type Named = { readonly petId: bigint; readonly id: bigint; readonly precondition: Precondition }

const refusalOf = ({ petId, id, precondition }: Named, profile: Stored | undefined) =>
  photosOf(profile).some((photo) => photo.id === id)
    ? unmet(`The photo ${id}`, precondition, profile)
    : photoNotFound(petId, id)

/** Changes the alternative text of a photo, or its position among the others. */
export const photoUpdate = defineChange({
  kind: 'photo.update',
  parts: (change: Named & { readonly patch: PhotoPatch }) => change,
  rows: ({ petId: id }) => [{ table: profiles, id }],
  decide: (change, [profile]): Decision<PhotoWritten<'updated'>> => {
    const refused = refusalOf(change, profile)
    if (refused !== undefined) return refuse(refused)
    const { petId, id, patch } = change
    const before = photosOf(profile)
    const at = before.findIndex((photo) => photo.id === id)
    const to = Math.min(patch.position ?? at + 1, before.length) - 1
    const { alt: former, ...photo } = before[at] as Photo
    const alt = patch.alt === undefined ? former : (patch.alt ?? undefined)
    const changed = { ...photo, ...(alt !== undefined && { alt }) }
    const order = before.toSpliced(at, 1).toSpliced(to, 0, changed)
    return {
      writes: [update(profiles, petId, { photos: inOrder(order) })],
      result: ([after]) => ({ outcome: 'updated', ...photoAt(after, to) }),
    }
  },
})

export const photoRemove = defineChange({
  kind: 'photo.remove',
  parts: (change: Named) => change,
  rows: ({ petId: id }) => [{ table: profiles, id }],
  decide: (change, [profile]): Decision<Removed> => {
    const refused = refusalOf(change, profile)
    if (refused !== undefined) return refuse(refused)
    const { petId, id } = change
    const others = photosOf(profile).filter((photo) => photo.id !== id)
    return {
      writes: [remove(photos, id), update(profiles, petId, { photos: inOrder(others) })],
      result: removed,
    }
  },
})
