import { Reply, type WithResponse } from './reply.ts'
import type { Pet } from './types.ts'

/** A page of a list. Iterating over it continues through all later pages. */
export class Page<Item = Pet> implements AsyncIterable<Item> {
  /** The items of this page, at most as many as the `limit` of the list. */
  readonly items: readonly Item[]
  /**
   * The cursor of the next page. Pass it as the `cursor` of a list to continue there, also in another process.
   * Undefined if this is the last page; the log of events has no last one.
   */
  readonly nextCursor: string | undefined
  readonly #next: (() => Promise<Page<Item>>) | undefined

  /** @internal */
  constructor(items: readonly Item[], nextCursor?: string, next?: () => Promise<Page<Item>>) {
    this.items = items
    this.nextCursor = nextCursor
    this.#next = next
  }

  /** The same as `items`, under its only name in version 1.0.0. */
  get pets(): readonly Item[] {
    return this.items
  }

  /** Whether there is a page after this one. */
  get hasNext(): boolean {
    return this.#next !== undefined
  }

  /** Fetches the page after this one, or returns `undefined` if this is the last. */
  async next(): Promise<Page<Item> | undefined> {
    return await this.#next?.()
  }

  /** Every item, page after page. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    yield* this.items
    for (let page = await this.next(); page !== undefined; page = await page.next()) {
      yield* page.items
    }
  }
}

/** Begins an endless iteration. `next` returns the page after the given one. */
export type Follow<Item> = () => Promise<{
  next(page: Page<Item>): Promise<Page<Item>>
  end(): void
}>

/**
 * A list that is fetched on demand. Await it for its first page, or iterate over it (`for await`) for every item of
 * every page. The client sends nothing before that.
 */
export class List<Item = Pet> extends Reply<Page<Item>> implements AsyncIterable<Item> {
  override readonly [Symbol.toStringTag]: string = 'List'
  readonly #fetch: (iterating: boolean) => Promise<WithResponse<Page<Item>>>
  readonly #start: string | undefined
  readonly #follow: Follow<Item> | undefined
  #cursor: string | undefined

  /** @internal */
  constructor(
    fetch: (iterating: boolean) => Promise<WithResponse<Page<Item>>>,
    start: string | undefined,
    follow?: Follow<Item>,
  ) {
    super(() => fetch(false))
    this.#fetch = fetch
    this.#follow = follow
    this.#start = start
    this.#cursor = start
  }

  /**
   * The cursor of the page that an iteration is on, or could not fetch; undefined for the first page. A list with
   * the same filters and this `cursor` continues there. It misses nothing. It repeats items only if your own
   * program stopped in the middle of a page.
   */
  get cursor(): string | undefined {
    return this.#cursor
  }

  /** Each page in turn. */
  async *pages(): AsyncGenerator<Page<Item>, void, undefined> {
    this.#cursor = this.#start
    const follower = await this.#follow?.()
    try {
      let page: Page<Item> | undefined = (await this.#fetch(true)).data
      while (page !== undefined) {
        yield page
        this.#cursor = page.nextCursor ?? this.#cursor
        page = await (follower ?? page).next(page)
      }
    } finally {
      follower?.end()
    }
  }

  /** Every item, page after page. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const page of this.pages()) yield* page.items
  }
}
