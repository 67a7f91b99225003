import type { UsageEntry } from '../../../client/src/index.ts'
import { beside } from '../core/page.ts'
import { countText } from '../core/time.ts'
import { Table } from '../parts/table.tsx'
import { type Bar, codesOf, endings, largest, operationText, sharesOf, totalOf } from './figures.ts'
import { endingWords } from './plot.tsx'

/** The figures of the plot as a table. Hours and days without requests are left out. */
export const BarTable = ({
  title,
  bars,
  labelOf,
}: {
  readonly title: string
  readonly bars: readonly Bar[]
  readonly labelOf: (start: number) => string
}) => (
  <details>
    <summary>Show as table</summary>
    <div class="wide" role="region" tabIndex={0} aria-label={`${title}, as a table`}>
      <Table
        look="figures"
        caption={`${title}; those without any are left out`}
        columns={['From', ...endings.map((ending) => [endingWords[ending], 'right'] as const)]}
      >
        {bars
          .filter((bar) => totalOf(bar) > 0)
          .map((bar) => (
            <tr key={bar.start}>
              <th scope="row">{labelOf(bar.start)}</th>
              {endings.map((ending) => (
                <td key={ending} class="right">
                  {countText(bar[ending])}
                </td>
              ))}
            </tr>
          ))}
      </Table>
    </div>
  </details>
)

/** Which operations the key called: a bar and the figure for each. */
export const Operations = ({ entries }: { readonly entries: readonly UsageEntry[] }) => {
  const shares = largest(
    sharesOf(entries, ({ operation }) => operation),
    8,
  )
  const most = shares[0]?.count ?? 1
  return (
    <section>
      <h3>By operation</h3>
      <table class="figures operations">
        <caption class="unseen">Requests by operation</caption>
        <tbody>
          {shares.map(({ name, count }) => (
            <tr key={name}>
              <th scope="row">{operationText(name)}</th>
              <td class="right">{countText(count)}</td>
              <td class="flat">
                <svg width="100%" height="14" aria-hidden="true">
                  <rect class="ground-done" width={`${(count / most) * 100}%`} height="14" rx="3" />
                </svg>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** Refusals and failures by code, with what to do about each. */
export const Codes = ({
  entries,
  labelOf,
}: {
  readonly entries: readonly UsageEntry[]
  readonly labelOf: (start: number) => string
}) => {
  const codes = codesOf(entries)
  return (
    <section>
      <h3>Errors by code</h3>
      {codes.length === 0 ? (
        <p>None in this time.</p>
      ) : (
        <Table
          look="figures codes"
          caption="Errors by code"
          columns={['Code', ['Times', 'right'], 'Last, from', ['Help', 'unseen']]}
        >
          {codes.map(({ code, count, last }) => (
            <tr key={code}>
              <th scope="row">
                <code>{code}</code>
              </th>
              <td class="right">{countText(count)}</td>
              <td>{labelOf(last)}</td>
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
export const HelpLink = ({ code }: { readonly code: string }) => (
  <a href={`${beside('docs')}#error-${code}`}>
    What to do<span class="unseen"> about {code}</span>
  </a>
)
