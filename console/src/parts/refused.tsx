import type { ComponentChildren } from 'preact'
import { t } from '../core/language.ts'
import { Icon } from './icons.tsx'

/** An inline error: an icon, a sentence, and what to do about it. */
export const Refused = ({
  text,
  children,
}: {
  readonly text: string
  readonly children?: ComponentChildren
}) => (
  <p class="refused" role="alert">
    <Icon name="warning" /> <span>{text}</span> {children}
  </p>
)

/** An error that only reloading the page can fix. */
export const Reload = ({ text }: { readonly text: string }) => (
  <Refused text={text}>
    <button type="button" onClick={() => location.reload()}>
      {t('Reload')}
    </button>
  </Refused>
)
