import type { Answer } from '../base/wire-request.ts'

/** Bounds of one cache: answers (a power of two), and bytes of their bodies. */
const bounds = { answers: 4_096, bytes: 16 * 1024 * 1024 } as const

/** FNV-1a, 32 bits. */
const hashOf = (query: string): number => {
  let hash = 0x811c9dc5 | 0
  for (let at = 0; at < query.length; at += 1)
    hash = Math.imul(hash ^ query.charCodeAt(at), 0x01000193)
  return hash
}

/**
 * Caches whole answers of a read operation by their query string, until the data changes. An answer is cached when it is
 * requested for the second time: pages that are requested only once would fill the heap.
 *
 * Other nodes may change the data at any moment. So each request reads the version once, before anything else, and passes
 * it to `get` and `set`. All cached answers have the same version.
 */
export class AnswerCache {
  readonly #changes: { readonly version: number }
  readonly #answers = new Map<string, Answer>()
  /** The hashes of recent queries. A collision only caches an answer too early or too late. */
  readonly #seen = new Int32Array(bounds.answers)
  #bytes = 0
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

  /** Caches an answer under the version that its request began with, unless one with another version began since. */
  set(query: string, version: number, answer: Answer): void {
    if (version !== this.#newest) return
    const hash = hashOf(query)
    const slot = hash & (bounds.answers - 1)
    if (this.#seen[slot] !== hash) {
      this.#seen[slot] = hash
      return
    }
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
