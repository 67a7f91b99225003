import { t } from '../core/language.ts'
import { signal } from '../core/signal.ts'
import { Copy } from '../parts/copy.tsx'
import { Dialog } from '../parts/dialog.tsx'

/** A secret that is shown only once, and a sentence about the previous one. */
type Loadable = { readonly secret: string; readonly note: string }

const shown = signal<Loadable | undefined>(undefined)

/** Shows a secret, once. The dialog stays until the user confirms having stored it. */
export const showSecret = (secret: string | undefined, note = ''): void => {
  // A replayed response lacks the secret; the first one has shown it.
  if (secret !== undefined) shown.value = { secret, note }
}

/** The dialog that shows a new secret. Esc does not close it. */
export const SecretDialog = () => {
  const now = shown.value
  if (now === undefined) return null
  return (
    <Dialog title={t('Copy the secret now')}>
      <p>
        {t('It is not shown again. Your program checks with it who sent a message.')} {now.note}
      </p>
      <p class="secret">
        <code>{now.secret}</code>
        <Copy text={now.secret} what={t('the secret')} class="primary" />
      </p>
      <p class="actions">
        <button
          type="button"
          onClick={() => {
            shown.value = undefined
          }}
        >
          {t('I have copied it')}
        </button>
      </p>
    </Dialog>
  )
}
