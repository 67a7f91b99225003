import { randomBytes } from 'node:crypto'
import { andThen } from '../../base/awaitable.ts'
import { dateTimeText } from '../../base/date-time.ts'
import { readExact } from '../../base/exact-json.ts'
import type { Images, MadeImage } from '../../base/images.ts'
import { Bytes } from '../../base/schema/type.ts'
import { patchBody } from '../../kit/merge-patch.ts'
import { defineOperation } from '../../kit/operation.ts'
import { applyOnce, created, gone } from '../../kit/row-changes.ts'
import { defineResource, type PublicFiles } from '../../kit/resource.ts'
import { PetParams } from '../pets/pet.ts'
import { Photo, Photos, type PhotoSize, photoSizes } from '../profiles/photo.ts'
import { profileOf } from '../profiles/operations.ts'
import { profiles } from '../profiles/table.ts'
import { photoCreate, photoNotFound, photoRemove, photoUpdate, sizes } from './changes.ts'
import { photoFiles, photos, maxPhotoBytes, PhotoParams, PhotoPatch } from './photo.ts'

const onPhotos = {
  showsUrls: true,
  path: '/pets/{petId}/photos',
  params: PetParams,
  unreadableParams: 'pet_not_found',
} as const

const onPhoto = {
  ...onPhotos,
  path: '/pets/{petId}/photos/{photoId}',
  params: PhotoParams,
  unreadableParams: 'photo_not_found',
  isConditional: true,
} as const

export const listPhotos = defineOperation({
  ...onPhotos,
  method: 'GET',
  scope: 'pets:read',
  summary: 'List the photos of an animal',
  description: 'Returns all photos of the animal in their order. Its profile has the same list.',
  answers: { 200: { description: 'Its photos; an empty array if it has none.', schema: Photos } },
  isConditional: true,
  handle: ({ params: { petId } }, { store }) =>
    andThen(profileOf(petId, store), (found) =>
      'code' in found ? found : { status: 200, value: found.row.photos, version: found.version },
    ),
})

export const getPhoto = defineOperation({
  ...onPhoto,
  method: 'GET',
  scope: 'pets:read',
  summary: 'Get one photo',
  description: 'Returns the photo with this identifier, and where its files are.',
  answers: { 200: { description: 'The photo.', schema: Photo } },
  handle: ({ params: { petId, photoId } }, { store }) =>
    andThen(store.find(profiles, petId), (found) => {
      const value = found?.row.photos.find(({ id }) => id === photoId)
      return value === undefined
        ? photoNotFound(petId, photoId)
        : { status: 200, value, version: found?.version }
    }),
})

export const addPhoto = defineOperation({
  ...onPhotos,
  method: 'POST',
  scope: 'pets:write',
  summary: 'Add a photo of an animal',
  description:
    'Adds a photo after the others of the animal. The body is the picture itself. The service decodes it and encodes it again in three sizes: upright, as WebP, without what a camera adds, like its location. An animal has up to 12 photos; a picture up to 50 million pixels.',
  createsOnce: true,
  body: {
    description: 'A picture of up to 10 MiB that is not animated.',
    schema: Bytes(maxPhotoBytes),
    mediaTypes: ['image/jpeg', 'image/png', 'image/webp', 'image/avif'],
  },
  answers: {
    201: { description: 'The photo was added.', schema: Photo, headers: ['Location', 'ETag'] },
  },
  errors: ['invalid_image', 'photo_limit_reached', 'images_not_supported'],
  handle: async ({ params: { petId }, body: bytes, contentType: type, now, act }, ports) => {
    const { store, images } = ports
    const change = await addedPhoto(images, petId, { bytes, type }, now)
    if ('code' in change) return change
    return await applyOnce(store, change, act, ({ photo, version }) => ({
      ...created(photo, { of: getPhoto, params: { petId, photoId: photo.id } }),
      version,
    }))
  },
})

/** Makes the sizes of a picture. Returns the change that adds it to the photos of an animal, or a refusal. */
export const addedPhoto = async (
  images: Images,
  petId: bigint,
  picture: { readonly bytes: Uint8Array; readonly type: string },
  now: number,
) => {
  const made = await images.make({ ...picture, widths: Object.values(photoSizes) })
  if ('code' in made) return made
  // There is one image for each width.
  const [full, card, thumbnail] = made as [MadeImage, MadeImage, MadeImage]
  const token = randomBytes(16).toString('hex')
  const path = (size: PhotoSize): string => `/photos/${token}/${size}.webp`
  const photo = {
    petId,
    token,
    width: BigInt(full.width),
    height: BigInt(full.height),
    createdAt: dateTimeText(now),
    urls: { full: path('full'), card: path('card'), thumbnail: path('thumbnail') },
  }
  return photoCreate(photo, { full: full.bytes, card: card.bytes, thumbnail: thumbnail.bytes })
}

export const updatePhoto = defineOperation({
  ...onPhoto,
  method: 'PATCH',
  scope: 'pets:write',
  summary: 'Change a photo',
  description:
    'Changes the description of a photo for people who cannot see it, or its place (a merge patch, RFC 7396). The other photos keep their order.',
  body: patchBody(PhotoPatch, {
    face: { summary: 'The face of the animal', value: { position: 1 } },
    alt: { value: { alt: 'Tom asleep in a box' } },
  }),
  answers: { 200: { description: 'The photo as it is now.', schema: Photo } },
  handle: async ({ params: { petId, photoId: id }, body: patch, precondition, act }, { store }) => {
    const change = photoUpdate({ petId, id, patch, precondition })
    return await applyOnce(store, change, act, ({ photo: value, version }) => ({
      status: 200,
      value,
      version,
    }))
  },
})

export const deletePhoto = defineOperation({
  ...onPhoto,
  method: 'DELETE',
  scope: 'pets:write',
  summary: 'Delete a photo',
  description: 'Deletes a photo for good. Within a second none of its URLs shows it any more.',
  answers: { 204: { description: 'The photo was deleted.' } },
  handle: async ({ params: { petId, photoId: id }, precondition, act }, { store }) =>
    await applyOnce(store, photoRemove({ petId, id, precondition }), act, gone),
})

const files: PublicFiles = {
  path: '/photos/{token}/{file}',
  find: async ([token = '', file = ''], { store, whole }) => {
    const size = sizes.find((each) => file === `${each}.webp`)
    if (size === undefined || !/^[\da-f]{32}$/.test(token)) return undefined
    const { json } = await store.page(photos, { where: { token }, after: undefined, limit: 1 })
    const [photo] = readExact(json) as ReadonlyArray<{ readonly id: bigint }>
    const found = photo && (await whole.find(photoFiles[size], photo.id))
    return found && { type: 'image/webp', bytes: found.row.bytes }
  },
}

export const photoResource = defineResource({
  name: 'photos',
  description: 'The photos of the animals.',
  operations: { listPhotos, addPhoto, getPhoto, updatePhoto, deletePhoto },
  tables: [photos, ...Object.values(photoFiles)],
  files: [files],
  rules: [photoCreate, photoUpdate, photoRemove],
})
