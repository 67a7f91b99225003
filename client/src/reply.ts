import { NotModifiedError } from './errors.ts'
import type { RateLimit } from './types.ts'

/** The result of a call, with the rest of the response. */
export type WithResponse<T> = {
  /** The result of the call, as awaiting it returns. */
  readonly data: T
  /** The HTTP status code. */
  readonly status: number
  readonly headers: Headers
  /** The ETag of the response, with its quotes, for `ifMatch` and `ifNoneMatch`. */
  readonly etag: string | undefined
  /** The id of the request, by which the operator finds it in the log. */
  readonly requestId: string | undefined
  /** The quota that the response reported. */
  readonly rateLimit: RateLimit | undefined
}

/** A call. Await it for its result, or call `withResponse` to get the headers of the response too. */
export class Reply<T> implements Promise<T> {
  readonly [Symbol.toStringTag]: string = 'Reply'
  readonly #send: () => Promise<WithResponse<T>>
  #answer: Promise<WithResponse<T>> | undefined

  /** @internal */
  constructor(send: () => Promise<WithResponse<T>>) {
    this.#send = send
  }

  /** Returns the result with the status, headers, ETag, request id and quota of the response. */
  withResponse(): Promise<WithResponse<T>> {
    return (this.#answer ??= this.#send())
  }

  /** Returns the same, or `undefined` if the service has nothing newer than the `ifNoneMatch` of the call (304). */
  async ifModified(): Promise<WithResponse<T> | undefined> {
    try {
      return await this.withResponse()
    } catch (error) {
      if (error instanceof NotModifiedError) return undefined
      throw error
    }
  }

  // oxlint-disable-next-line unicorn/no-thenable -- awaiting it is its first use
  then<Result = T, Failure = never>(
    onData?: ((data: T) => Result | PromiseLike<Result>) | null,
    onFailure?: ((reason: unknown) => Failure | PromiseLike<Failure>) | null,
  ): Promise<Result | Failure> {
    return this.withResponse()
      .then(({ data }) => data)
      .then(onData, onFailure)
  }

  catch<Failure = never>(
    onFailure?: ((reason: unknown) => Failure | PromiseLike<Failure>) | null,
  ): Promise<T | Failure> {
    return this.then(undefined, onFailure)
  }

  finally(onSettled?: (() => void) | null): Promise<T> {
    return this.then((data) => data).finally(onSettled)
  }
}
