import { useEffect, useRef, useState } from 'preact/hooks'
import { NotModifiedError, type StoreEvent } from '../../../client/src/index.ts'
import { lastSeen } from '../core/tab-storage.ts'
import { keepSeen } from '../session/kept.ts'
import { gate } from '../requests/ask.ts'
import { onNews } from '../requests/live.ts'

/** What was read, with its tag if the service can say cheaply that nothing is newer. */
export type ReadResult<T> = {
  readonly data: T
  readonly etag?: string | undefined
  /** When it was read, if that was before, in milliseconds since the epoch. */
  readonly asOf?: number | undefined
}

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

/** A signal that aborts once somebody has left the part of the page that calls this. */
export const useLeaving = (): AbortSignal => {
  const left = useRef(new AbortController()).current
  useEffect(() => () => left.abort(), [])
  return left.signal
}

type State<T> = Omit<Loaded<T>, 'isLive' | 'reload' | 'show'> & {
  /** What `data` is; while something else is read, it is still there. */
  readonly name: string
}

/** How many things that were shown are remembered. */
const maxSeen = 40

/** While nothing can be read, what was shown last under a name; else nothing. */
const recall = <T>(name: string): State<T> =>
  (gate.trouble.value &&
    // A name always stands for the same kind of thing.
    (lastSeen.get(name) as State<T> | undefined)) || {
    name,
    data: undefined,
    error: undefined,
    isLoading: true,
    asOf: 0,
    hasNews: false,
    etag: undefined,
  }

/**
 * Reads something when a screen opens and whenever `name` changes. If nobody looks at it any more, a
 * read that still waits is withdrawn. While nothing can be read, it shows what was seen last.
 *
 * @param name tells apart what is read, on all screens
 * @param read reads it; with a tag it may throw a `NotModifiedError`; again, if somebody wants to see it anew
 * @param isNews whether what happened in the store, the newest last, makes the shown data old. If it
 * is not known what happened, the tag decides; without a tag it counts as news.
 */
export const useLoad = <T>(
  name: string,
  read: (signal: AbortSignal, etag?: string, isAgain?: boolean) => Promise<ReadResult<T>>,
  isNews?: (events: readonly StoreEvent[], data: T) => boolean,
): Loaded<T> => {
  const [state, setState] = useState(() => recall<T>(name))
  /** Ends each reading before the next, so that a late answer is not shown. */
  const reading = useRef(new AbortController())
  const latest = useRef({ read, isNews, state })
  latest.current = { read, isNews, state }

  const loadNow = async (signal: AbortSignal, isAgain: boolean): Promise<void> => {
    try {
      const {
        data,
        etag,
        asOf = Date.now(),
      } = await latest.current.read(signal, undefined, isAgain)
      if (signal.aborted) return
      const error = undefined
      setState({ name, data, error, isLoading: false, asOf, hasNews: false, etag })
    } catch (error) {
      if (signal.aborted) return
      setState((before) => ({
        ...(before.name === name ? before : recall<T>(name)),
        error,
        isLoading: false,
      }))
    }
  }
  const load = (isAgain: boolean): void => {
    reading.current.abort()
    reading.current = new AbortController()
    setState((before) => ({ ...before, isLoading: true, error: undefined }))
    void loadNow(reading.current.signal, isAgain)
  }
  const tellNews = (): void => setState((before) => ({ ...before, hasNews: true }))
  const lookForNews = async (signal: AbortSignal, shownTag: string): Promise<void> => {
    try {
      const { etag } = await latest.current.read(signal, shownTag)
      if (!signal.aborted && etag !== shownTag) tellNews()
    } catch (error) {
      // Any other failure is told when somebody does something.
      if (!signal.aborted && error instanceof NotModifiedError) {
        setState((before) => ({ ...before, asOf: Date.now() }))
      }
    }
  }

  useEffect(() => {
    load(false)
    return () => reading.current.abort()
  }, [name])
  const isClosed = gate.trouble.value !== undefined
  useEffect(() => {
    if (isClosed)
      setState((before) =>
        before.name === name && before.data !== undefined ? before : recall(name),
      )
  }, [name, isClosed])
  useEffect(() => {
    if (state.data === undefined || state.error !== undefined) return
    lastSeen.delete(state.name)
    lastSeen.set(state.name, state)
    const [oldest = ''] = lastSeen.keys()
    if (lastSeen.size > maxSeen) lastSeen.delete(oldest)
    keepSeen()
  }, [state])

  const isLive = isNews !== undefined
  useEffect(() => {
    if (!isLive) return undefined
    return onNews((events) => {
      const { isNews: judge, state: shown } = latest.current
      if (shown.data === undefined || shown.hasNews) return
      if (events !== undefined) {
        if (judge?.(events, shown.data) === true) tellNews()
      } else if (shown.etag === undefined) tellNews()
      else void lookForNews(reading.current.signal, shown.etag)
    })
  }, [name, isLive])

  return {
    ...state,
    isLive,
    reload: () => load(true),
    show: (change) =>
      setState((before) =>
        before.data === undefined ? before : { ...before, data: change(before.data) },
      ),
  }
}
