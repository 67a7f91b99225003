import { useEffect, useState } from 'preact/hooks'
import type { SearchResult } from '../../../client/src/index.ts'
import { ask } from '../requests/ask.ts'
import { type Call, requestOf } from '../requests/call.ts'

/** The kinds of search results. */
export type Kind = SearchResult['kind']

/** The debounce in milliseconds, so that a word costs one request. */
const pause = 300

/** The minimum and maximum length of a query, in characters. */
export const minLength = 2
export const maxLength = 100

/** The call that searches all that the key may read, or some kinds of it. */
const searchCall = (q: string, kind?: readonly Kind[]): Call<readonly SearchResult[]> =>
  requestOf('GET /search', { query: { q, kind, limit: 20 } })

/** The results for a query. */
export type Answer = {
  readonly q: string
  readonly results: readonly SearchResult[]
  readonly error?: unknown
}

/**
 * Searches for what somebody types, once they pause. An older query is withdrawn.
 *
 * @param q the query; nothing is sent while it is too short
 * @returns the last answer, which may belong to an earlier query
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
