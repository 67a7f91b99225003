/** An animal as a client orders it. Its name is its own, so that it can be told from all others. */
export type Order = {
  readonly name: string
  readonly categoryId: bigint
  readonly status: 'available' | 'pending' | 'sold'
  /** Undefined for an order that is never sent again. */
  readonly idempotencyKey: string | undefined
}

export const bodyOf = ({ name, categoryId, status }: Order): string =>
  `{"name":${JSON.stringify(name)},"categoryId":${categoryId},"status":"${status}"}`

/** Differences between the store and what clients were told. Each must stay 0. */
export type Faults = {
  lost: number
  duplicated: number
  altered: number
  /** Shown, though a client was told that nothing was changed, or that there is no such animal. */
  returned: number
}

/** Compares the store with the requests of clients and their answers. */
export class Ledger {
  readonly faults: Faults = { lost: 0, duplicated: 0, altered: 0, returned: 0 }
  readonly #sent = new Map<string, Order>()
  /** The answers that clients got, by name. */
  readonly #told = new Map<string, string>()
  /** What the store showed, by name. */
  readonly #shown = new Map<string, string>()
  readonly #inDoubt = new Map<string, Order>()
  /** Names of animals that a client knows not to be there. */
  readonly #absent = new Set<string>()
  #fresh: string[] = []

  sending(order: Order): void {
    this.#absent.delete(order.name)
    this.#sent.set(order.name, order)
    this.#inDoubt.set(order.name, order)
  }

  /** @param text the body of a 201 */
  acknowledged({ name }: Order, text: string): void {
    const before = this.#told.get(name) ?? this.#shown.get(name)
    if (before !== undefined && before !== text) this.faults.duplicated += 1
    this.#told.set(name, text)
    this.#inDoubt.delete(name)
    this.#fresh.push(name)
  }

  /** An answer said that nothing was changed, or that there is no such animal. */
  refused({ name }: Order): void {
    this.#inDoubt.delete(name)
    this.#absent.add(name)
  }

  /** Orders without an answer; those that can be sent again. */
  takeInDoubt(): readonly Order[] {
    const orders = [...this.#inDoubt.values()]
    this.#inDoubt.clear()
    return orders.filter(({ idempotencyKey }) => idempotencyKey !== undefined)
  }

  /** @param text an animal as a page of the list has it */
  shown(text: string): void {
    const name = String(JSON.parse(text).name)
    const order = this.#sent.get(name)
    const body = order === undefined ? undefined : bodyOf(order)
    if (text.replace(/^\{"id":\d+,/, '{') !== body) this.faults.altered += 1
    if (this.#absent.has(name)) this.faults.returned += 1
    const before = this.#shown.get(name)
    if (before !== undefined && before !== text) this.faults.duplicated += 1
    this.#shown.set(name, text)
  }

  /** Counts what clients were told since the last call and the store does not show. */
  settle(): void {
    for (const name of this.#fresh) {
      if (this.#shown.get(name) !== this.#told.get(name)) this.faults.lost += 1
    }
    this.#fresh = []
  }

  /** Forgets what the store has shown, so that everything is compared again. */
  startOver(): void {
    this.#shown.clear()
    this.#fresh = [...this.#told.keys()]
  }

  get acknowledgedCount(): number {
    return this.#told.size
  }

  get keyedCount(): number {
    return [...this.#shown.keys()].filter((name) => this.#sent.get(name)?.idempotencyKey).length
  }
}
