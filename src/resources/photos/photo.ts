import { plainTypes, type Table } from '../../base/data/table.ts'
import type { Static } from 'typebox'
import { Type, Bytes } from '../../base/schema/type.ts'
import { Int64 } from '../../kit/fields.ts'
import { mergePatch } from '../../kit/merge-patch.ts'
import { PetId } from '../pets/pet.ts'
import { Photo, photoFields, type PhotoSize } from '../profiles/photo.ts'

/** The most bytes of an uploaded picture. */
export const maxPhotoBytes = 10 * 1024 * 1024

export const PhotoPatch = mergePatch(
  'PhotoPatch',
  'The changes to a photo (a merge patch, RFC 7396). What is left out is not changed. `null` removes `alt`. A `position` after the last photo means the last.',
  Photo,
  photoFields,
  { assigned: ['id', 'petId', 'width', 'height', 'createdAt', 'urls'] },
)
export type PhotoPatch = Static<typeof PhotoPatch>

export const PhotoParams = Type.Object({
  petId: PetId,
  photoId: Int64('Identifier of the photo.', 7n),
})

const { id, petId, createdAt } = Photo.properties

/** What an event shows of a photo, without the URLs of its files, which may be gone by then. */
export const PhotoSummary = Type.Object({ id, petId, createdAt }, { description: 'The photo.' })

/** The existing photos. Everything else about them is in the animal's profile, so that a card needs only one row. */
export const photos = {
  name: 'photos',
  schema: PhotoSummary,
  // 128 random bits, in hexadecimal digits.
  hidden: Type.Object({ token: Type.String() }),
  id: 'assigned',
  filters: [['petId'], ['token']],
  belongsTo: { pets: 'petId' },
  events: {
    ...plainTypes('photo'),
    types: ['photo.created', 'photo.deleted'],
    schema: PhotoSummary,
    topics: { petId: 'petId' },
  },
} as const satisfies Table

const maxFileBytes = 16 * 1024 * 1024

/** The files of one size. Each size has its own table, so that a small file is read without the others. */
const filesOf = <Name extends string>(name: Name, words: string) =>
  ({
    name,
    words,
    schema: Type.Object({ photoId: Int64('Identifier of the photo.', 7n) }),
    hidden: Type.Object({ bytes: Bytes(maxFileBytes) }),
    id: 'chosen',
    idField: 'photoId',
    filters: [],
    belongsTo: { photos: 'photoId' },
  }) as const satisfies Table

export const photoFiles = {
  full: filesOf('photo_fulls', 'photos in full'),
  card: filesOf('photo_cards', 'photos for cards'),
  thumbnail: filesOf('photo_thumbnails', 'thumbnails'),
} as const satisfies Record<PhotoSize, Table>
