import { drawBy, signal } from './core/signal.ts'
import { useEffect, useLayoutEffect, useState } from 'preact/hooks'
import { environment } from './core/page.ts'
import { go, hrefOf, route } from './core/route.ts'
import { Questions } from './parts/dialog.tsx'
import { Heading } from './parts/heading.tsx'
import { Icon } from './parts/icons.tsx'
import { followKeys } from './parts/keys.ts'
import { said } from './parts/say.ts'
import { actOnToast, Toasts } from './parts/toast.tsx'
import { RevokedDialog, TroubleBanner } from './parts/trouble.tsx'
import { type ScreenEntry, screens } from './screens.ts'
import { Help } from './help.tsx'
import { followLog } from './requests/live.ts'
import { isSignedIn, keyFacts, may } from './session/session.ts'
import { SignIn } from './sign-in.tsx'
import { TopBar } from './top-bar.tsx'

const isHelpOpen = signal(false)

const seen = (): readonly ScreenEntry[] =>
  screens.filter(({ scopes }) => scopes.length === 0 || scopes.some(may))

/** The whole page. */
export const App = () => {
  const [, redraw] = useState(0)
  useLayoutEffect(() => drawBy(() => redraw((times) => times + 1)), [])
  useEffect(
    () =>
      followKeys((keys) => {
        if (!isSignedIn()) return undefined
        const entry = keys.startsWith('g ') && seen().find(({ key }) => `g ${key}` === keys)
        if (entry) return () => go(hrefOf([entry.path]))
        if (keys === 'z') return actOnToast
        if (keys === '?') return () => (isHelpOpen.value = true)
        if (keys === '/') return () => document.querySelector<HTMLElement>('#find')?.focus()
        if (keys === 'n' && may('pets:write')) return () => go(hrefOf(['animals', 'new']))
        return undefined
      }),
    [],
  )
  return (
    <>
      <a
        class="skip"
        href="#main"
        onClick={(event) => {
          event.preventDefault()
          document.querySelector<HTMLElement>('h1')?.focus()
        }}
      >
        Skip to the content
      </a>
      {environment === 'staging' && (
        <section class="band" aria-label="Environment">
          <strong>Staging</strong> <span>Nothing here is real. Its own animals, its own keys.</span>
        </section>
      )}
      {isSignedIn() ? <SignedIn /> : <SignIn />}
      <Questions />
      <p class="unseen" role="status">
        {said.value || null}
      </p>
    </>
  )
}

const SignedIn = () => {
  const entries = seen()
  const [first = ''] = route.value.path
  const entry = entries.find(({ path }) => path === first)
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
          <entry.Screen key={entry.path} />
        ) : first === '' || first === 'sign-in' ? null : (
          <Missing start={entries[0]} />
        )}
      </div>
      <Toasts />
      <RevokedDialog />
      {isHelpOpen.value && <Help entries={entries} onClose={() => (isHelpOpen.value = false)} />}
    </>
  )
}

/** The ways to the screens. On a phone, those of the second group wait behind "More". */
const Rail = ({
  entries,
  current,
}: {
  readonly entries: readonly ScreenEntry[]
  readonly current: string
}) => {
  const [isMore, setMore] = useState(false)
  useEffect(() => setMore(false), [current])
  const groups = (['Store', 'Connections'] as const)
    .map((name) => ({ name, its: entries.filter(({ group }) => group === name) }))
    .filter(({ its }) => its.length > 0)
  return (
    <nav class={isMore ? 'rail with-more' : 'rail'} aria-label="Screens">
      {groups.map(({ name, its }) => (
        <div key={name} class="rail-group" role="group" aria-label={name}>
          <p aria-hidden="true">{name}</p>
          {its.map(({ path, word, icon }) => (
            <a
              key={path}
              href={hrefOf([path])}
              aria-current={path === current ? 'page' : undefined}
            >
              <Icon name={icon} /> {word}
            </a>
          ))}
        </div>
      ))}
      {groups.length > 1 && (
        <button type="button" class="quiet" aria-expanded={isMore} onClick={() => setMore(!isMore)}>
          <Icon name="down" /> More
        </button>
      )}
    </nav>
  )
}

const Missing = ({ start }: { readonly start: ScreenEntry | undefined }) => (
  <main id="main">
    <Heading title="There is no such page" />
    <p>
      {start === undefined
        ? 'This key may see none of the screens. Ask whoever runs the store’s service for a key that may.'
        : 'It may need a key that may do more. '}
      {start !== undefined && <a href={hrefOf([start.path])}>Go to {start.word}</a>}
    </p>
  </main>
)
