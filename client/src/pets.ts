import type {
  CallOptions,
  ChangeOptions,
  CreateOptions,
  PageOptions,
  ReadOptions,
} from './calls.ts'
import type { List } from './page.ts'
import type { Reply } from './reply.ts'
import type { CallSender } from './sender.ts'
import type { Int64Input, NewPet, Pet, PetPatch, PetStatus } from './types.ts'

/** The options of a list of animals. With several filters, an animal must match all of them. */
export type ListOptions = PageOptions & {
  /** Only animals with this status. */
  readonly status?: PetStatus | undefined
  /** Only animals of this category. */
  readonly categoryId?: Int64Input | undefined
  /** Only animals whose name begins with this text, ignoring case; ordered by name. */
  readonly name?: string | undefined
  /** Only the animal with this id, or the animals with these ids: at most 100, all on one page. */
  readonly id?: Int64Input | readonly Int64Input[] | undefined
  /** The list begins after the animal with this id. Not allowed with `cursor` or an order by name. */
  readonly after?: Int64Input | undefined
  /** `-id` for the newest first, `name` or `-name` to order by name. */
  readonly sort?: '-id' | 'name' | '-name' | undefined
}

/** The animals of the store. */
export class Pets {
  readonly #sender: CallSender

  /** @internal */
  constructor(sender: CallSender) {
    this.#sender = sender
  }

  /**
   * Adds an animal and returns it with the `id` that the service assigned. The service creates it only once,
   * however often the client has to retry.
   *
   * @throws PetStoreError; TypeError if `categoryId` is a number that is not a safe integer
   */
  create(newPet: NewPet, options?: CreateOptions): Reply<Pet> {
    return this.#sender.reply({ operation: 'POST /pets', body: newPet, options })
  }

  /**
   * Adds up to 100 animals in one request, all or none, and returns them in the order given.
   *
   * @throws PetStoreError, an `InvalidRequestError` that names each fault by its path, like `[3].name`; TypeError
   * if a `categoryId` is a number that is not a safe integer
   */
  createAll(newPets: readonly NewPet[], options?: CreateOptions): Reply<readonly Pet[]> {
    return this.#sender.reply({ operation: 'POST /pets/batch', body: newPets, options })
  }

  /**
   * Lists animals, ascending by `id` unless `sort` says otherwise: `await` gives the first page, `for await` every animal of
   * every page. An animal that exists during the whole iteration appears exactly once, even if others are added during it.
   *
   * @throws PetStoreError when you await it or iterate over it; TypeError if an id is a number that is not a safe integer, or
   * `id` is an empty list
   */
  list(options?: ListOptions): List {
    return this.#sender.list('/pets', options)
  }

  /**
   * Returns the animal with this id, or `undefined` if there is none. The `etag` of the response is the animal's
   * own, so it works as the `ifMatch` of a change.
   *
   * @throws PetStoreError; TypeError if `id` is a number that is not a safe integer
   */
  find(id: Int64Input, options?: ReadOptions): Reply<Pet | undefined> {
    const call = { operation: 'GET /pets', query: { id }, options } as const
    return this.#sender.reply(call, (pets) => (pets as readonly Pet[])[0])
  }

  /**
   * Gets one animal.
   *
   * @deprecated since 2026-11-20, to be removed on 2030-12-05. From then on it throws a
   * `NotFoundError` with `operation_removed`. Use `find` instead.
   * @throws PetStoreError, a `NotFoundError` if there is no such animal; TypeError if `id` is a
   * number that is not a safe integer
   */
  get(id: Int64Input, options?: ReadOptions): Reply<Pet> {
    return this.#sender.reply({ operation: 'GET /pets/{petId}', id, options })
  }

  /**
   * Changes the given fields and returns the updated animal.
   *
   * @throws PetStoreError, among them a `NotFoundError`, a `ConflictError` if this change of status is not allowed,
   * a `PreconditionError` if `ifMatch` does not match; TypeError if an id is a number that is not a safe integer
   */
  update(id: Int64Input, patch: PetPatch, options?: ChangeOptions): Reply<Pet> {
    return this.#sender.reply({ operation: 'PATCH /pets/{petId}', id, body: patch, options })
  }

  /**
   * Makes the same change to up to 100 animals in one request, all or none, and returns them in the order of `ids`.
   *
   * @throws PetStoreError, a `NotFoundError` or a `ConflictError` that names every animal that cannot be changed;
   * TypeError if an id is a number that is not a safe integer
   */
  updateAll(
    ids: readonly Int64Input[],
    patch: PetPatch,
    options?: CallOptions,
  ): Reply<readonly Pet[]> {
    return this.#sender.reply({ operation: 'PATCH /pets/batch', body: { ids, patch }, options })
  }

  /**
   * Deletes an animal for good.
   *
   * @throws PetStoreError, among them a `NotFoundError`, a `PreconditionError` if `ifMatch` does not match;
   * TypeError if `id` is a number that is not a safe integer
   */
  delete(id: Int64Input, options?: ChangeOptions): Reply<void> {
    return this.#sender.reply({ operation: 'DELETE /pets/{petId}', id, options })
  }
}
