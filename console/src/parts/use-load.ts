import { useEffect, useRef, useState } from 'preact/hooks'
import { NotModifiedError, type StoreEvent } from '../../../client/src/index.ts'
import { lastSeen } from '../core/tab-storage.ts'
import { keepSeen } from '../session/kept.ts'
import { gate } from '../requests/ask.ts'
import { onNews } from '../requests/live.ts'

/** What was read, with its ETag if the service can cheaply say that nothing is newer. */
export type ReadResult<T> = {
  readonly data: T
  readonly etag?: string | undefined
  /** When it was read, in milliseconds since the epoch, if earlier than now. */
  readonly asOf?: number | undefined
}

/** The state of something that is read from the service and shown. */
export type Loaded<T> = {
  /** What was read last. It stays while it is reloaded. */
  readonly data: T | undefined
  /** The ETag of `data`, if the service sent one. */
  readonly etag: string | undefined
  readonly error: unknown
  readonly isLoading: boolean
  /** When `data` was read, in milliseconds since the epoch. */
  readonly asOf: number
  /** Whether the service has something newer that is not shown yet. */
  readonly hasNews: boolean
  /** Whether `data` is checked against new events. */
  readonly isLive: boolean
  /** Reads it again. */
  readonly reload: () => void
  /** Replaces the shown data after a change made on this page. */
  readonly show: (change: (data: T) => T) => void
}

/** A signal that aborts when the calling component unmounts. */
export const useLeaving = (): AbortSignal => {
  const left = useRef(new AbortController()).current
  useEffect(() => () => left.abort(), [])
  return left.signal
}

type State<T> = Omit<Loaded<T>, 'isLive' | 'reload' | 'show'> & {
  /** The name that `data` was read under. While another name is read, the old `data` stays. */
  readonly name: string
}

/** The maximum number of results that are remembered. */
const maxSeen = 40

/** The initial state: what was last shown under a name if the gate is closed, otherwise nothing. */
const recall = <T>(name: string): State<T> =>
  (gate.trouble.value &&
    // A name always stands for the same type of data.
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
 * Reads something when a component mounts and whenever `name` changes. On unmount, a read that is still
 * waiting is withdrawn. While nothing can be read, it shows what was last seen.
 *
 * @param name identifies what is read, across all screens
 * @param read reads it; given an ETag, it may throw a `NotModifiedError`; `isAgain` for a reload
 * @param isNews whether events, the newest last, make the shown data stale. If the events are unknown, the
 * ETag decides; without an ETag the data counts as stale.
 */
export const useLoad = <T>(
  name: string,
  read: (signal: AbortSignal, etag?: string, isAgain?: boolean) => Promise<ReadResult<T>>,
  isNews?: (events: readonly StoreEvent[], data: T) => boolean,
): Loaded<T> => {
  const [state, setState] = useState(() => recall<T>(name))
  /** Aborts each read before the next, so that a late response is not shown. */
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
      // Any other failure is silent; it shows when somebody does something.
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
