import { useState } from 'preact/hooks'
import { t } from '../core/language.ts'
import { environment } from '../core/page.ts'
import type { Call } from '../requests/call.ts'
import { type Code, codeOf } from '../requests/copy-as.ts'
import { baseUrl } from '../session/session.ts'
import { Sample } from './copy.tsx'

/**
 * Offers the requests of a screen as code to copy: `curl`, and TypeScript for the client.
 *
 * @param calls the calls of the screen, each with a name; false for one that does not apply
 */
export const CopyAs = ({
  calls,
}: {
  readonly calls: ReadonlyArray<readonly [name: string, call: Call] | false>
}) => {
  const [codes, setCodes] = useState<ReadonlyArray<readonly [string, Code]>>([])
  const show = (isOpen: boolean): void =>
    setCodes(
      (isOpen ? calls : [])
        .filter((each) => each !== false)
        .map(([name, call]) => [name, codeOf(call, baseUrl, environment === 'production')]),
    )
  return (
    <details class="copy-as" onToggle={(event) => show(event.currentTarget.open)}>
      <summary>{t('Copy as code')}</summary>
      {codes.map(([name, { curl, typescript }]) => (
        <section key={name}>
          <h3>{name}</h3>
          <Sample label={`curl: ${name}`} text={curl} />
          <Sample label={`TypeScript: ${name}`} text={typescript} />
        </section>
      ))}
      {codes.length > 0 && <p class="hint">{t('It does not contain your key.')}</p>}
    </details>
  )
}
