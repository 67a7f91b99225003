import { useEffect, useRef, useState } from 'preact/hooks'
import { NotModifiedError, type StoreEvent } from '../../../client/src/index.ts'
import { onNews } from '../requests/live.ts'

/** What was read, with its tag if the service can say cheaply that nothing is newer. */
export type Fresh<T> = { readonly data: T; readonly etag?: string | undefined }

/** Something that is read from the service and shown. */
export type Loaded<T> = {
  /** What was read last, also while it is read anew. */
  readonly data: T | undefined
  /** The tag of `data`, if the service gave one. */
  readonly etag: string | undefined
  readonly error: unknown
  readonly isLoading: boolean
  /** When `data` was read, in milliseconds since the epoch. */
  readonly asOf: number
  /** Whether the service has something newer, which waits until somebody wants to see it. */
  readonly hasNews: boolean
  /** Whether it is held against what happens in the store. */
  readonly isLive: boolean
  /** Reads anew. */
  readonly reload: () => void
  /** Replaces what is shown, after a change that somebody made here. */
  readonly show: (change: (data: T) => T) => void
}

type State<T> = Omit<Loaded<T>, 'isLive' | 'reload' | 'show'>

/**
 * Reads something when a screen opens and whenever `name` changes.
 *
 * @param name tells apart what is read
 * @param read reads it; with a tag it may throw a `NotModifiedError`
 * @param isNews whether what happened in the store, the newest last, makes the shown data old. If it
 * is not known what happened, the tag decides; without a tag it counts as news.
 */
export const useLoad = <T>(
  name: string | bigint,
  read: (etag?: string) => Promise<Fresh<T>>,
  isNews?: (events: readonly StoreEvent[], data: T) => boolean,
): Loaded<T> => {
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
  const latest = useRef({ read, isNews, state })
  latest.current = { read, isNews, state }

  const loadNow = async (mine: number): Promise<void> => {
    try {
      const { data, etag } = await latest.current.read()
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
  const tellNews = (): void => setState((before) => ({ ...before, hasNews: true }))
  const lookForNews = async (mine: number, known: string): Promise<void> => {
    try {
      const { etag } = await latest.current.read(known)
      if (mine === turn.current && etag !== known) tellNews()
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

  const isLive = isNews !== undefined
  useEffect(() => {
    if (!isLive) return undefined
    return onNews((events) => {
      const { isNews: judge, state: shown } = latest.current
      if (shown.data === undefined || shown.hasNews) return
      if (events !== undefined) {
        if (judge?.(events, shown.data) === true) tellNews()
      } else if (shown.etag === undefined) tellNews()
      else void lookForNews(turn.current, shown.etag)
    })
  }, [name, isLive])

  return {
    ...state,
    isLive,
    reload: load,
    show: (change) =>
      setState((before) =>
        before.data === undefined ? before : { ...before, data: change(before.data) },
      ),
  }
}
