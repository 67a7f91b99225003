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
 * @param changes its version changes with everything that the answers show, before the change is acknowledged
 */
export const answerCache = (changes: { readonly version: number }) => {
  const answers = new Map<string, Answer>()
  /** The hashes of recent queries. A collision only caches an answer too early or too late. */
  const seen = new Int32Array(bounds.answers)
  let bytes = 0
  /** The version of all that is cached, and that of the last request that began. */
  let [cachedVersion, newest] = [changes.version, changes.version]

  return {
    /** The version for a request that begins now. Read it once, before the store. */
    get version(): number {
      return changes.version
    },
    /** @param version what `version` was when the request began */
    get: (query: string, version: number): Answer | undefined => {
      newest = version
      return version === cachedVersion ? answers.get(query) : undefined
    },
    /** Caches an answer under the version that its request began with, unless one with another version began since. */
    set: (query: string, version: number, answer: Answer): void => {
      if (version !== newest) return
      const hash = hashOf(query)
      const slot = hash & (bounds.answers - 1)
      if (seen[slot] !== hash) {
        seen[slot] = hash
        return
      }
      const isFull = answers.size >= bounds.answers || bytes > bounds.bytes
      if (version !== cachedVersion || isFull) {
        answers.clear()
        bytes = 0
        cachedVersion = version
      }
      bytes += (answer.body?.length ?? 0) + query.length
      answers.set(query, answer)
    },
  }
}
