import type { Static } from 'typebox'
import { Type } from '../../base/schema/type.ts'
import { Int64 } from '../../kit/fields.ts'
import { mergePatch } from '../../kit/merge-patch.ts'
import { Photo, photoFields } from '../profiles/photo.ts'

/** The most bytes of a picture that somebody sends. */
export const maxPhotoBytes = 10 * 1024 * 1024

export const PhotoPatch = mergePatch(Photo, photoFields, {
  title: 'PhotoPatch',
  description:
    'What is to change of a photo (a merge patch, RFC 7396). What is left out stays as it is. `null` removes `alt`. A `position` behind the last photo is that of the last.',
  'x-service-assigned': ['id', 'petId', 'width', 'height', 'createdAt', 'urls'],
})
export type PhotoPatch = Static<typeof PhotoPatch>

export const PhotoParams = Type.Object({
  petId: Int64('Identifier of the animal.', 1n),
  photoId: Int64('Identifier of the photo.', 7n),
})
