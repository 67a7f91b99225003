import type { Resource } from '../../kit/resource.ts'
import { photoCreate, photoRemove, photoUpdate } from './changes.ts'
import { addPhoto, deletePhoto, files, getPhoto, listPhotos, updatePhoto } from './operations.ts'
import { photoFiles, photos as table } from './table.ts'

/** The photos of the animals, and their files. */
export const photos: Resource = {
  name: 'photos',
  description: 'The photos of the animals.',
  operations: [listPhotos, addPhoto, getPhoto, updatePhoto, deletePhoto],
  tables: [table, ...Object.values(photoFiles)],
  files: [files],
  rules: [photoCreate, photoUpdate, photoRemove],
}
