import { useEffect, useRef } from 'preact/hooks'
import { t } from '../core/language.ts'
import { hrefOf } from '../core/route.ts'
import { spanText, timeText } from '../core/time.ts'
import { gate } from '../requests/ask.ts'
import type { Trouble } from '../requests/gate.ts'
import { KeyForm } from './key-form.tsx'
import { signOut } from '../session/session.ts'
import { Dialog } from './dialog.tsx'
import { Icon } from './icons.tsx'
import { say } from './say.ts'
import { useClock } from './use-clock.ts'

/** Says why requests wait and when they continue, in the same way on every screen. */
export const TroubleBanner = () => {
  useClock()
  const trouble = gate.trouble.value
  const kind = trouble?.kind
  const before = useRef<Trouble['kind'] | undefined>(undefined)
  useEffect(() => {
    if (kind === undefined && before.current)
      say(before.current === 'offline' ? t('Connected again.') : t('Requests are sent again.'))
    before.current = kind
  }, [kind])
  if (trouble === undefined || trouble.kind === 'revoked') return null
  const left = spanText(trouble.until - Date.now())
  return (
    <section class={`trouble ${trouble.kind}`} aria-label={t('Why nothing is sent')}>
      <p>
        <Icon name="warning" /> <span>{sentence(trouble.kind, timeText(trouble.until), left)}</span>
        {trouble.kind === 'offline' || trouble.kind === 'busy' ? (
          <button type="button" onClick={() => void gate.checkNow()}>
            {t('Try now')}
          </button>
        ) : (
          <a href={hrefOf(['usage'])}>{t('See usage')}</a>
        )}
      </p>
      {/* The countdown is only visual. Screen readers hear this sentence once. */}
      <span class="unseen" role="alert">
        {sentence(trouble.kind, timeText(trouble.until), t('a while'))}
      </span>
    </section>
  )
}

const sentence = (kind: Exclude<Trouble['kind'], 'revoked'>, time: string, left: string): string =>
  ({
    minute: t(
      'This key has used its requests for this minute. It continues by itself at {time} (in {left}).',
      { time, left },
    ),
    day: t(
      'Today’s requests are used up. More from {time} (in {left}). Keep this tab open: what you typed stays here.',
      { time, left },
    ),
    banned: t(
      'This key is paused until {time} ({left} left), because it kept sending requests over its limit. Nothing is sent until then.',
      { time, left },
    ),
    offline: t('No connection to the store. Trying again in {left}. What you typed is kept.', {
      left,
    }),
    busy: t('The store is busy or restarting. Trying again in {left}. What you typed is kept.', {
      left,
    }),
  })[kind]

/** Asks for another key, over the unchanged screen, if the service no longer accepts this one. */
export const RevokedDialog = () =>
  gate.trouble.value?.kind === 'revoked' && (
    <Dialog title={t('This key no longer works')}>
      <KeyForm
        hint={t(
          'It was replaced or switched off, or it has ended. Sign in with another key to continue; what you typed is kept.',
        )}
        onSignedIn={() => gate.open()}
      >
        <button
          type="button"
          onClick={() => {
            signOut()
            gate.empty()
          }}
        >
          {t('Sign out')}
        </button>
      </KeyForm>
    </Dialog>
  )
