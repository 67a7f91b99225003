import type { Static } from 'typebox'
import { Component, Type } from '../../base/schema/type.ts'
import { Count, DateTime, inRow, Int32, Int64, Line } from '../../kit/fields.ts'
import { PetId } from '../pets/pet.ts'

export const maxPhotos = 12

/** The sizes of a photo, and the greatest width of each, in pixels; the widest first. */
export const photoSizes = { full: 2_048, card: 640, thumbnail: 160 } as const
export type PhotoSize = keyof typeof photoSizes

const url = (size: PhotoSize) =>
  Type.String({
    description: `The URL of the photo as WebP, ${photoSizes[size]} pixels wide at most. Anybody who has the URL may read it, until the photo is deleted.`,
    maxLength: 2_000,
    pattern: '^[!-~]+$',
    examples: [`http://127.0.0.1:8080/photos/5f0c9a1e3b7d4c2886a1d0e9f2b3c4d5/${size}.webp`],
  })

/** What a client may change of a photo. */
export const photoFields = {
  alt: Line('What it shows, for people who cannot see it.', 500, 'Tom asleep in a box', 1),
  position: Int32(
    'Its place among the photos of the animal, from 1 on. The first is its face.',
    1,
    maxPhotos,
    1,
  ),
}

export const Photo = Component('Photo', 'A photo of an animal.', {
  id: Int64('Identifier of the photo; ascending from 1, never reused.', 7n),
  petId: PetId,
  alt: Type.Optional(photoFields.alt),
  position: inRow(photoFields.position),
  width: inRow(Count('The width of the largest size, in pixels.', 2_048)),
  height: inRow(Count('Its height.', 1_536)),
  createdAt: DateTime('When it was added.'),
  urls: Type.Object(
    { full: url('full'), card: url('card'), thumbnail: url('thumbnail') },
    { description: 'Where its sizes are.' },
  ),
})
export type Photo = Static<typeof Photo>

export const Photos = Type.Array(Photo, {
  title: 'Photos',
  description: 'The photos of an animal, in their order.',
  maxItems: maxPhotos,
})
