import type { Answer } from '../core/wire-request.ts'

/** Bounds of one cache: answers, and bytes of their bodies. */
const bounds = { answers: 4_096, bytes: 16 * 1024 * 1024 } as const

/**
 * Caches whole answers of a read operation by their query string, until the data changes. All callers may see the same,
 * so one answer serves them all.
 *
 * Other nodes may change the data at any moment. So each request reads the version once, before anything else, and passes
 * it to `get` and `set`. All cached answers have the same version: that of this node's store or, if other nodes change
 * the data too, the one that came with the request.
 */
export class AnswerCache {
  readonly #changes: { readonly version: number }
  readonly #answers = new Map<string, Answer>()
  #bytes = 0
  /** The version of every cached answer. */
  #cachedVersion: number
  /** That of the last request that began. */
  #newest: number

  /** @param changes its version changes with everything that the answers show, before the change is acknowledged */
  constructor(changes: { readonly version: number }) {
    this.#changes = changes
    this.#cachedVersion = changes.version
    this.#newest = changes.version
  }

  /** The version for a request that begins now. Read it once, before the store. */
  get version(): number {
    return this.#changes.version
  }

  /** @param version what `version` was when the request began */
  get(query: string, version: number): Answer | undefined {
    this.#newest = version
    return version === this.#cachedVersion ? this.#answers.get(query) : undefined
  }

  /**
   * Caches an answer under the version that was read before it was made. If a request with another version has begun
   * since, the cache stays as it is.
   *
   * @param version what `version` was when the request began
   */
  set(query: string, version: number, answer: Answer): void {
    if (version !== this.#newest) return
    const isFull = this.#answers.size >= bounds.answers || this.#bytes > bounds.bytes
    if (version !== this.#cachedVersion || isFull) {
      this.#answers.clear()
      this.#bytes = 0
      this.#cachedVersion = version
    }
    this.#bytes += (answer.body?.length ?? 0) + query.length
    this.#answers.set(query, answer)
  }
}
