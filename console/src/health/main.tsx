import './sentences.ts'
import { render } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { decimalText, rich, t } from '../core/language.ts'
import { spanText, timeText } from '../core/time.ts'
import type { IconName } from '../parts/icon-names.ts'
import { Icon } from '../parts/icons.tsx'
import {
  chartSpan,
  engineLinesOf,
  type EnvironmentHealth,
  type Health,
  type Line,
  linesOf,
  type Moment,
  pathOf,
  type Urgency,
} from './judge.ts'

/** The polling interval in milliseconds. */
const refreshInterval = 10_000

const looks: Readonly<Record<Urgency, readonly [word: string, IconName, string]>> = {
  Good: [t('Good'), 'tick', 'green'],
  Look: [t('Look'), 'clock', 'amber'],
  Act: [t('Act'), 'warning', 'red'],
}

type Moments = Readonly<Record<string, readonly Moment[]>>

/** The state of the service, for operators. It reads only `/health.json`, which needs neither keys nor the database. */
const HealthPage = () => {
  const [health, setHealth] = useState<Health | undefined>()
  const [moments, setMoments] = useState<Moments>({})
  const [readAt, setReadAt] = useState(Date.now())
  const [now, setNow] = useState(Date.now())
  const look = async (): Promise<void> => {
    try {
      const answer = await fetch('health.json', { cache: 'no-store' })
      const read = (await answer.json()) as Health
      setHealth(read)
      setReadAt(Date.now())
      setMoments((before) => withMoment(before, read))
    } catch {
      // A failure needs no message: the page says how old its figures are.
    }
  }
  useEffect(() => {
    void look()
    const timers = [
      setInterval(() => void look(), refreshInterval),
      setInterval(() => setNow(Date.now()), 1_000),
    ]
    return () => timers.forEach(clearInterval)
  }, [])
  const age = now - readAt
  return (
    <main class="health">
      <header class="screen-head">
        <h1>{t('How the pet store is doing')}</h1>
        <p class="as-of">
          {health !== undefined &&
            t('Updated {time}, every 10 s · {version}', {
              time: timeText(readAt),
              version: health.version,
            })}
        </p>
      </header>
      {age >= 30_000 && (
        <p class="refused" role="alert">
          <Icon name="warning" />{' '}
          <span>
            {t('No figures for {span}. The service does not answer here.', { span: spanText(age) })}
          </span>
        </p>
      )}
      {Object.entries(health?.environments ?? {}).map(([name, environment]) => (
        <Environment
          key={name}
          name={name}
          environment={environment}
          freeBytes={health?.dataFreeBytes ?? null}
          moments={moments[name] ?? []}
          now={readAt}
        />
      ))}
    </main>
  )
}

const withMoment = (before: Moments, { at, environments }: Health): Moments =>
  Object.fromEntries(
    Object.entries(environments).map(([name, { requests }]) => {
      const moment = { at: Date.parse(at), p50: requests.p50, p99: requests.p99 }
      const kept = (before[name] ?? []).filter((each) => moment.at - each.at < chartSpan)
      return [name, [...kept, moment]]
    }),
  )

/** The document is plain text without anchors, so the browser looks for the heading. */
const helpOf = ([document, heading]: Line['help']): string =>
  `help/${document}#:~:text=${encodeURIComponent(`# ${heading}`)}`

const Environment = ({
  name,
  environment,
  freeBytes,
  moments,
  now,
}: {
  readonly name: string
  readonly environment: EnvironmentHealth
  readonly freeBytes: number | null
  readonly moments: readonly Moment[]
  readonly now: number
}) => {
  const engineLines = engineLinesOf(environment)
  const badge = <span class={`environment ${name}`}>{name}</span>
  return (
    <section>
      <h2>
        {environment.isUp
          ? rich('{name} is up', { name: badge })
          : rich('{name} is down', { name: badge })}
      </h2>
      <Lines caption={name} lines={linesOf(environment, freeBytes)} />
      {engineLines.length > 0 && <h3>{t('Engines')}</h3>}
      {engineLines.length > 0 && (
        <Lines caption={t('Engines of {name}', { name })} lines={engineLines} />
      )}
      <Chart name={name} moments={moments} now={now} />
    </section>
  )
}

const Lines = ({
  caption,
  lines,
}: {
  readonly caption: string
  readonly lines: readonly Line[]
}) => (
  <table class="rows lines">
    <caption class="unseen">{caption}</caption>
    <tbody>
      {lines.map((line) => {
        const [word, icon, colour] = looks[line.urgency]
        return (
          <tr key={line.name}>
            <th scope="row">{line.name}</th>
            <td>
              <span class={`chip ${colour}`}>
                <Icon name={icon} /> {word}
              </span>
            </td>
            <td>{line.figure}</td>
            <td>
              <a href={helpOf(line.help)} aria-label={t('Help with {name}', { name: line.name })}>
                {t('Help')}
              </a>
            </td>
          </tr>
        )
      })}
    </tbody>
  </table>
)

const figureText = (figure: number | null): string => (figure === null ? '' : decimalText(figure))

/** The median and 99th percentile of the latency since this page was opened, at most 30 minutes. */
const Chart = ({
  name,
  moments,
  now,
}: {
  readonly name: string
  readonly moments: readonly Moment[]
  readonly now: number
}) => {
  const drawn = moments.filter(({ p99 }) => p99 !== null)
  const latest = drawn.at(-1)
  if (latest === undefined)
    return <p class="hint">{t('No requests to draw since this page was opened.')}</p>
  const half = figureText(latest.p50)
  const most = figureText(latest.p99)
  const top = Math.max(...drawn.map(({ p99 }) => p99 ?? 0), 1)
  return (
    <figure class="plot">
      <figcaption>
        {t(
          'Response times since this page was opened, 30 minutes at most; from 0 to {top} ms. Solid line: half are under it, {half} ms now. Dashed: 99 % are, {most} ms now.',
          { top: Math.round(top), half, most },
        )}
      </figcaption>
      <svg
        width="100%"
        height="120"
        viewBox="0 0 100 100"
        preserveAspectRatio="none"
        role="img"
        aria-label={t('{name}: half of the answers under {half} ms, 99 % under {most} ms', {
          name,
          half,
          most,
        })}
      >
        <path class="half" d={pathOf(moments, ({ p50 }) => p50, top, now)} />
        <path class="most" d={pathOf(moments, ({ p99 }) => p99, top, now)} />
      </svg>
    </figure>
  )
}

const place = document.getElementById('health')
if (place === null) throw new Error('The page has no place for the figures.')
render(<HealthPage />, place)
