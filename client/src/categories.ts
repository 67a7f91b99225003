import type { ChangeOptions, PageOptions, ReadOptions } from './calls.ts'
import type { List } from './page.ts'
import type { Reply } from './reply.ts'
import type { CallSender } from './sender.ts'
import type { Category, CategoryName, Int64Input } from './types.ts'

/** The options of a call that names a category. */
export type PutOptions = ChangeOptions & {
  /** `*` names a number only if it has no name yet. Else the call throws a `PreconditionError`. */
  readonly ifNoneMatch?: '*' | undefined
}

/**
 * The categories: names for the numbers that animals have as their `categoryId`. You choose the
 * number, and no number needs a name.
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
   * Gets the category that names this number.
   *
   * @throws PetStoreError, a `NotFoundError` if the number has no name; TypeError if `id` is a
   * number that is not a safe integer
   */
  get(id: Int64Input, options?: ReadOptions): Reply<Category> {
    return this.#sender.reply({ operation: 'GET /categories/{categoryId}', id, options })
  }

  /**
   * Gives a number a name, or another name. `withResponse` tells them apart: status 201 or 200.
   *
   * @throws PetStoreError, a `PreconditionError` if `ifMatch` or `ifNoneMatch` does not hold;
   * TypeError if `id` is a number that is not a safe integer
   */
  put(id: Int64Input, name: CategoryName, options?: PutOptions): Reply<Category> {
    const operation = 'PUT /categories/{categoryId}'
    return this.#sender.reply({ operation, id, body: name, options })
  }

  /**
   * Takes the name from a number. Its animals stay as they are.
   *
   * @throws PetStoreError, among them a `NotFoundError`, a `PreconditionError` if `ifMatch` does not
   * hold; TypeError if `id` is a number that is not a safe integer
   */
  delete(id: Int64Input, options?: ChangeOptions): Reply<void> {
    return this.#sender.reply({ operation: 'DELETE /categories/{categoryId}', id, options })
  }
}
