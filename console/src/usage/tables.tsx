import { beside } from '../core/page.ts'
import { countText, t } from '../core/language.ts'
import { Table } from '../parts/table.tsx'
import { codesOf, largest, operationText, type Requests, sharesOf } from './figures.ts'

/** The operations that the key called: a bar and a figure for each. */
export const Operations = ({ entries }: Requests) => {
  const shares = largest(
    sharesOf(entries, ({ operation }) => operation),
    8,
  )
  const max = shares[0]?.count ?? 1
  return (
    <section>
      <h3>{t('By operation')}</h3>
      <table class="figures operations">
        <caption class="unseen">{t('Requests by operation')}</caption>
        <tbody>
          {shares.map(({ name, count }) => (
            <tr key={name}>
              <th scope="row">{operationText(name)}</th>
              <td class="right">{countText(count)}</td>
              <td class="flat">
                <meter max={max} value={count} aria-hidden="true" />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** Refusals and failures by code, most first, with what to do about each. */
export const Codes = ({ entries, step }: Requests) => {
  const codes = codesOf(entries)
  return (
    <section>
      <h3>{t('Errors by code')}</h3>
      {codes.length === 0 ? (
        <p>{t('None in this period.')}</p>
      ) : (
        <Table
          look="figures codes"
          caption={t('Errors by code')}
          columns={[t('Code'), [t('Times'), 'right'], t('Last, from'), [t('Help'), 'unseen']]}
        >
          {codes.map(({ code, count, last }) => (
            <tr key={code}>
              <th scope="row">
                <code>{code}</code>
              </th>
              <td class="right">{countText(count)}</td>
              <td>{step.labelOf(last)}</td>
              <td>
                <HelpLink code={code} />
              </td>
            </tr>
          ))}
        </Table>
      )}
    </section>
  )
}

/** The link to what an error means and what to do about it. */
export const HelpLink = ({ code }: { readonly code: string | undefined }) => (
  <a
    href={`${beside('docs')}#error-${code}`}
    aria-label={t('What to do about {code}', { code: code ?? '' })}
  >
    {t('What to do')}
  </a>
)
