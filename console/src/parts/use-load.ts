import { useEffect, useRef, useState } from 'preact/hooks'
import { NotModifiedError } from '../../../client/src/index.ts'
import { gate } from '../requests/ask.ts'
import { restInterval } from '../requests/rest.ts'
import { quota } from '../session/session.ts'

/** What was read, with its tag if the service can say cheaply that nothing is newer. */
export type Fresh<T> = { readonly data: T; readonly etag?: string | undefined }

/** Something that is read from the service and shown. */
export type Loaded<T> = {
  /** What was read last, also while it is read anew. */
  readonly data: T | undefined
  readonly error: unknown
  readonly isLoading: boolean
  /** When `data` was read, in milliseconds since the epoch. */
  readonly asOf: number
  /** Whether the service has something newer, which waits until somebody wants to see it. */
  readonly hasNews: boolean
  /** Reads anew. */
  readonly reload: () => void
  /** Replaces what is shown, after a change that somebody made here. */
  readonly show: (change: (data: T) => T) => void
}

type State<T> = Omit<Loaded<T>, 'reload' | 'show'> & { readonly etag: string | undefined }

/**
 * Reads something when a screen opens and whenever `name` changes. While the screen is at rest it
 * looks for news now and then, as often as the quota allows.
 *
 * @param name tells apart what is read
 * @param read reads it; with a tag it may throw a `NotModifiedError`
 */
export const useLoad = <T>(name: string, read: (etag?: string) => Promise<Fresh<T>>): Loaded<T> => {
  const [state, setState] = useState<State<T>>({
    data: undefined,
    error: undefined,
    isLoading: true,
    asOf: 0,
    hasNews: false,
    etag: undefined,
  })
  /** Grows with each reading, so that a late answer of an older one is not shown. */
  const turn = useRef(0)
  const latest = useRef(read)
  latest.current = read

  const loadNow = async (mine: number): Promise<void> => {
    try {
      const { data, etag } = await latest.current()
      if (mine !== turn.current) return
      const error = undefined
      setState({ data, error, isLoading: false, asOf: Date.now(), hasNews: false, etag })
    } catch (error) {
      if (mine === turn.current) setState((before) => ({ ...before, error, isLoading: false }))
    }
  }
  const load = (): void => {
    setState((before) => ({ ...before, isLoading: true, error: undefined }))
    void loadNow((turn.current += 1))
  }
  const lookForNews = async (mine: number): Promise<void> => {
    try {
      const { etag } = await latest.current(state.etag)
      const hasNews = etag !== state.etag
      if (mine === turn.current && hasNews) setState((before) => ({ ...before, hasNews }))
    } catch (error) {
      // Any other failure is told when somebody does something.
      if (mine === turn.current && error instanceof NotModifiedError) {
        setState((before) => ({ ...before, asOf: Date.now() }))
      }
    }
  }

  useEffect(() => {
    load()
    return () => {
      turn.current += 1
    }
  }, [name])

  const interval = restInterval(quota.value)
  useEffect(() => {
    if (interval === undefined || state.etag === undefined) return undefined
    const timer = setInterval(() => {
      const isBusy = document.visibilityState !== 'visible' || gate.trouble.value !== undefined
      if (!isBusy && !state.hasNews) void lookForNews(turn.current)
    }, interval)
    return () => clearInterval(timer)
  }, [name, interval, state.etag, state.hasNews])

  return {
    ...state,
    reload: load,
    show: (change) =>
      setState((before) =>
        before.data === undefined ? before : { ...before, data: change(before.data) },
      ),
  }
}
