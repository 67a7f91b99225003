import { useEffect } from 'preact/hooks'
import { beside, showTitle } from './core/page.ts'
import { ReadyDot } from './parts/ready-dot.tsx'
import { KeyForm } from './parts/key-form.tsx'

/** Asks for an API key, and tries it before anything else is shown. */
export const SignIn = () => {
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
