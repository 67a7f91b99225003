import type { Answer } from '../wire/wire-request.ts'

/** Bounds of one cache: answers, and bytes of their bodies. */
const bounds = { answers: 4_096, bytes: 16 * 1024 * 1024 } as const

/**
 * Answers of a read operation, kept whole by the query string that asked for them, until anything changes that
 * they could show. What a caller may see does not depend on who it is, so one answer serves all.
 */
export class AnswerCache {
  readonly #version: () => number
  readonly #answers = new Map<string, Answer>()
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
    if (version !== this.#version()) return
    if (this.#answers.size >= bounds.answers || this.#bytes > bounds.bytes) this.#clear()
    this.#keptVersion = version
    this.#bytes += (answer.body?.length ?? 0) + query.length
    this.#answers.set(query, answer)
  }

  #clear(): void {
    this.#answers.clear()
    this.#bytes = 0
    this.#keptVersion = this.#version()
  }
}
