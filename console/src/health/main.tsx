import { render } from 'preact'
import { useEffect, useState } from 'preact/hooks'
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

/** Milliseconds between two looks. */
const refreshInterval = 10_000

const looks: Readonly<Record<Urgency, readonly [IconName, string]>> = {
  Good: ['tick', 'green'],
  Look: ['clock', 'amber'],
  Act: ['warning', 'red'],
}

type Moments = Readonly<Record<string, readonly Moment[]>>

/** How the service does, for operators. It asks `/health.json` alone, which needs neither keys nor the database. */
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
      // The page says how old its figures are.
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
        <h1>How the pet store does</h1>
        <p class="as-of">
          {health !== undefined && `Updated ${timeText(readAt)}, every 10 s · ${health.version}`}
        </p>
      </header>
      {age >= 30_000 && (
        <p class="refused" role="alert">
          <Icon name="warning" />{' '}
          <span>No figures for {spanText(age)}. The service does not answer here.</span>
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
  return (
    <section>
      <h2>
        <span class={`environment ${name}`}>{name}</span> {environment.isUp ? 'is up' : 'is down'}
      </h2>
      <Lines caption={name} lines={linesOf(environment, freeBytes)} />
      {engineLines.length > 0 && <h3>Engines</h3>}
      {engineLines.length > 0 && <Lines caption={`Engines of ${name}`} lines={engineLines} />}
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
        const [icon, colour] = looks[line.urgency]
        return (
          <tr key={line.name}>
            <th scope="row">{line.name}</th>
            <td>
              <span class={`chip ${colour}`}>
                <Icon name={icon} /> {line.urgency}
              </span>
            </td>
            <td>{line.figure}</td>
            <td>
              <a href={helpOf(line.help)}>
                Help<span class="unseen"> with {line.name}</span>
              </a>
            </td>
          </tr>
        )
      })}
    </tbody>
  </table>
)

/** Half and 99 % of the answers, since this page was opened, 30 minutes at most. */
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
    return <p class="hint">No requests to draw since this page was opened.</p>
  const top = Math.max(...drawn.map(({ p99 }) => p99 ?? 0), 1)
  return (
    <figure class="plot">
      <figcaption>
        Time of the answers since this page was opened, 30 minutes at most; from 0 to{' '}
        {top.toFixed(0)} ms. Full line: half are under it, {latest.p50?.toFixed(1)} ms now. Dashed:
        99 %, {latest.p99?.toFixed(1)} ms now.
      </figcaption>
      <svg
        width="100%"
        height="120"
        viewBox="0 0 100 100"
        preserveAspectRatio="none"
        role="img"
        aria-label={`${name}: half of the answers under ${latest.p50?.toFixed(1)} ms, 99 % under ${latest.p99?.toFixed(1)} ms`}
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
