import type { ChangeOptions, PageOptions, ReadOptions } from './calls.ts'
import type { List } from './page.ts'
import type { Reply } from './reply.ts'
import type { CallSender } from './sender.ts'
import type { Int64Input, Profile, ProfilePatch } from './types.ts'

/** The options of a list of profiles. At most one filter may be given. */
export type ProfileListOptions = PageOptions & {
  /** The profile of this animal, or the profiles of these animals in this order: at most 100. */
  readonly petId?: Int64Input | readonly Int64Input[] | undefined
  /** Only profiles with exactly this species. */
  readonly species?: string | undefined
  /** Only profiles with this sex. */
  readonly sex?: 'female' | 'male' | 'unknown' | undefined
  /** Only profiles with exactly this location. */
  readonly location?: string | undefined
  /** Only the profile with this chip, ignoring case. */
  readonly chip?: string | undefined
}

/**
 * What the store records about each animal. Every animal has a profile, even if it is empty.
 *
 * Each call may throw a `PetStoreError`, or a TypeError if an id is a number that is not a safe integer.
 */
export class Profiles {
  readonly #sender: CallSender

  /** @internal */
  constructor(sender: CallSender) {
    this.#sender = sender
  }

  /**
   * Lists the profiles of the animals in `petId`, or without it the profiles that somebody filled in: `await` gives
   * the first page, `for await` every profile.
   */
  list(options?: ProfileListOptions): List<Profile> {
    return this.#sender.list('/profiles', options)
  }

  /** Gets the profile of an animal. @throws PetStoreError, a `NotFoundError` if there is no such animal */
  get(petId: Int64Input, options?: ReadOptions): Reply<Profile> {
    return this.#sender.reply({ operation: 'GET /pets/{petId}/profile', id: petId, options })
  }

  /**
   * Changes the given fields and returns the updated profile.
   *
   * @throws PetStoreError, among them a `ConflictError` with `chip_taken` if another animal has the chip, a
   * `PreconditionError` if `ifMatch` does not match
   */
  update(petId: Int64Input, patch: ProfilePatch, options?: ChangeOptions): Reply<Profile> {
    const operation = 'PATCH /pets/{petId}/profile'
    return this.#sender.reply({ operation, id: petId, body: patch, options })
  }
}
