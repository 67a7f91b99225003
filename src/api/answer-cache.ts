import type { Answer } from '../core/wire-request.ts'

/** Bounds of one cache: answers (a power of two), and bytes of their bodies. */
const bounds = { answers: 4_096, bytes: 16 * 1024 * 1024 } as const

type Cached = { readonly query: string; readonly answer: Answer }

/**
 * Caches whole answers of a read operation by their query string, until the data changes. All callers may see the same,
 * so one answer serves them all.
 *
 * Other workers and nodes may change the data at any moment. So each request reads the version once, before all else,
 * and passes it to `get` and `set`. All cached answers have the same version. It is that of this node's store. If other
 * nodes change the data too, it comes with the request.
 *
 * An answer is cached when it is asked for a second time: caching costs more than making it once.
 */
export class AnswerCache {
  readonly #changes: { readonly version: number }
  /** By the hash of the query: V8 would intern every query that a map of texts is asked for. */
  readonly #answers = new Map<number, Cached>()
  /** The hashes of recent queries, one for each place. */
  readonly #asked = new Int32Array(bounds.answers)
  #latest = { query: '', hash: hashOf('') }
  #bytes = 0
  /** The version of every cached answer. */
  #cachedVersion: number
  /** That of the last request that began. */
  #newest: number

  /** @param changes its version moves with everything that the answers show, before anybody is told */
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
    if (version !== this.#cachedVersion) return undefined
    const cached = this.#answers.get(this.#hashOf(query))
    return cached?.query === query ? cached.answer : undefined
  }

  /**
   * Keeps an answer under the version that was read before it was made. If a request with another version has begun
   * since, what is cached for that one stays.
   *
   * @param version what `version` was when the request began
   */
  set(query: string, version: number, answer: Answer): void {
    const hash = this.#hashOf(query)
    if (!this.#again(hash) || version !== this.#newest) return
    const isFull = this.#answers.size >= bounds.answers || this.#bytes > bounds.bytes
    if (version !== this.#cachedVersion || isFull) this.#clear(version)
    this.#bytes += (answer.body?.length ?? 0) + query.length
    this.#answers.set(hash, { query, answer })
  }

  /** What is made at once is offered right after it was asked for, so its query is not hashed again. */
  #hashOf(query: string): number {
    if (query !== this.#latest.query) this.#latest = { query, hash: hashOf(query) }
    return this.#latest.hash
  }

  /**
   * Records that a query was asked for, and tells whether it was before. Two queries can share a hash, or one can take
   * another's place. At worst an answer is then cached too early, or a little too late.
   */
  #again(hash: number): boolean {
    const place = hash & (bounds.answers - 1)
    if (this.#asked[place] === hash) return true
    this.#asked[place] = hash
    return false
  }

  #clear(version: number): void {
    this.#answers.clear()
    this.#bytes = 0
    this.#cachedVersion = version
  }
}

/** FNV-1a, 32 bits with a sign: V8 keeps such a number without allocating it. */
const hashOf = (query: string): number => {
  let hash = 0x811c9dc5 | 0
  for (let at = 0; at < query.length; at += 1) {
    hash = Math.imul(hash ^ query.charCodeAt(at), 0x01000193)
  }
  return hash
}
