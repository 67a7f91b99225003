import type { ComponentChildren, ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { timeText } from '../core/time.ts'
import { checkedAt } from '../requests/live.ts'
import { restInterval } from '../requests/rest.ts'
import { quota } from '../session/session.ts'
import { refusalText } from '../words.ts'
import { Icon } from './icons.tsx'
import { useSaid } from './say.ts'
import type { Loaded } from './use-load.ts'

/** Whether so many milliseconds have passed since this was first shown. */
const useAfter = (milliseconds: number): boolean => {
  const [isAfter, setAfter] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setAfter(true), milliseconds)
    return () => clearTimeout(timer)
  }, [])
  return isAfter
}

const Loading = ({ what, reload }: { readonly what: string; readonly reload: () => void }) => {
  const isNoticeable = useAfter(300)
  const isSlow = useAfter(8_000)
  const text = isSlow ? 'The store is slow to answer.' : `Loading ${what}…`
  useSaid(isNoticeable ? text : '')
  if (!isNoticeable) return null
  return (
    <div class="loading">
      <p>
        {text}{' '}
        {isSlow && (
          <button type="button" onClick={reload}>
            Try again
          </button>
        )}
      </p>
      <div class="still-rows" aria-hidden="true">
        <i />
        <i />
        <i />
      </div>
    </div>
  )
}

/** A refusal in its place: a picture, a sentence, and what to do about it. */
export const Refused = ({
  text,
  children,
}: {
  readonly text: string
  readonly children?: ComponentChildren
}) => (
  <p class="refused" role="alert">
    <Icon name="warning" /> <span>{text}</span> {children}
  </p>
)

/** What a screen says where there is nothing to show. */
export const Empty = ({ children }: { readonly children: ComponentChildren }) => (
  <div class="empty">{children}</div>
)

/**
 * Shows what was read, in whatever state the reading is. All screens use it, so loading, failing and
 * renewing look the same everywhere.
 *
 * @param what what is read, to end the sentence "Loading …"
 */
export const Shown = <T,>({
  loaded,
  what,
  children,
}: {
  readonly loaded: Loaded<T>
  readonly what: string
  readonly children: (data: T) => ComponentChildren
}) => {
  const { data, error, isLoading, reload } = loaded
  if (error !== undefined) {
    return (
      <>
        <Refused text={refusalText(error)}>
          <button type="button" onClick={reload}>
            Try again
          </button>
        </Refused>
        {data !== undefined && children(data)}
      </>
    )
  }
  if (data === undefined) return <Loading what={what} reload={reload} />
  return <div aria-busy={isLoading}>{children(data)}</div>
}

/**
 * When the shown was last known to be true, and whether there is something newer.
 *
 * @param what what somebody may have changed, to end a sentence
 */
export const AsOf = <T,>({
  loaded,
  what = 'this list',
}: {
  readonly loaded: Loaded<T>
  readonly what?: string
}) => {
  const { asOf, hasNews, isLive, isLoading, reload } = loaded
  const news = hasNews ? `Somebody has changed ${what}.` : ''
  useSaid(news)
  if (asOf === 0) return null
  const isResting = restInterval(quota.value) === undefined
  const time = timeText(isLive ? Math.max(asOf, checkedAt.value) : asOf)
  return (
    <p class="as-of">
      <span class={hasNews ? 'news' : ''}>
        {news ||
          `As of ${time}${isResting ? '. Live updates are off, to save today’s requests.' : ''}`}
      </span>{' '}
      <button type="button" onClick={reload} disabled={isLoading}>
        {hasNews ? 'Show' : 'Refresh'}
      </button>
    </p>
  )
}

/** A component whose code is loaded when it is first shown. */
export const lazy = <P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> => {
  let loaded: ComponentType<P> | undefined
  return (props) => {
    const [, setLoaded] = useState(false)
    const [hasFailed, setFailed] = useState(false)
    const loadOnce = async (): Promise<void> => {
      try {
        loaded ??= await load()
        setLoaded(true)
      } catch {
        setFailed(true)
      }
    }
    useEffect(() => void loadOnce(), [])
    if (hasFailed) {
      return (
        <Refused text="The store is newer than this page. Reload it; what you typed is kept.">
          <button type="button" onClick={() => location.reload()}>
            Reload
          </button>
        </Refused>
      )
    }
    const Component = loaded
    return Component === undefined ? null : <Component {...props} />
  }
}
