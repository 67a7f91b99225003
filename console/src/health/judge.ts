import { countText, decimalText, t } from '../core/language.ts'
import { spanText } from '../core/time.ts'

/** One environment in `/health.json`, as docs/operations.md describes it. */
export type EnvironmentHealth = {
  readonly isUp: boolean
  readonly threads: number
  readonly threadsReplaced: number
  readonly databaseUp: boolean
  readonly requests: {
    readonly seconds: number
    readonly count: number
    readonly p50: number | null
    readonly p99: number | null
  }
  readonly refusals: Readonly<Record<string, number>>
  readonly backupAgeSeconds: number | null
  readonly keysExpiring: number
  readonly deliveriesWaiting: number
  /** Null with SQLite. */
  readonly databaseServers: DatabaseServers | null
  /** Null if quotas are counted in the process. */
  readonly sharedCounters: SharedCounters | null
}

type DatabaseServers = {
  readonly servers: ReadonlyArray<{
    readonly name: string
    readonly isUp: boolean
    readonly isPrimary: boolean
  }>
  readonly connections: { readonly busy: number; readonly most: number }
  readonly waiting: number
  readonly standbys: number | null
  readonly synchronousStandbys: number | null
  readonly isSynchronousWanted: boolean
  readonly lagSeconds: number | null
}

type SharedCounters = {
  readonly threadsDown: number
  readonly nodes: number
  readonly replicas: number | null
}

/** The content of `/health.json`. */
export type Health = {
  readonly version: string
  readonly at: string
  readonly dataFreeBytes: number | null
  readonly environments: Readonly<Record<string, EnvironmentHealth>>
}

/** How urgent a line is. */
export type Urgency = 'Good' | 'Look' | 'Act'

/** A line of the page: a figure, its urgency, and the heading in a document of docs/ that explains what to do. */
export type Line = {
  readonly name: string
  readonly figure: string
  readonly urgency: Urgency
  readonly help: readonly [document: 'troubleshooting' | 'operations' | 'cluster', heading: string]
}

const gigabyte = 1_000_000_000
const day = 86_400

/** `Act` takes precedence over `Look`. */
const urgencyOf = (isAct: boolean, isLook: boolean): Urgency =>
  isAct ? 'Act' : isLook ? 'Look' : 'Good'

/** The lines of an environment, the most important first. */
export const linesOf = (
  environment: EnvironmentHealth,
  freeBytes: number | null,
): readonly Line[] => {
  const { requests, refusals, threads, threadsReplaced, backupAgeSeconds: age } = environment
  const { databaseUp, keysExpiring, deliveriesWaiting } = environment
  const failed = (refusals['internal_error'] ?? 0) + (refusals['service_unavailable'] ?? 0)
  const reasons = Object.entries(refusals)
    .sort(([, one], [, other]) => other - one)
    .map(([code, count]) => `${code} ${countText(count)}`)
  const { p50, p99 } = requests
  return [
    {
      name: t('Database'),
      figure: databaseUp ? t('It answers.') : t('It does not answer.'),
      urgency: urgencyOf(!databaseUp, false),
      help: ['troubleshooting', 'Faults'],
    },
    {
      name: t('Thread'),
      figure: joined([
        threads > 0 ? t('Listening') : t('Not listening'),
        threadsReplaced > 0 && t('{count} replaced since the start', { count: threadsReplaced }),
      ]),
      urgency: urgencyOf(threads === 0, threadsReplaced > 0),
      help: ['troubleshooting', 'Faults'],
    },
    {
      name: t('Requests'),
      figure:
        p50 === null || p99 === null
          ? t('none in the last minute')
          : t('{count} a second; half under {half}, 99 % under {most}', {
              count: Math.round(requests.count / Math.max(1, requests.seconds)),
              half: msText(p50),
              most: msText(p99),
            }),
      urgency: urgencyOf((p99 ?? 0) > 1_000, (p99 ?? 0) > 250),
      help: ['troubleshooting', 'Slow or failing answers'],
    },
    {
      name: t('Refused'),
      figure: reasons.join(', ') || t('none in the last minute'),
      urgency: urgencyOf(failed > 0, false),
      help: ['troubleshooting', 'Slow or failing answers'],
    },
    {
      name: t('Free disk'),
      figure: freeBytes === null ? t('not known') : `${decimalText(freeBytes / gigabyte)} GB`,
      urgency: urgencyOf(
        (freeBytes ?? gigabyte) < gigabyte,
        (freeBytes ?? Infinity) < 5 * gigabyte,
      ),
      help: ['troubleshooting', 'Faults'],
    },
    {
      name: t('Last backup'),
      figure: age === null ? t('none yet') : t('{span} ago', { span: spanText(age * 1_000) }),
      urgency: urgencyOf((age ?? 0) > 7 * day, age === null || age > 2 * day),
      help: ['operations', 'Back up'],
    },
    {
      name: t('Deliveries waiting'),
      figure: countText(deliveriesWaiting),
      urgency: urgencyOf(false, deliveriesWaiting > 100),
      help: ['operations', 'A receiver that is down for a day'],
    },
    {
      name: t('Keys ending within a week'),
      figure: countText(keysExpiring),
      urgency: urgencyOf(false, keysExpiring > 0),
      help: ['operations', 'API keys'],
    },
  ]
}

/** The lines of the external engines (database, counters) that an environment uses, if any. */
export const engineLinesOf = ({
  databaseServers,
  sharedCounters,
}: Pick<EnvironmentHealth, 'databaseServers' | 'sharedCounters'>): readonly Line[] => [
  ...(databaseServers === null ? [] : databaseLines(databaseServers)),
  ...(sharedCounters === null ? [] : [countersLine(sharedCounters)]),
]

const databaseLines = ({
  servers,
  connections: { busy, most },
  waiting,
  standbys,
  synchronousStandbys,
  isSynchronousWanted,
  lagSeconds,
}: DatabaseServers): readonly Line[] => [
  {
    name: 'PostgreSQL',
    figure: servers
      .map(({ name, isUp, isPrimary }) =>
        !isUp
          ? t('{name} cannot be reached', { name })
          : isPrimary
            ? t('{name} is the primary', { name })
            : t('{name} is a standby', { name }),
      )
      .join(', '),
    urgency: urgencyOf(
      servers.every(({ isPrimary }) => !isPrimary),
      servers.some(({ isUp }) => !isUp),
    ),
    help: ['cluster', 'What to do if a part dies'],
  },
  {
    name: t('Standbys'),
    figure:
      standbys === null
        ? t('not known: the primary does not answer')
        : joined([
            t('{count} follow', { count: standbys }),
            synchronousStandbys !== null &&
              t('{count} synchronous', { count: synchronousStandbys }),
            lagSeconds !== null &&
              t('{seconds} s behind at most', { seconds: decimalText(lagSeconds) }),
          ]),
    urgency: urgencyOf(isSynchronousWanted && synchronousStandbys === 0, (lagSeconds ?? 0) > 10),
    help: ['cluster', 'What to do if a part dies'],
  },
  {
    name: t('Database connections'),
    figure: t('{busy} of {most} busy, {count} changes wait', {
      busy: countText(busy),
      most: countText(most),
      count: waiting,
    }),
    urgency: urgencyOf(false, waiting > 100),
    help: ['cluster', 'What to do if a part dies'],
  },
]

const countersLine = ({ threadsDown, nodes, replicas }: SharedCounters): Line => ({
  name: t('Counters'),
  figure:
    threadsDown > 0
      ? t('The service cannot reach the engine')
      : joined([
          t('reached, {count} services count there', { count: nodes }),
          replicas !== null && t('{count} replicas follow', { count: replicas }),
        ]),
  urgency: urgencyOf(threadsDown > 0, false),
  help: ['cluster', 'While the counters do not answer'],
})

/** Joins the known parts with commas. */
const joined = (parts: ReadonlyArray<string | false>): string =>
  parts.filter((part) => part !== false).join(', ')

const msText = (milliseconds: number): string =>
  `${milliseconds < 10 ? decimalText(milliseconds) : countText(Math.round(milliseconds))} ms`

/** The latencies at one point in time, for the chart. */
export type Moment = {
  readonly at: number
  readonly p50: number | null
  readonly p99: number | null
}

/** The time span of the chart, in milliseconds. */
export const chartSpan = 30 * 60_000

/** A line of the chart as an SVG path in a box of 100 by 100. Moments without requests interrupt it. */
export const pathOf = (
  moments: readonly Moment[],
  value: (moment: Moment) => number | null,
  top: number,
  now: number,
): string => {
  let path = ''
  let isDrawn = false
  for (const moment of moments) {
    const height = value(moment)
    if (height !== null) {
      const x = 100 - ((now - moment.at) / chartSpan) * 100
      path += `${isDrawn ? 'L' : 'M'}${x.toFixed(2)} ${(100 - (height / top) * 100).toFixed(2)}`
      // Makes a single moment visible as a dot.
      if (!isDrawn) path += 'h0'
    }
    isDrawn = height !== null
  }
  return path
}
