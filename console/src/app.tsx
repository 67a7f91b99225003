import { rich, t } from './core/language.ts'
import { drawBy } from './core/signal.ts'
import { useEffect, useLayoutEffect, useState } from 'preact/hooks'
import { readSignedIn } from './core/load-language.ts'
import { beside, environment, showTitle } from './core/page.ts'
import { KeyForm } from './parts/key-form.tsx'
import { LanguageChoice } from './parts/language-choice.tsx'
import { ReadyDot } from './parts/ready-dot.tsx'
import { said } from './parts/say.ts'
import { later } from './parts/later.tsx'
import { isSignedIn } from './session/session.ts'

/** Everything that needs a key. Its code is loaded after signing in. */
const Frame = later(async () => {
  // If loading the translations fails, the script that waits for them says so.
  readSignedIn().catch(() => undefined)
  return (await import('./frame.tsx')).SignedIn
})

/** Asks for an access key, and checks it before anything else is shown. */
const SignIn = () => {
  useEffect(() => showTitle(t('Sign in')), [])
  return (
    <main id="main" class="sign-in">
      <header class="screen-head">
        <h1>Pet Store</h1>
        <ReadyDot />
      </header>
      <KeyForm
        hint={t('Kept only in this tab, unless this device remembers it. Sign out to forget it.')}
      />
      <p class="hint">
        {rich(
          'No key? Whoever runs the store’s service makes one. Programs use the same keys: {link}.',
          { link: <a href={beside('docs')}>{t('how it works for programs')}</a> },
        )}
      </p>
      <LanguageChoice />
    </main>
  )
}

export const App = () => {
  const [, redraw] = useState(0)
  useLayoutEffect(() => drawBy(() => redraw((times) => times + 1)), [])
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
        {t('Skip to the content')}
      </a>
      {environment === 'staging' && (
        <section class="band" aria-label={t('Environment')}>
          <strong>{t('Staging')}</strong>{' '}
          <span>{t('Nothing here is real. Its own animals, its own keys.')}</span>
        </section>
      )}
      {isSignedIn() ? <Frame /> : <SignIn />}
      <p class="unseen" role="status">
        {said.value || null}
      </p>
    </>
  )
}
