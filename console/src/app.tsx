import { drawBy } from './core/signal.ts'
import type { ComponentType } from 'preact'
import { useEffect, useLayoutEffect, useState } from 'preact/hooks'
import { environment } from './core/page.ts'
import { said } from './parts/say.ts'
import { Reload } from './parts/refused.tsx'
import { isSignedIn } from './session/session.ts'
import { SignIn } from './sign-in.tsx'

/** All that needs a key. Its code is loaded once somebody has signed in. */
const Frame = () => {
  const [Loaded, setLoaded] = useState<ComponentType | undefined>()
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    import('./frame.tsx').then(
      ({ SignedIn }) => setLoaded(() => SignedIn),
      () => setFailed(true),
    )
  }, [])
  if (hasFailed) {
    return <Reload text="The store is newer than this page. Reload it; what you typed is kept." />
  }
  return Loaded ? <Loaded /> : null
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
