import type { ChangeOptions, PageOptions, ReadOptions } from './calls.ts'
import type { List } from './page.ts'
import type { Reply } from './reply.ts'
import type { CallSender } from './sender.ts'
import type { Category, CategoryName, Int64Input } from './types.ts'

/** The options of `put`. */
export type PutOptions = ChangeOptions & {
  /** With `*`, the call names the number only if it has no name yet. Otherwise it throws a `PreconditionError`. */
  readonly ifNoneMatch?: '*' | undefined
}

/**
 * The categories: names for the numbers that animals have as their `categoryId`. You choose the number, and a
 * number does not need a name.
 */
export class Categories {
  readonly #sender: CallSender

  /** @internal */
  constructor(sender: CallSender) {
    this.#sender = sender
  }

  /**
   * Lists categories, ascending by `id`: `await` gives the first page, `for await` every category.
   *
   * @throws PetStoreError when you await it or iterate over it
   */
  list(options?: PageOptions): List<Category> {
    return this.#sender.list('/categories', options)
  }

  /**
   * Returns the category with this number.
   *
   * @throws PetStoreError, a `NotFoundError` if the number has no name; TypeError if `id` is a number that is not a
   * safe integer
   */
  get(id: Int64Input, options?: ReadOptions): Reply<Category> {
    return this.#sender.reply({ operation: 'GET /categories/{categoryId}', id, options })
  }

  /**
   * Names a number, or renames it. `withResponse` tells the two apart: status 201 for a first name, 200 for another one.
   *
   * @throws PetStoreError, a `PreconditionError` if `ifMatch` or `ifNoneMatch` is not fulfilled; TypeError if `id` is a
   * number that is not a safe integer
   */
  put(id: Int64Input, name: CategoryName, options?: PutOptions): Reply<Category> {
    const operation = 'PUT /categories/{categoryId}'
    return this.#sender.reply({ operation, id, body: name, options })
  }

  /**
   * Removes the name of a number. Animals with this `categoryId` stay as they are.
   *
   * @throws PetStoreError, among them a `NotFoundError`, a `PreconditionError` if `ifMatch` does not match;
   * TypeError if `id` is a number that is not a safe integer
   */
  delete(id: Int64Input, options?: ChangeOptions): Reply<void> {
    return this.#sender.reply({ operation: 'DELETE /categories/{categoryId}', id, options })
  }
}
