import type { Answer } from '../core/wire-request.ts'

/** Bounds of one cache: answers, and bytes of their bodies. */
const bounds = { answers: 4_096, bytes: 16 * 1024 * 1024 } as const

/**
 * Answers of a read operation, kept whole by the query string that asked for them, until anything changes that
 * they could show. What a caller may see does not depend on who it is, so one answer serves all.
 *
 * Only what is asked for again is kept: to keep what is asked for once costs more than to make it.
 */
export class AnswerCache {
  readonly #version: () => number
  readonly #answers = new Map<string, Answer>()
  readonly #asked = new RecentlyAsked()
  #bytes = 0
  #keptVersion: number

  /** @param version a number that changes with everything that the answers show; asked at every request */
  constructor(version: () => number) {
    this.#version = version
    this.#keptVersion = version()
  }

  /** The number to hand to `set` with an answer that is begun now. */
  get version(): number {
    return this.#version()
  }

  get(query: string): Answer | undefined {
    if (this.#version() === this.#keptVersion) return this.#answers.get(query)
    this.#clear()
    return undefined
  }

  /**
   * @param version the version before the answer was begun: if anything changed meanwhile, the answer may
   *   be of before, and is not kept
   */
  set(query: string, version: number, answer: Answer): void {
    if (!this.#asked.again(query) || version !== this.#version()) return
    if (this.#answers.size >= bounds.answers || this.#bytes > bounds.bytes) this.#clear()
    this.#keptVersion = version
    this.#bytes += (answer.body?.length ?? 0) + query.length
    this.#answers.set(query, answer)
  }

  #clear(): void {
    if (this.#answers.size > 0) this.#answers.clear()
    this.#bytes = 0
    this.#keptVersion = this.#version()
  }
}

/**
 * Which queries were asked for of late, as one number for each place. Two that share a number, or one whose place
 * another took, are at worst kept too early or a little too late.
 */
class RecentlyAsked {
  readonly #places = new Uint32Array(bounds.answers)

  /** Notes a query, and tells whether it was asked for before. */
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
