import { t } from '../core/language.ts'
import { say } from './say.ts'

/** Copies a text, and announces that. */
export const copy = (text: string, said = t('Copied.')): void => {
  void navigator.clipboard?.writeText(text).then(() => say(said))
}

/** A button that copies a text, and announces that. */
export const Copy = ({
  text,
  what,
  class: looks = '',
}: {
  readonly text: string
  /** What is copied, after "Copy". */
  readonly what: string
  readonly class?: string
}) => (
  <button
    type="button"
    class={looks}
    aria-label={t('Copy {what}', { what })}
    onClick={() => copy(text)}
  >
    {t('Copy')}
  </button>
)

/** Code, with a button that copies it. */
export const Sample = ({ label, text }: { readonly label: string; readonly text: string }) => (
  <div class="sample">
    <pre role="region" tabIndex={0} aria-label={label}>
      <code>{text}</code>
    </pre>
    <Copy text={text} what={label} />
  </div>
)
