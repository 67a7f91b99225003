import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { t } from '../core/language.ts'
import { timeText } from '../core/time.ts'
import { gate } from '../requests/ask.ts'
import { checkedAt } from '../requests/live.ts'
import { restInterval } from '../requests/rest.ts'
import { quota } from '../session/session.ts'
import { refusalText } from '../words.ts'
import { Refused } from './refused.tsx'
import { useSaid } from './say.ts'
import type { Loaded } from './use-load.ts'

/** Whether a number of milliseconds has passed since the component mounted. */
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
  const text = isSlow ? t('The store is slow to answer.') : t('Loading {what}…', { what })
  useSaid(isNoticeable ? text : '')
  if (!isNoticeable) return null
  return (
    <div class="loading">
      <p>
        {text}{' '}
        {isSlow && (
          <button type="button" onClick={reload}>
            {t('Try again')}
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

/** What a screen says where there is nothing to show. */
export const Empty = ({ children }: { readonly children: ComponentChildren }) => (
  <div class="empty">{children}</div>
)

/**
 * Shows loaded data in every state. All screens use it, so loading, errors and reloads look the same everywhere. If
 * there is newer data, or nothing can be read, a line above says so, wherever somebody has scrolled.
 *
 * @param what what is loaded, as the end of the sentence "Loading …"
 * @param subject what may have changed, as the end of a sentence; empty for no line
 */
export const Loadable = <T,>({
  loaded,
  what,
  subject = t('this list'),
  children,
}: {
  readonly loaded: Loaded<T>
  readonly what: string
  readonly subject?: string
  readonly children: (data: T) => ComponentChildren
}) => {
  const { data, error, isLoading, hasNews, asOf, reload } = loaded
  const news = hasNews && subject ? t('Somebody has changed {subject}.', { subject }) : ''
  const closedBy = gate.trouble.value?.kind
  const isClosed = closedBy !== undefined
  const time = timeText(asOf)
  const age =
    closedBy === 'offline' ? t('Offline: as of {time}.', { time }) : t('As of {time}.', { time })
  const line = isClosed && subject ? `${age} ${news}` : news
  useSaid(news)
  if (error !== undefined) {
    return (
      <>
        <Refused text={refusalText(error)}>
          <button type="button" onClick={reload}>
            {t('Try again')}
          </button>
        </Refused>
        {data !== undefined && children(data)}
      </>
    )
  }
  if (data === undefined) {
    return isClosed ? (
      <p class="hint">{t('Not loaded yet. It appears once the store answers.')}</p>
    ) : (
      <Loading what={what} reload={reload} />
    )
  }
  return (
    <div aria-busy={isLoading}>
      {line && (
        <p class="notice over">
          <span>{line}</span>
          {news && !isClosed && (
            <button type="button" onClick={reload}>
              {t('Show')}
            </button>
          )}
        </p>
      )}
      {children(data)}
    </div>
  )
}

/** When the shown data was last known to be current. */
export const AsOf = <T,>({ loaded }: { readonly loaded: Loaded<T> }) => {
  const { asOf, hasNews, isLive, isLoading, reload } = loaded
  if (asOf === 0) return null
  const isResting = restInterval(quota.value) === undefined
  const time = timeText(isLive && !hasNews ? Math.max(asOf, checkedAt.value) : asOf)
  return (
    <p class="as-of">
      <span>
        {isResting
          ? t('As of {time}. Live updates are off, to save today’s requests.', { time })
          : t('As of {time}', { time })}
      </span>{' '}
      <button type="button" onClick={reload} disabled={isLoading}>
        {t('Refresh')}
      </button>
    </p>
  )
}
