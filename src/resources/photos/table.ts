import { Bytes, Type } from '../../base/schema/type.ts'
import type { Table } from '../../base/data/table.ts'
import { Int64 } from '../../kit/fields.ts'
import { Photo, type PhotoSize } from '../profiles/photo.ts'

const { id, petId, createdAt } = Photo.properties

/** What an event tells of a photo: not where its files are, since they may be gone by then. */
export const PhotoSummary = Type.Object({ id, petId, createdAt }, { description: 'The photo.' })

/** The photos that exist. All else of a photo is in the profile of its animal, so that one row draws a card. */
export const photos = {
  name: 'photos',
  schema: PhotoSummary,
  // 128 random bits, in hexadecimal digits.
  hidden: Type.Object({ token: Type.String() }),
  id: 'assigned',
  filters: [['petId'], ['token']],
  belongsTo: { pets: 'petId' },
  events: {
    name: 'photo',
    types: ['photo.created', 'photo.deleted'],
    type: (before) => (before === undefined ? 'photo.created' : 'photo.deleted'),
    schema: PhotoSummary,
    topics: { petId: 'petId' },
  },
} as const satisfies Table

const maxFileBytes = 16 * 1024 * 1024

/** The files of one size. Each size has a table, so that a small one is read without the others. */
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
