import { t } from '../core/language.ts'
import { signal } from '../core/signal.ts'
import { useEffect } from 'preact/hooks'
import { say } from './say.ts'

/** A short message about what somebody has done, with a way to undo it if there is one. */
export type Toast = {
  readonly text: string
  /** The label of the button: "Undo" only if it restores everything. */
  readonly label?: string
  readonly act?: () => void
  /** The URL of what the message is about, for a link beside the button. */
  readonly href?: string
}

/** How long a message stays, in seconds. */
const seconds = 10

const shown = signal<(Toast & { readonly left: number }) | undefined>(undefined)
const isHeld = signal(false)

/** Shows a message in place of the previous one, and announces it to screen readers. */
export const toast = (message: Toast): void => {
  isHeld.value = false
  shown.value = { ...message, left: seconds }
  say(
    message.label === undefined
      ? message.text
      : t('{text} {action} with Z.', { text: message.text, action: message.label }),
  )
}

/** Removes the message. */
export const dropToast = (): void => {
  shown.value = undefined
}

/** Does what the message's button does; returns whether there was one. */
export const actOnToast = (): boolean => {
  const act = shown.value?.act
  shown.value = undefined
  act?.()
  return act !== undefined
}

/** Where messages appear. The countdown of a message pauses while the pointer or the focus is on it. */
export const Toasts = () => {
  useEffect(() => {
    const timer = setInterval(() => {
      const now = shown.value
      if (!now || isHeld.value) return
      shown.value = now.left > 1 ? { ...now, left: now.left - 1 } : undefined
    }, 1_000)
    return () => clearInterval(timer)
  }, [])
  const message = shown.value
  if (!message) return null
  const hold = (held: boolean) => () => {
    isHeld.value = held
  }
  return (
    <section
      class="toast"
      aria-label={t('What you did last')}
      onMouseEnter={hold(true)}
      onMouseLeave={hold(false)}
      onFocusIn={hold(true)}
      onFocusOut={hold(false)}
    >
      <span>{message.text}</span>
      {message.href && (
        <a href={message.href} onClick={dropToast}>
          {t('Open')}
        </a>
      )}
      {message.label && (
        <button type="button" aria-keyshortcuts="Z" onClick={actOnToast}>
          {message.label}{' '}
          <small aria-hidden="true">{t('{seconds} s', { seconds: message.left })}</small>
        </button>
      )}
      <button type="button" class="quiet" aria-label={t('Close this message')} onClick={dropToast}>
        ×
      </button>
    </section>
  )
}
