import { useRef, useState } from 'preact/hooks'
import { countText } from '../core/time.ts'
import { type Bar, type Ending, endings, ticksOf, totalOf } from './figures.ts'

/** What the endings are called. */
export const endingWords: Readonly<Record<Ending, string>> = {
  done: 'Done',
  refused: 'Refused',
  over: 'Over quota',
  failed: 'Failed',
}

/** The height of the plot in CSS pixels. */
const height = 160

/** "14:00: 212 done, 3 refused". */
const sentenceOf = (bar: Bar, label: string): string => {
  const parts = endings
    .filter((ending) => bar[ending] > 0)
    .map((ending) => `${countText(bar[ending])} ${endingWords[ending].toLowerCase()}`)
  return `${label}: ${parts.join(', ') || 'none'}`
}

/**
 * Requests over time, a bar for each hour or day, with a part for each ending. Colours alone tell
 * nothing: each part has its pattern. Arrow keys walk along the bars.
 */
export const BarPlot = ({
  title,
  bars,
  labelOf,
}: {
  readonly title: string
  readonly bars: readonly Bar[]
  /** The time of a bar, as its sentence has it. */
  readonly labelOf: (start: number) => string
}) => {
  const [at, setAt] = useState(bars.length - 1)
  const [seen, setSeen] = useState<number | undefined>()
  const plot = useRef<SVGSVGElement>(null)
  const ticks = ticksOf(Math.max(...bars.map(totalOf)))
  const top = ticks.at(-1) ?? 1
  const percent = 100 / bars.length
  const move = (event: KeyboardEvent): void => {
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: bars.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    const next = Math.min(bars.length - 1, Math.max(0, to))
    setAt(next)
    plot.current?.querySelectorAll('g')[next]?.focus()
  }
  const shown = bars[seen ?? -1]
  return (
    <figure class="plot" aria-label={title}>
      <Legend bars={bars} />
      <div class="plot-area">
        <svg width="48" height={height + 12} aria-hidden="true">
          {ticks.map((tick) => (
            <text key={tick} x="44" y={yOf(tick, top) + 4} text-anchor="end">
              {countText(tick)}
            </text>
          ))}
        </svg>
        <svg
          ref={plot}
          width="100%"
          height={height + 12}
          role="group"
          aria-label={`${title}, a bar each. Arrow keys go from one to the next.`}
          onKeyDown={move}
        >
          {ticks.map((tick) => (
            <line key={tick} class="grid" x2="100%" y1={yOf(tick, top)} y2={yOf(tick, top)} />
          ))}
          {bars.map((bar, n) => (
            <g
              key={bar.start}
              role="img"
              tabIndex={n === at ? 0 : -1}
              aria-label={sentenceOf(bar, labelOf(bar.start))}
              onFocus={() => {
                setAt(n)
                setSeen(n)
              }}
              onMouseEnter={() => setSeen(n)}
            >
              <rect class="hit" x={`${n * percent}%`} width={`${percent}%`} y="8" height={height} />
              <Parts bar={bar} top={top} x={n * percent} width={percent} />
            </g>
          ))}
        </svg>
      </div>
      <div class="plot-ends" aria-hidden="true">
        {[bars[0], bars[Math.floor(bars.length / 2)], bars.at(-1)].map(
          (bar) => bar !== undefined && <span key={bar.start}>{labelOf(bar.start)}</span>,
        )}
      </div>
      <figcaption aria-hidden="true">
        {shown === undefined
          ? 'Point at a bar, or use the arrow keys.'
          : sentenceOf(shown, labelOf(shown.start))}
      </figcaption>
    </figure>
  )
}

const yOf = (value: number, top: number): number => 8 + height - (value / top) * height

const Parts = ({
  bar,
  top,
  x,
  width,
}: {
  readonly bar: Bar
  readonly top: number
  readonly x: number
  readonly width: number
}) => {
  let below = 0
  return (
    <>
      {endings.map((ending) => {
        const count = bar[ending]
        if (count === 0) return null
        const y = yOf(below + count, top)
        const tall = yOf(below, top) - y
        below += count
        return (
          <rect
            key={ending}
            class="part"
            fill={fillOf(ending)}
            x={`${x + width * 0.12}%`}
            width={`${width * 0.76}%`}
            y={y}
            // One failure among a thousand is to be seen too.
            height={Math.max(2, tall)}
          />
        )
      })}
    </>
  )
}

/** The pattern of an ending, which `Patterns` defines. */
export const fillOf = (ending: Ending): string => `url(#pattern-${ending})`

/** The patterns of the parts, once on the page. */
export const Patterns = () => (
  <svg class="unseen" aria-hidden="true">
    <defs>
      {endings.map((ending) => (
        <pattern
          key={ending}
          id={`pattern-${ending}`}
          width="6"
          height="6"
          patternUnits="userSpaceOnUse"
        >
          <rect class={`ground-${ending}`} width="6" height="6" />
          {ending === 'refused' && <path d="M-1 7L7-1M-1 1L1-1M5 7L7 5" />}
          {ending === 'over' && <path d="M0 3h6" />}
          {ending === 'failed' && <path d="M-1-1L7 7M-1 7L7-1" />}
        </pattern>
      ))}
    </defs>
  </svg>
)

const Legend = ({ bars }: { readonly bars: readonly Bar[] }) => (
  <ul class="legend">
    {endings.map((ending) => (
      <li key={ending}>
        <svg width="16" height="16" aria-hidden="true">
          <rect class="part" fill={fillOf(ending)} width="16" height="16" />
        </svg>
        {endingWords[ending]} <b>{countText(bars.reduce((sum, bar) => sum + bar[ending], 0))}</b>
      </li>
    ))}
  </ul>
)
