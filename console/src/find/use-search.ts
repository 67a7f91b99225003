import { useEffect, useState } from 'preact/hooks'
import type { SearchResult } from '../../../client/src/index.ts'
import { ask } from '../requests/ask.ts'
import { type Call, requestOf } from '../requests/call.ts'

/** What a search may find. */
export type Kind = SearchResult['kind']

/** Milliseconds after the last key until the store is asked, so that a word costs one request. */
const pause = 300

/** Characters that a question has at least, and at most. */
export const minLength = 2
export const maxLength = 100

/** The call that looks for a text in all that the key may read, or in some kinds of it. */
const searchCall = (q: string, kind?: readonly Kind[]): Call<readonly SearchResult[]> =>
  requestOf('GET /search', { query: { q, kind, limit: 20 } })

/** What a search found. */
export type Answer = {
  readonly q: string
  readonly results: readonly SearchResult[]
  readonly error?: unknown
}

/**
 * Looks for what somebody types, once they pause. A question that is older is withdrawn.
 *
 * @param q the question; nothing is asked while it is too short
 * @returns the last answer, which may be that to another question
 */
export const useSearch = (q: string, kind?: readonly Kind[]): Answer | undefined => {
  const [answer, setAnswer] = useState<Answer | undefined>()
  useEffect(() => {
    if (q.length < minLength) {
      setAnswer(undefined)
      return undefined
    }
    const left = new AbortController()
    const look = async (): Promise<void> => {
      const { data } = await ask(searchCall(q, kind), left.signal)
      if (!left.signal.aborted) setAnswer({ q, results: data })
    }
    const fail = (error: unknown): void => {
      if (!left.signal.aborted) setAnswer({ q, results: [], error })
    }
    const timer = setTimeout(() => void look().catch(fail), pause)
    return () => {
      clearTimeout(timer)
      left.abort()
    }
  }, [q])
  return answer
}
