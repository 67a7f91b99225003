import type { Pet } from './types.ts'

/** A page of animals, ascending by `id`. Iterating over it continues through all later pages. */
export class Page implements AsyncIterable<Pet> {
  /** The animals of this page, at most as many as the `limit` of the list. */
  readonly pets: readonly Pet[]
  readonly #next: (() => Promise<Page>) | undefined

  /** @internal */
  constructor(pets: readonly Pet[], next: (() => Promise<Page>) | undefined) {
    this.pets = pets
    this.#next = next
  }

  /** Whether there is a page after this one. */
  get hasNext(): boolean {
    return this.#next !== undefined
  }

  /** Fetches the page after this one, or gives `undefined` if this is the last. */
  async next(): Promise<Page | undefined> {
    return await this.#next?.()
  }

  /** Every animal, page after page. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Pet, void, undefined> {
    yield* this.pets
    for (let page = await this.next(); page !== undefined; page = await page.next()) {
      yield* page.pets
    }
  }
}

/**
 * A list that is not fetched yet. Await it for its first page, or iterate over it (`for await`) for
 * every animal of every page. Before that the client sends nothing.
 */
export class PetList implements Promise<Page>, AsyncIterable<Pet> {
  readonly [Symbol.toStringTag] = 'PetList'
  readonly #fetch: (iterating: boolean) => Promise<Page>
  #first: Promise<Page> | undefined

  /** @internal */
  constructor(fetch: (iterating: boolean) => Promise<Page>) {
    this.#fetch = fetch
  }

  // oxlint-disable-next-line unicorn/no-thenable -- awaiting it is one of its two uses
  then<Result = Page, Failure = never>(
    onPage?: ((page: Page) => Result | PromiseLike<Result>) | null,
    onFailure?: ((reason: unknown) => Failure | PromiseLike<Failure>) | null,
  ): Promise<Result | Failure> {
    this.#first ??= this.#fetch(false)
    return this.#first.then(onPage, onFailure)
  }

  catch<Failure = never>(
    onFailure?: ((reason: unknown) => Failure | PromiseLike<Failure>) | null,
  ): Promise<Page | Failure> {
    return this.then(undefined, onFailure)
  }

  finally(onSettled?: (() => void) | null): Promise<Page> {
    return this.then((page) => page).finally(onSettled)
  }

  /** Each page in turn. */
  async *pages(): AsyncGenerator<Page, void, undefined> {
    let page: Page | undefined = await this.#fetch(true)
    while (page !== undefined) {
      yield page
      page = await page.next()
    }
  }

  /** Every animal, page after page. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Pet, void, undefined> {
    for await (const page of this.pages()) yield* page.pets
  }
}
