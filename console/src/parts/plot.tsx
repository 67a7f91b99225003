import { useState } from 'preact/hooks'
import { countText, language, t } from '../core/language.ts'
import { Table } from './table.tsx'
import { ticksOf } from './ticks.ts'

/** What a plot shows: a bar for each interval, with a part for each kind. */
export type Plotted<Part extends string> = {
  readonly title: string
  /** The kinds, with their labels and patterns, the lowest first. */
  readonly parts: ReadonlyArray<
    readonly [part: Part, word: string, look: 'plain' | 'hatched' | 'striped' | 'dotted']
  >
  readonly bars: ReadonlyArray<
    Readonly<Record<Part, number>> & {
      /** When its interval begins, in milliseconds since the epoch. */
      readonly start: number
    }
  >
  /** The total of each kind over all intervals, beside its label; may be empty. */
  readonly sums: Readonly<Record<Part, string>>
  readonly labelOf: (start: number) => string
}

/**
 * A bar chart of counts over time. Each part also has a pattern, since colour alone does not suffice. Arrow
 * keys move along the bars.
 */
export const BarPlot = <Part extends string>({
  title,
  parts,
  bars,
  sums,
  labelOf,
}: Plotted<Part>) => {
  const [at, setAt] = useState(bars.length - 1)
  const [seen, setSeen] = useState(-1)
  const totalOf = (bar: (typeof bars)[number]): number =>
    parts.reduce((sum, [part]) => sum + bar[part], 0)
  const ticks = ticksOf(Math.max(1, ...bars.map(totalOf)))
  const top = ticks.at(-1) ?? 1
  const tall = (count: number): string => `${(count / top) * 100}%`
  /** "14:00: 212 done, 3 refused". */
  const sentenceOf = (bar: (typeof bars)[number]): string => {
    const counts = parts
      .filter(([part]) => bar[part] > 0)
      .map(
        ([part, word]) =>
          `${countText(bar[part])} ${language === 'de' ? word : word.toLowerCase()}`,
      )
    return t('{name}: {text}', { name: labelOf(bar.start), text: counts.join(', ') || t('none') })
  }
  const shown = bars[seen]
  return (
    <figure class="plot" aria-label={title}>
      <ul class="legend">
        {parts.map(([part, word, look]) => (
          <li key={part}>
            <i data-look={look} /> {word} <b>{sums[part]}</b>
          </li>
        ))}
      </ul>
      <div
        class="bars"
        role="group"
        aria-label={t('{title}, a bar each. Arrow keys go from one to the next.', { title })}
        onKeyDown={(event) => {
          const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: bars.length - 1 }[
            event.key
          ]
          if (to === undefined) return
          event.preventDefault()
          event.currentTarget.querySelectorAll<HTMLElement>('[role]')[to]?.focus()
        }}
      >
        {ticks.map((tick) => (
          <span key={tick} style={{ bottom: tall(tick) }} aria-hidden="true">
            {countText(tick)}
          </span>
        ))}
        {bars.map((bar, n) => (
          <div
            key={bar.start}
            role="img"
            tabIndex={n === at ? 0 : -1}
            aria-label={sentenceOf(bar)}
            onFocus={() => {
              setAt(n)
              setSeen(n)
            }}
            onMouseEnter={() => setSeen(n)}
          >
            {parts.map(
              ([part, , look]) =>
                bar[part] > 0 && (
                  <i key={part} data-look={look} style={{ height: tall(bar[part]) }} />
                ),
            )}
          </div>
        ))}
      </div>
      <div class="plot-ends" aria-hidden="true">
        {bars
          .filter((_, n) => [0, bars.length / 2, bars.length - 1].includes(n))
          .map(({ start }) => (
            <span key={start}>{labelOf(start)}</span>
          ))}
      </div>
      <figcaption aria-hidden="true">
        {shown ? sentenceOf(shown) : t('Point at a bar, or use the arrow keys.')}
      </figcaption>
    </figure>
  )
}

/** The figures of a plot as a table, without the empty intervals. */
export const BarTable = <Part extends string>({ title, parts, bars, labelOf }: Plotted<Part>) => (
  <details>
    <summary>{t('Show as table')}</summary>
    <div class="wide" role="region" tabIndex={0} aria-label={t('{title}, as a table', { title })}>
      <Table
        look="figures"
        caption={t('{title}; those without any are left out', { title })}
        columns={[t('From'), ...parts.map(([, word]) => [word, 'right'] as const)]}
      >
        {bars
          .filter((bar) => parts.some(([part]) => bar[part] > 0))
          .map((bar) => (
            <tr key={bar.start}>
              <th scope="row">{labelOf(bar.start)}</th>
              {parts.map(([part]) => (
                <td key={part} class="right">
                  {countText(bar[part])}
                </td>
              ))}
            </tr>
          ))}
      </Table>
    </div>
  </details>
)
