import { t } from './core/language.ts'
import './core/signed-in-sentences.ts'
import { signal } from './core/signal.ts'
import type { ComponentChildren } from 'preact'
import { useEffect, useErrorBoundary, useLayoutEffect, useState } from 'preact/hooks'
import { go, hrefOf, route } from './core/route.ts'
import { Questions } from './parts/dialog.tsx'
import { Heading } from './parts/heading.tsx'
import { Icon } from './parts/icons.tsx'
import { followKeys } from './parts/keys.ts'
import { focusRowOf, hasRows } from './parts/rows.ts'
import { Reload } from './parts/refused.tsx'
import { actOnToast, dropToast, Toasts } from './parts/toast.tsx'
import { RevokedDialog, TroubleBanner } from './parts/trouble.tsx'
import { Help } from './help.tsx'
import { startWorker } from './offline/start-worker.ts'
import { forgetKnown } from './model/known.ts'
import { forgetPeople } from './contacts/names.ts'
import { followLog } from './requests/live.ts'
import { keyFacts, may } from './session/session.ts'
import { TopBar } from './top-bar.tsx'
import { refusalText } from './words.ts'
import { type ScreenEntry, screens } from './screens.ts'

const isHelpOpen = signal(false)

// The console works without the service worker.
startWorker().catch(() => undefined)

/** Moves the focus into the list of the screen. Without a list, the page scrolls. */
const enterList = (): void => focusRowOf('')

const seen = (): readonly ScreenEntry[] =>
  screens.filter(({ scopes }) => scopes.length === 0 || scopes.some(may))

/** What a global keyboard shortcut does. */
const actOf = (keys: string): (() => unknown) | undefined => {
  const entry = keys.startsWith('g ') && seen().find(({ key }) => `g ${key}` === keys)
  if (entry) {
    const href = hrefOf([entry.path])
    return () => (location.hash === href ? enterList() : go(href))
  }
  if (keys === 'z') return actOnToast
  if (keys === '?') return () => (isHelpOpen.value = true)
  if ((keys === 'j' || keys === 'arrowdown') && hasRows()) return enterList
  if (keys === '/') return () => document.querySelector<HTMLInputElement>('.top input')?.select()
  if (keys === 'n' && may('pets:write')) return () => go(hrefOf(['animals', 'new']))
  return undefined
}

/** The page after signing in: the frame around every screen. */
export const SignedIn = () => {
  const entries = seen()
  const [first = ''] = route.value.path
  const entry = entries.find(({ path }) => path === first)
  // In a layout effect, so that the first key press is not lost.
  useLayoutEffect(() => followKeys(actOf), [])
  // After signing out, an undo would be sent with another API key.
  useEffect(() => dropToast, [])
  useEffect(() => forgetPeople, [])
  useEffect(() => forgetKnown, [])
  useEffect(followLog, [keyFacts.value?.id])
  useEffect(() => {
    const start = entries[0]
    if ((first === '' || first === 'sign-in') && start !== undefined) {
      go(hrefOf([start.path]), { replace: true })
    }
  }, [first])
  return (
    <>
      <TopBar onHelp={() => (isHelpOpen.value = true)} />
      <Rail entries={entries} current={first} />
      <div class="screen">
        <TroubleBanner />
        {entry !== undefined ? (
          <Guarded>
            <entry.Screen key={entry.path} />
          </Guarded>
        ) : first === '' || first === 'sign-in' ? null : (
          <Missing start={entries[0]} />
        )}
      </div>
      <Toasts />
      <RevokedDialog />
      <Questions />
      {isHelpOpen.value && <Help entries={entries} onClose={() => (isHelpOpen.value = false)} />}
    </>
  )
}

/** An error boundary. A screen that throws is removed, with its pending requests, until the route changes. */
const Guarded = ({ children }: { readonly children: ComponentChildren }) => {
  const [error, reset] = useErrorBoundary()
  useEffect(reset, [route.value])
  if (error === undefined) return <>{children}</>
  return (
    <main id="main">
      <header class="screen-head">
        <Heading title={t('Something is wrong here')} />
      </header>
      <Reload text={refusalText(error)} />
    </main>
  )
}

/** The navigation. On a phone, the later groups are behind "More". */
const Rail = ({
  entries,
  current,
}: {
  readonly entries: readonly ScreenEntry[]
  readonly current: string
}) => {
  const [isMore, setMore] = useState(false)
  useEffect(() => setMore(false), [current])
  const groups = (
    [
      ['Store', t('Store')],
      ['Manage', t('Manage')],
      ['For developers', t('For developers')],
    ] as const
  )
    .map(([name, word]) => ({ name: word, its: entries.filter(({ group }) => group === name) }))
    .filter(({ its }) => its.length > 0)
  const groupOf = ({ name, its }: (typeof groups)[number]) => (
    <div key={name} class="rail-group" role="group" aria-label={name}>
      <p aria-hidden="true">{name}</p>
      {its.map(({ path, word, icon }) => (
        <a key={path} href={hrefOf([path])} aria-current={path === current ? 'page' : undefined}>
          <Icon name={icon} /> {word}
        </a>
      ))}
    </div>
  )
  return (
    <nav class={isMore ? 'rail with-more' : 'rail'} aria-label={t('Screens')}>
      {groups.slice(0, 1).map(groupOf)}
      {may('pets:write') && (
        <a class="rail-add" href={hrefOf(['animals', 'new'])}>
          <Icon name="add" /> {t('New')}
        </a>
      )}
      <div class="rail-more">{groups.slice(1).map(groupOf)}</div>
      {groups.length > 1 && (
        <button type="button" class="quiet" aria-expanded={isMore} onClick={() => setMore(!isMore)}>
          <Icon name="down" /> {t('More')}
        </button>
      )}
    </nav>
  )
}

const Missing = ({ start }: { readonly start: ScreenEntry | undefined }) => (
  <main id="main">
    <Heading title={t('There is no such page')} />
    <p>
      {start === undefined
        ? t(
            'This key may not see any of the screens. Ask whoever runs the store’s service for a key that may.',
          )
        : t('You may need a key that may do more.')}{' '}
      {start !== undefined && (
        <a href={hrefOf([start.path])}>{t('Go to {screen}', { screen: start.word })}</a>
      )}
    </p>
  </main>
)
