import type { Answer } from '../core/wire-request.ts'

/** Bounds of one cache: answers, and bytes of their bodies. */
const bounds = { answers: 4_096, bytes: 16 * 1024 * 1024 } as const

/**
 * Caches whole answers of a read operation by their query string, until the data changes. All callers may see the same,
 * so one answer serves them all.
 *
 * Other workers may change the data at any moment. So each request reads the version once, before all else, and passes
 * it to `get` and `set`. All cached answers have the same version.
 *
 * An answer is cached when it is asked for a second time: caching costs more than making it once.
 */
export class AnswerCache {
  readonly #changes: { readonly version: number }
  readonly #answers = new Map<string, Answer>()
  readonly #asked = new RecentlyAsked()
  #bytes = 0
  /** The version of every cached answer. */
  #keptVersion: number

  /** @param changes its version moves with everything that the answers show, before anybody is told */
  constructor(changes: { readonly version: number }) {
    this.#changes = changes
    this.#keptVersion = changes.version
  }

  /** The version for a request that begins now. Read it once, before the store. */
  get version(): number {
    return this.#changes.version
  }

  /** @param version what `version` was when the request began */
  get(query: string, version: number): Answer | undefined {
    return version === this.#keptVersion ? this.#answers.get(query) : undefined
  }

  /**
   * Keeps an answer under the version that was read before it was made. If anything changed meanwhile the
   * answer may be of before, and is not kept.
   *
   * @param version what `version` was when the request began
   */
  set(query: string, version: number, answer: Answer): void {
    if (!this.#asked.again(query) || version !== this.#changes.version) return
    const isFull = this.#answers.size >= bounds.answers || this.#bytes > bounds.bytes
    if (version !== this.#keptVersion || isFull) this.#clear(version)
    this.#bytes += (answer.body?.length ?? 0) + query.length
    this.#answers.set(query, answer)
  }

  #clear(version: number): void {
    this.#answers.clear()
    this.#bytes = 0
    this.#keptVersion = version
  }
}

/**
 * Remembers which queries were asked for recently, as one number for each place. Two queries can share a number, or one
 * can take another's place. At worst an answer is then cached too early, or a little too late.
 */
class RecentlyAsked {
  readonly #places = new Uint32Array(bounds.answers)

  /** Records a query, and tells whether it was asked for before. */
  again(query: string): boolean {
    // FNV-1a, 32 bits.
    let hash = 0x811c9dc5
    for (let at = 0; at < query.length; at += 1) {
      hash = Math.imul(hash ^ query.charCodeAt(at), 0x01000193)
    }
    hash >>>= 0
    const place = hash % this.#places.length
    if (this.#places[place] === hash) return true
    this.#places[place] = hash
    return false
  }
}
