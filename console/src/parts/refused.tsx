import type { ComponentChildren } from 'preact'
import { t } from '../core/language.ts'
import { Icon } from './icons.tsx'

/** A refusal in its place: a picture, a sentence, and what to do about it. */
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

/** What only a reload of the page mends. */
export const Reload = ({ text }: { readonly text: string }) => (
  <Refused text={text}>
    <button type="button" onClick={() => location.reload()}>
      {t('Reload')}
    </button>
  </Refused>
)
