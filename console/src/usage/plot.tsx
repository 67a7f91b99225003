import { useState } from 'preact/hooks'
import { countText } from '../core/time.ts'
import { type Bar, barOf, type Ending, type Requests, ticksOf } from './figures.ts'

/** What the endings are called. */
export const endings: ReadonlyArray<readonly [ending: Ending, word: string]> = [
  ['done', 'Done'],
  ['refused', 'Refused'],
  ['over', 'Over quota'],
  ['failed', 'Failed'],
]

/**
 * Requests over time, a bar for each hour or day, with a part for each ending. Colours alone tell
 * nothing: each part has its pattern. Arrow keys walk along the bars.
 */
export const BarPlot = ({ title, entries, bars, step }: Requests) => {
  const [at, setAt] = useState(bars.length - 1)
  const [seen, setSeen] = useState(-1)
  const ticks = ticksOf(Math.max(...bars.map(({ total }) => total)))
  const top = ticks.at(-1) ?? 1
  const tall = (count: number): string => `${(count / top) * 100}%`
  /** "14:00: 212 done, 3 refused". */
  const sentenceOf = (bar: Bar): string => {
    const parts = endings
      .filter(([ending]) => bar[ending] > 0)
      .map(([ending, word]) => `${countText(bar[ending])} ${word.toLowerCase()}`)
    return `${step.labelOf(bar.start)}: ${parts.join(', ') || 'none'}`
  }
  const shown = bars[seen]
  const all = barOf(0, entries)
  return (
    <figure class="plot" aria-label={title}>
      <ul class="legend">
        {endings.map(([ending, word]) => (
          <li key={ending}>
            <i data-ending={ending} /> {word} <b>{countText(all[ending])}</b>
          </li>
        ))}
      </ul>
      <div
        class="bars"
        role="group"
        aria-label={`${title}, a bar each. Arrow keys go from one to the next.`}
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
            {endings.map(
              ([ending]) =>
                bar[ending] > 0 && (
                  <i key={ending} data-ending={ending} style={{ height: tall(bar[ending]) }} />
                ),
            )}
          </div>
        ))}
      </div>
      <div class="plot-ends" aria-hidden="true">
        {bars
          .filter((_, n) => [0, bars.length / 2, bars.length - 1].includes(n))
          .map(({ start }) => (
            <span key={start}>{step.labelOf(start)}</span>
          ))}
      </div>
      <figcaption aria-hidden="true">
        {shown ? sentenceOf(shown) : 'Point at a bar, or use the arrow keys.'}
      </figcaption>
    </figure>
  )
}
