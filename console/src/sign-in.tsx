import { useEffect, useState } from 'preact/hooks'
import { beside, environment, showTitle } from './core/page.ts'
import { Field } from './parts/field.tsx'
import { ReadyDot } from './parts/ready-dot.tsx'
import { keyFault } from './parts/trouble.tsx'
import { faultOfForm, signIn } from './session/session.ts'

/** Asks for an API key, and tries it before anything else is shown. */
export const SignIn = () => {
  const [key, setKey] = useState('')
  const [isSeen, setSeen] = useState(false)
  const [fault, setFault] = useState<string | undefined>()
  const [isTrying, setTrying] = useState(false)
  useEffect(() => showTitle('Sign in'), [])
  const submit = async (): Promise<void> => {
    const text = key.trim()
    const wrongForm = faultOfForm(text)
    setFault(wrongForm)
    if (wrongForm !== undefined || isTrying) return
    setTrying(true)
    try {
      await signIn(text)
    } catch (error) {
      setFault(keyFault(error))
    } finally {
      setTrying(false)
    }
  }
  return (
    <main id="main" class="sign-in">
      <header class="screen-head">
        <h1>Pet Store</h1>
        <ReadyDot />
      </header>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        {/* A password manager keeps the key under the name of the environment. */}
        <input type="text" autocomplete="username" value={environment} hidden readOnly />
        <Field
          label="API key"
          type={isSeen ? 'text' : 'password'}
          autocomplete="current-password"
          spellcheck={false}
          autofocus
          dir="ltr"
          hint="Kept in this tab only, until you sign out. Each tab signs in by itself."
          fault={fault}
          value={key}
          onInput={(event) => setKey(event.currentTarget.value)}
        >
          <button type="button" aria-pressed={isSeen} onClick={() => setSeen(!isSeen)}>
            Show<span class="unseen"> the key</span>
          </button>
        </Field>
        <p class="actions">
          <button type="submit" class="primary" aria-disabled={isTrying}>
            {isTrying ? 'Signing in…' : 'Sign in'}
          </button>
        </p>
        <p class="hint">
          No key? Whoever runs the store’s service makes one. Programs use the same keys:{' '}
          <a href={beside('docs')}>how it works for programs</a>.
        </p>
      </form>
    </main>
  )
}
