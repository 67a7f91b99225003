import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { t } from '../core/language.ts'
import { AuthenticationError, PetStoreError, RateLimitError } from '../../../client/src/index.ts'
import { environment, otherConsole } from '../core/page.ts'
import { spanText } from '../core/time.ts'
import { Field } from './field.tsx'
import { Form } from './form.tsx'
import { remember, rememberedKey } from '../session/kept.ts'
import { faultOfForm, isOfOther, signIn, signInAsKept, takeKey } from '../session/session.ts'

/** Asks for an access key, and signs in once the service has accepted it. */
export const KeyForm = ({
  hint,
  onSignedIn,
  children,
}: {
  readonly hint: string
  readonly onSignedIn?: () => void
  /** What is shown beside the button. */
  readonly children?: ComponentChildren
}) => {
  const [key, setKey] = useState(takeKey)
  const [isKept, setKept] = useState(() => rememberedKey() !== null)
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
      remember(isKept ? text : undefined)
      onSignedIn?.()
    } catch (error) {
      const isUnknown = error instanceof AuthenticationError
      if (isUnknown && text === rememberedKey()) remember(undefined)
      if (isUnknown || !signInAsKept(text)) setFault(keyFault(error))
    } finally {
      setTrying(false)
    }
  }
  useEffect(() => {
    if (key !== '' && key === rememberedKey()) void submit()
  }, [])
  return (
    <Form onSubmit={() => void submit()}>
      {/* The user name under which a password manager stores the key: the environment. */}
      <input type="text" autocomplete="username" value={environment} hidden readOnly />
      <Field
        label={t('Access key')}
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
        <button
          type="button"
          aria-label={t('Show the key')}
          aria-pressed={isSeen}
          onClick={() => setSeen(!isSeen)}
        >
          {t('Show')}
        </button>
      </Field>
      <label>
        <input
          type="checkbox"
          checked={isKept}
          onChange={(event) => setKept(event.currentTarget.checked)}
        />{' '}
        {t('Remember this device')}
      </label>
      {fault !== undefined && otherConsole !== undefined && isOfOther(key.trim()) && (
        <p>
          <a href={otherConsole}>
            {environment === 'staging'
              ? t('Open the production console')
              : t('Open the staging console')}
          </a>
        </p>
      )}
      <p class="actions">
        <button type="submit" class="primary" aria-disabled={isTrying}>
          {isTrying ? t('Signing in…') : t('Sign in')}
        </button>
        {children}
      </p>
    </Form>
  )
}

/** Says why a key was not accepted. */
const keyFault = (error: unknown): string => {
  if (error instanceof RateLimitError) {
    return t('Too many attempts. Sign in again in {span}.', {
      span: spanText((error.retryAfter ?? 60) * 1_000),
    })
  }
  if (error instanceof AuthenticationError)
    return t('This key is not known here. It may have been replaced.')
  return error instanceof PetStoreError
    ? t('No connection to the store. Try again.')
    : t('This page has a fault. Reload it.')
}
