import { int64Text, stringifyExact } from './exact-json.ts'
import { Page, PetList } from './page.ts'
import type { Transport } from './transport.ts'
import type { Int64Input, NewPet, Pet, PetStatus } from './types.ts'

/** The options of every call. */
export type CallOptions = {
  /** Ends the call with its reason, as the client's own `signal` does. */
  readonly signal?: AbortSignal | undefined
}

/** The options of a list. */
export type ListOptions = CallOptions & {
  /** Only animals with this status. */
  readonly status?: PetStatus | undefined
  /**
   * Animals in a page, 1 to 100. The default is the service's 20. If you iterate over all pages,
   * the default is 100, which spends a fifth of the quota.
   */
  readonly limit?: number | undefined
}

/** The options of a create. */
export type CreateOptions = CallOptions & {
  /**
   * Identifies this create, so that the service does it once, however often the client sends it: 1
   * to 255 visible ASCII characters. By default the client makes a new one, which covers the
   * retries of this call. Give your own to cover a restart of your program too (the service
   * remembers it for 24 hours).
   */
  readonly idempotencyKey?: string | undefined
}

/** The animals of the store. */
export class Pets {
  readonly #transport: Transport

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Adds an animal and returns it with the `id` that the service assigned. However often the client
   * must send the request, the service makes one animal.
   *
   * @throws PetStoreError; TypeError if `categoryId` is a number that is not a safe integer
   */
  async create(newPet: NewPet, options: CreateOptions = {}): Promise<Pet> {
    const { idempotencyKey = randomKey(), signal } = options
    if (!/^[\x21-\x7e]{1,255}$/.test(idempotencyKey)) {
      throw new TypeError('idempotencyKey must be 1 to 255 visible ASCII characters.')
    }
    const { body } = await this.#transport.send({
      operation: 'POST /pets',
      method: 'POST',
      path: '/pets',
      body: stringifyExact(newPet),
      idempotencyKey,
      signal,
    })
    return body as Pet
  }

  /**
   * Lists animals, ascending by `id`: `await` gives the first page, `for await` every animal of
   * every page. You get every animal that exists throughout exactly once, even if others are added
   * meanwhile.
   *
   * @throws PetStoreError when you await it or iterate over it
   */
  list(options: ListOptions = {}): PetList {
    const { status, limit, signal } = options
    return new PetList(async (iterating) => {
      const query = new URLSearchParams()
      if (status !== undefined) query.set('status', status)
      if (limit !== undefined || iterating) query.set('limit', String(limit ?? 100))
      return await this.#page(query.size > 0 ? `?${query}` : '', signal)
    })
  }

  /**
   * Gets one animal.
   *
   * @deprecated since 2026-11-20, to be removed on 2030-12-05. From then on it throws a
   * `NotFoundError` with `operation_removed`. Use `list` with a `status` instead.
   * @throws PetStoreError, a `NotFoundError` if there is no such animal; TypeError if `id` is a
   * number that is not a safe integer
   */
  async get(id: Int64Input, options: CallOptions = {}): Promise<Pet> {
    const { body } = await this.#transport.send({
      operation: 'GET /pets/{petId}',
      method: 'GET',
      path: `/pets/${int64Text('id', id)}`,
      signal: options.signal,
    })
    return body as Pet
  }

  /** Uses only the query of a `next` link, so the API key is sent only to the base address. */
  async #page(query: string, signal: AbortSignal | undefined): Promise<Page> {
    const { body, next } = await this.#transport.send({
      operation: 'GET /pets',
      method: 'GET',
      path: `/pets${query}`,
      signal,
    })
    return new Page(
      body as readonly Pet[],
      next === undefined ? undefined : async () => await this.#page(next, signal),
    )
  }
}

/** 128 random bits; `crypto.randomUUID` is missing from pages that came without TLS. */
const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
