import type { ChangeOptions, CreateOptions, ReadOptions } from './calls.ts'
import type { Reply } from './reply.ts'
import type { CallSender } from './sender.ts'
import type { Int64Input, Photo, PhotoPatch } from './types.ts'

/**
 * The photos of the animals, each in three sizes.
 *
 * Each call may throw a `PetStoreError`, or a TypeError if an id is a number that is not a safe integer.
 */
export class Photos {
  readonly #sender: CallSender

  /** @internal */
  constructor(sender: CallSender) {
    this.#sender = sender
  }

  /** Lists the photos of an animal, in their order. */
  list(petId: Int64Input, options?: ReadOptions): Reply<readonly Photo[]> {
    return this.#sender.reply({ operation: 'GET /pets/{petId}/photos', id: petId, options })
  }

  /**
   * Adds a photo after the animal's other photos and returns it with the URLs of its sizes.
   *
   * @param picture the bytes of an image file: JPEG, PNG, WebP or AVIF, up to 10 MiB
   * @throws PetStoreError, an `InvalidRequestError` with `invalid_image` if it is not such an image, a
   * `ConflictError` with `photo_limit_reached` if the animal has 12 photos
   */
  add(petId: Int64Input, picture: Uint8Array, options?: CreateOptions): Reply<Photo> {
    const operation = 'POST /pets/{petId}/photos'
    return this.#sender.reply({ operation, id: petId, body: picture, options })
  }

  /** Gets one photo. @throws PetStoreError, a `NotFoundError` if there is no such photo */
  get(petId: Int64Input, photoId: Int64Input, options?: ReadOptions): Reply<Photo> {
    const operation = 'GET /pets/{petId}/photos/{photoId}'
    return this.#sender.reply({ operation, id: [petId, photoId], options })
  }

  /**
   * Changes the alternative text of a photo (`alt`), or its place among the animal's photos (`position`).
   *
   * @throws PetStoreError, a `PreconditionError` if `ifMatch` does not match
   */
  update(
    petId: Int64Input,
    photoId: Int64Input,
    patch: PhotoPatch,
    options?: ChangeOptions,
  ): Reply<Photo> {
    const operation = 'PATCH /pets/{petId}/photos/{photoId}'
    return this.#sender.reply({ operation, id: [petId, photoId], body: patch, options })
  }

  /** Deletes a photo for good. @throws PetStoreError, a `NotFoundError` if there is no such photo */
  delete(petId: Int64Input, photoId: Int64Input, options?: ChangeOptions): Reply<void> {
    const operation = 'DELETE /pets/{petId}/photos/{photoId}'
    return this.#sender.reply({ operation, id: [petId, photoId], options })
  }
}
