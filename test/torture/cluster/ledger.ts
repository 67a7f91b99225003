/** What is not as callers were told. Each must stay 0. */
export type ClusterFaults = {
  /** Animals and orders that a caller was told of, and that are not there. */
  lost: number
  /** Animals that are there twice, or that one request made twice. */
  twice: number
  /** Animals and orders that are not as a caller was told last. */
  altered: number
  /** Times when one animal had two open orders. */
  doubled: number
  /** Times when a node showed an older state than another node had answered with before. */
  stale: number
}

/** What callers were told. */
export class ClusterLedger {
  readonly faults: ClusterFaults = { lost: 0, twice: 0, altered: 0, doubled: 0, stale: 0 }
  /** Changes that were acknowledged. */
  acknowledged = 0
  /** The longest time between two acknowledgements since `startGap`, in milliseconds. */
  gap = 0
  #lastAt = performance.now()
  readonly #pets = new Map<string, string>()
  readonly #orders = new Map<string, string>()
  readonly #holders = new Map<number, string>()

  startGap(): void {
    this.gap = 0
    this.#lastAt = performance.now()
  }

  /** @param name its own, so that it can be told from all others; @param text the animal, as JSON */
  toldPet(name: string, text: string): void {
    this.#count()
    this.#pets.set(name, text)
  }

  /** @param text the order, as JSON */
  toldOrder(text: string): void {
    this.#count()
    this.#orders.set(idOf(text), text)
  }

  /** Somebody got an order for an animal. */
  took(petId: number, reference: string): void {
    if (this.#holders.has(petId)) this.faults.doubled += 1
    this.#holders.set(petId, reference)
  }

  /** Somebody is about to end their order for an animal. */
  leaves(petId: number): void {
    this.#holders.delete(petId)
  }

  /** Compares all that a node shows, while nothing changes. */
  compare(pets: readonly string[], orders: readonly string[]): void {
    const names = new Map<string, string>()
    for (const text of pets) {
      const name = nameOf(text)
      if (names.has(name)) this.faults.twice += 1
      names.set(name, text)
    }
    this.#compare(this.#pets, names)
    this.#compare(this.#orders, new Map(orders.map((text) => [idOf(text), text])))
  }

  #compare(told: ReadonlyMap<string, string>, shown: ReadonlyMap<string, string>): void {
    for (const [id, text] of told) {
      const found = shown.get(id)
      if (found === undefined) this.faults.lost += 1
      else if (found !== text) this.faults.altered += 1
    }
  }

  #count(): void {
    const now = performance.now()
    this.gap = Math.max(this.gap, now - this.#lastAt)
    this.#lastAt = now
    this.acknowledged += 1
  }
}

const nameOf = (text: string): string => String(JSON.parse(text).name)
const idOf = (text: string): string => String(JSON.parse(text).id)
