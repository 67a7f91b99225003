import { drawBy } from './core/signal.ts'
import { useEffect, useLayoutEffect, useState } from 'preact/hooks'
import { beside, environment, showTitle } from './core/page.ts'
import { KeyForm } from './parts/key-form.tsx'
import { ReadyDot } from './parts/ready-dot.tsx'
import { said } from './parts/say.ts'
import { later } from './parts/later.tsx'
import { isSignedIn } from './session/session.ts'

/** All that needs a key. Its code is loaded once somebody has signed in. */
const Frame = later(async () => (await import('./frame.tsx')).SignedIn)

/** Asks for an access key, and tries it before anything else is shown. */
const SignIn = () => {
  useEffect(() => showTitle('Sign in'), [])
  return (
    <main id="main" class="sign-in">
      <header class="screen-head">
        <h1>Pet Store</h1>
        <ReadyDot />
      </header>
      <KeyForm hint="Kept in this tab only, until you sign out. Each tab signs in by itself." />
      <p class="hint">
        No key? Whoever runs the store’s service makes one. Programs use the same keys:{' '}
        <a href={beside('docs')}>how it works for programs</a>.
      </p>
    </main>
  )
}

/** The whole page. */
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
        Skip to the content
      </a>
      {environment === 'staging' && (
        <section class="band" aria-label="Environment">
          <strong>Staging</strong> <span>Nothing here is real. Its own animals, its own keys.</span>
        </section>
      )}
      {isSignedIn() ? <Frame /> : <SignIn />}
      <p class="unseen" role="status">
        {said.value || null}
      </p>
    </>
  )
}
