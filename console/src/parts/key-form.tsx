import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { AuthenticationError, PetStoreError, RateLimitError } from '../../../client/src/index.ts'
import { environment, otherConsole, otherEnvironment } from '../core/page.ts'
import { spanText } from '../core/time.ts'
import { Field } from './field.tsx'
import { Form } from './form.tsx'
import { faultOfForm, isOfOther, signIn, takeLinkedKey } from '../session/session.ts'

/** Asks for an access key, and signs in with it once the service has taken it. */
export const KeyForm = ({
  hint,
  onSignedIn,
  children,
}: {
  readonly hint: string
  readonly onSignedIn?: () => void
  /** What stands beside the button. */
  readonly children?: ComponentChildren
}) => {
  const [key, setKey] = useState(takeLinkedKey)
  const [isSeen, setSeen] = useState(false)
  const [fault, setFault] = useState<string | undefined>()
  const [isTrying, setTrying] = useState(false)
  const submit = async (): Promise<void> => {
    const text = key.trim()
    const wrongForm = faultOfForm(text)
    setFault(wrongForm)
    if (wrongForm !== undefined || isTrying) return
    setTrying(true)
    try {
      await signIn(text)
      onSignedIn?.()
    } catch (error) {
      setFault(keyFault(error))
    } finally {
      setTrying(false)
    }
  }
  return (
    <Form onSubmit={() => void submit()}>
      {/* A password manager keeps the key under the name of the environment. */}
      <input type="text" autocomplete="username" value={environment} hidden readOnly />
      <Field
        label="Access key"
        type={isSeen ? 'text' : 'password'}
        autocomplete="current-password"
        spellcheck={false}
        autofocus
        dir="ltr"
        hint={hint}
        fault={fault}
        isFaultSaid
        value={key}
        onInput={setKey}
      >
        <button type="button" aria-pressed={isSeen} onClick={() => setSeen(!isSeen)}>
          Show<span class="unseen"> the key</span>
        </button>
      </Field>
      {fault !== undefined && otherConsole !== undefined && isOfOther(key.trim()) && (
        <p>
          <a href={otherConsole}>Open the {otherEnvironment} console</a>
        </p>
      )}
      <p class="actions">
        <button type="submit" class="primary" aria-disabled={isTrying}>
          {isTrying ? 'Signing in…' : 'Sign in'}
        </button>
        {children}
      </p>
    </Form>
  )
}

/** Says why a key was not taken. */
const keyFault = (error: unknown): string => {
  if (error instanceof RateLimitError) {
    return `Too many tries. Sign in again in ${spanText((error.retryAfter ?? 60) * 1_000)}.`
  }
  if (error instanceof AuthenticationError)
    return 'This key is not known here. It may have been replaced.'
  return error instanceof PetStoreError
    ? 'No connection to the store. Try again.'
    : 'This page has a fault. Reload it.'
}
