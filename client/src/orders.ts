import type { ChangeOptions, CreateOptions, PageOptions, ReadOptions } from './calls.ts'
import type { List } from './page.ts'
import type { Reply } from './reply.ts'
import type { CallSender } from './sender.ts'
import type { Int64Input, Inventory, NewOrder, Order, OrderPatch, OrderStatus } from './types.ts'

/** The options of a list of orders. With several filters, an order must match all of them. */
export type OrderListOptions = PageOptions & {
  /** Only orders with this status, or one of these. */
  readonly status?: OrderStatus | readonly OrderStatus[] | undefined
  /** Only orders for this animal, or one of these: at most 20. */
  readonly petId?: Int64Input | readonly Int64Input[] | undefined
  /** Only orders for this contact. Not allowed with `petId` or `reference`. */
  readonly contactId?: Int64Input | undefined
  /** Only orders with exactly this reference. */
  readonly reference?: string | undefined
  /** Only orders that are `placed` and expire before this time, the earliest first. */
  readonly expiresBefore?: Date | string | undefined
  /** `-id` for the newest first. */
  readonly sort?: '-id' | undefined
}

/**
 * The orders of the store. An order holds one animal, and the animal's status follows the order.
 *
 * Each call may throw a `PetStoreError`, or a TypeError if an id is a number that is not a safe integer, a filter
 * is an empty list, or a `Date` is invalid.
 */
export class Orders {
  readonly #sender: CallSender

  /** @internal */
  constructor(sender: CallSender) {
    this.#sender = sender
  }

  /**
   * Places an order, which holds an animal that is `available`. If several callers want the same animal, only one
   * gets it. The service places the order only once, however often the client has to retry.
   *
   * @throws PetStoreError, among them a `ConflictError` with `pet_not_available` or `order_limit_reached`
   */
  place(newOrder: NewOrder, options?: CreateOptions): Reply<Order> {
    return this.#sender.reply({ operation: 'POST /store/orders', body: newOrder, options })
  }

  /**
   * Lists orders, whoever placed them, ascending by `id` unless `sort` says otherwise: `await` gives
   * the first page, `for await` every order.
   */
  list(options?: OrderListOptions): List<Order> {
    return this.#sender.list('/store/orders', options)
  }

  /** Gets one order. @throws PetStoreError, a `NotFoundError` if there is no such order */
  get(id: Int64Input, options?: ReadOptions): Reply<Order> {
    return this.#sender.reply({ operation: 'GET /store/orders/{orderId}', id, options })
  }

  /**
   * Changes the given fields and returns the updated order. The status of its animal changes with it, atomically:
   * `delivered` makes it `sold`; `cancelled` and `returned` make it `available`.
   *
   * @throws PetStoreError, among them a `NotFoundError`, a `ConflictError` if this change of status is not allowed,
   * a `PreconditionError` if `ifMatch` does not match
   */
  update(id: Int64Input, patch: OrderPatch, options?: ChangeOptions): Reply<Order> {
    const operation = 'PATCH /store/orders/{orderId}'
    return this.#sender.reply({ operation, id, body: patch, options })
  }

  /**
   * Deletes an order for good. Deleting a `placed` order releases its animal.
   *
   * @throws PetStoreError, among them a `NotFoundError`, a `ConflictError` if the order is `approved` or `delivered`
   */
  delete(id: Int64Input, options?: ChangeOptions): Reply<void> {
    return this.#sender.reply({ operation: 'DELETE /store/orders/{orderId}', id, options })
  }

  /** Counts the animals of each status, exactly, at one point in time. */
  inventory(options?: ReadOptions): Reply<Inventory> {
    return this.#sender.reply({ operation: 'GET /store/inventory', options })
  }
}
