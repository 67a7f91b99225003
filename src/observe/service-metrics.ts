import type { Readable } from 'node:stream'
import { errorsOf, type Operation, successStatuses } from '../kit/operation.ts'
import type { Clock } from '../base/clock.ts'
import type { Environment } from '../base/environments.ts'
import { catalogue, errorCodes } from '../base/errors/catalogue.ts'
import type {
  Observation,
  QuotaDecision,
  RequestGroup,
  RequestObservation,
} from '../base/observation.ts'
import { outcomes as decisions, subjectKinds } from '../base/spending.ts'
import {
  type Kind,
  type Latest,
  type MetricGroup,
  metricGroups,
  type Present,
  stateKinds,
} from './metric-groups.ts'
import {
  type Family,
  gaugeFamily,
  type GaugeValues,
  isPlain,
  labelText,
  line,
  partsOf,
} from './metrics-text.ts'
import { lastMinute, type Outcome, type RecentRequests, type Totals } from './recent-requests.ts'

/** What a worker reports about itself, as plain data. */
export type Figures = {
  readonly metrics: readonly Family[]
  readonly latest: Latest
  readonly requests: RecentRequests
}

/** The worker of an environment, as the pages for operators show it. */
export type WorkerState = {
  readonly isServing: boolean
  /** The version of its code. */
  readonly version: string
  readonly replacedCount: number
  /** Undefined if it has reported none yet. */
  readonly figures: Figures | undefined
}

export type Supervised = {
  state(): Promise<WorkerState>
  /** Resolves to the content of a `.cpuprofile` file; `heapSnapshot` to that of a `.heapsnapshot` file. */
  profile(seconds: number): Promise<string>
  heapSnapshot(): Promise<Readable>
}

/** A series of a counter, or of a histogram if it has bounds. */
class Cell {
  /** The counts of the buckets, not cumulative. The last is the count beyond all bounds, and the only one of a counter. */
  readonly counts: number[]
  readonly #bounds: readonly number[]
  #sum = 0

  constructor(bounds: readonly number[]) {
    this.#bounds = bounds
    this.counts = Array.from({ length: bounds.length + 1 }, () => 0)
  }

  add(amount: number): void {
    let at = 0
    while (at < this.#bounds.length && amount > (this.#bounds[at] ?? 0)) at += 1
    const isCounter = this.#bounds.length === 0
    this.counts[at] = (this.counts[at] ?? 0) + (isCounter ? amount : 1)
    if (!isCounter) this.#sum += amount
  }

  /** Formats the series. In the text, the counts of buckets are cumulative. */
  lines(name: string, labels: string): readonly string[] {
    if (this.#bounds.length === 0) return [line(name, labels, this.counts[0] ?? 0)]
    let total = 0
    const buckets = [...this.#bounds.map(String), '+Inf'].map((bound, at) => {
      total += this.counts[at] ?? 0
      return line(`${name}_bucket`, `${labels},le="${bound}"`, total)
    })
    const sum = line(`${name}_sum`, labels, this.#sum)
    return [...buckets, sum, line(`${name}_count`, labels, total)]
  }
}

type SeriesParts = {
  readonly labels?: readonly string[]
  /** Maximum number of series, if the values of the labels come from outside. The last series is for all others. */
  readonly max?: number | undefined
  /** The upper bounds of the buckets of a histogram, ascending, in seconds. */
  readonly bounds?: readonly number[] | undefined
}

/** @param title as for `gaugeFamily` */
const seriesOf = (title: string, parts: SeriesParts) => {
  const { name, help } = partsOf(title)
  const { labels = [], max = Infinity, bounds } = parts
  const cells = new Map<string, { readonly labels: string; readonly cell: Cell }>()

  const add = (key: string, values: readonly string[]): Cell => {
    const isOpen = max !== Infinity && values.some((value) => value !== 'other')
    if (isOpen && (cells.size >= max - 1 || !values.every(isPlain)))
      return of(...labels.map(() => 'other'))
    const cell = new Cell(bounds ?? [])
    cells.set(key, { labels: labelText(labels, values), cell })
    return cell
  }
  const of = (...values: readonly string[]): Cell => {
    // Most metrics have one label, and some are looked up with each call of the store, so `join` is avoided.
    const key = values.length === 1 ? (values[0] ?? '') : values.join('/')
    return cells.get(key)?.cell ?? add(key, values)
  }
  return {
    of,
    /** @param common the labels that all series have, as text */
    read: (common: string): Family => ({
      name,
      help,
      kind: bounds === undefined ? 'counter' : 'histogram',
      lines: [...cells.values()].flatMap(({ labels: own, cell }) =>
        cell.lines(name, own === '' ? common : `${common},${own}`),
      ),
    }),
  }
}

/** Seconds. A request takes some tenths of a millisecond. */
const requestBounds = [
  0.0001, 0.000_25, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10,
]

/** Maximum number of keys with their own series in the metrics of deprecated calls. The others share one. */
export const maxDeprecatedCallers = 50

/** Groups of requests that do not count as requests of the API. */
const apart: ReadonlySet<string> = new Set<RequestGroup>(['health', 'page', 'lab'])

/** The values of the labels `status` and `code` by the outcome of a request. */
const outcomeLabels: ReadonlyMap<Outcome, readonly string[]> = new Map<Outcome, readonly string[]>([
  ...successStatuses.map((status) => [status, [String(status)]] as const),
  ...errorCodes.map((code) => [code, [String(catalogue[code].status), code]] as const),
])

const requestMetrics = (operations: readonly Operation[]) => {
  const requests = seriesOf(
    'petstore_requests_total Requests answered, by operation, status and error code.',
    { labels: ['operation', 'status', 'code'] },
  )
  const seconds = seriesOf(
    'petstore_request_duration_seconds Time from the headers of a request to the handing over of its answer.',
    { labels: ['operation'], bounds: requestBounds },
  )
  const aborted = seriesOf(
    'petstore_requests_aborted_total Requests whose client was gone before the answer was out.',
    { labels: ['operation'] },
  )
  const quota = seriesOf(
    'petstore_quota_decisions_total Requests spent or refused, by whose quota it was and how it stood.',
    { labels: ['subject', 'decision'] },
  )
  const callers = seriesOf(
    `petstore_deprecated_requests_total Requests to a deprecated operation, by the id of the API key; after ${maxDeprecatedCallers} keys, key="other".`,
    { labels: ['operation', 'key'], max: maxDeprecatedCallers + operations.length },
  )
  const bySubject = new Map(
    subjectKinds.map((subject) => [
      subject,
      new Map(decisions.map((decision) => [decision, quota.of(subject, decision)])),
    ]),
  )
  /** By operation or group of paths. Looked up in advance, so that a request allocates nothing. */
  const series = new Map<string, { readonly seconds: Cell; readonly answers: Map<Outcome, Cell> }>()
  for (const name of ['none', ...apart, ...operations.map(({ id }) => id)]) {
    series.set(name, { seconds: seconds.of(name), answers: new Map() })
    aborted.of(name)
  }

  const answered = (name: string, outcome: Outcome): Cell => {
    const cells = series.get(name)?.answers
    const cell =
      cells?.get(outcome) ?? requests.of(name, ...(outcomeLabels.get(outcome) ?? ['other']))
    cells?.set(outcome, cell)
    return cell
  }
  // These are shown from the start, so that their first event counts in a rate. Others appear with their first event.
  for (const operation of operations) {
    const { id, answers } = operation
    for (const status of successStatuses) if (String(status) in answers) answered(id, status)
    for (const code of errorsOf(operation)) answered(id, code)
  }

  const countDecision = ({ subject, outcome }: QuotaDecision): void =>
    bySubject.get(subject)?.get(outcome)?.add(1)

  return {
    count: (request: RequestObservation): void => {
      const { decision, deprecated, operation, code, status, milliseconds } = request
      const name = series.has(operation) ? operation : 'none'
      if (decision !== undefined) countDecision(decision)
      if (request.aborted) return aborted.of(name).add(1)
      const known = code ?? status
      // Other values would make the number of series unbounded.
      answered(name, outcomeLabels.has(known) ? known : 'other').add(1)
      series.get(name)?.seconds.add(milliseconds / 1_000)
      if (deprecated) callers.of(operation, request.keyId ?? 'none').add(1)
    },
    countBadBytes: (code: string): void => answered('none', code).add(1),
    countDecision,
    /** The totals of all requests under `/v1`. */
    totals: (): Totals => {
      const byOutcome = new Map<Outcome, number>()
      const buckets: number[] = []
      for (const [name, { seconds: spent, answers }] of series) {
        if (apart.has(name)) continue
        for (const [at, count] of spent.counts.entries()) buckets[at] = (buckets[at] ?? 0) + count
        for (const [outcome, { counts }] of answers)
          byOutcome.set(outcome, (byOutcome.get(outcome) ?? 0) + (counts[0] ?? 0))
      }
      return { byOutcome, buckets }
    },
    /** @param common the labels that all series have, as text */
    read: (common: string): readonly Family[] =>
      [requests, seconds, aborted, quota, callers].map((each) => each.read(common)),
  }
}

/** Creates the metrics of a group. `addTo` receives its counters. The result reads them, with `common` before their labels. */
const startGroup = (
  { shownWith, gauges, counts }: MetricGroup,
  addTo: (kind: Kind, add: (observation: Observation) => void) => void,
): ((latest: Latest, common: string) => readonly Family[]) => {
  const counted = Object.entries(counts).map(([title, [kind, counting = {}]]) => {
    const { bounds, label, values = [], max, amount, unless } = counting
    const labels = label === undefined ? [] : [label]
    const series = seriesOf(title, { labels, max, bounds })
    if (label === undefined) series.of()
    for (const value of values) series.of(value)
    addTo(kind, (observation) => {
      // The type of the row ensures that observations of this kind have the fields that it names.
      const fields = observation as unknown as Readonly<Record<string, string | number | boolean>>
      const one = label === undefined ? series.of() : series.of(String(fields[label]))
      if (bounds !== undefined) one.add(Number(fields['milliseconds']) / 1_000)
      else if (unless === undefined || fields[unless] === false)
        one.add(amount === undefined ? 1 : Number(fields[amount]))
    })
    return series
  })
  return (latest, common) => {
    if (shownWith !== undefined && latest[shownWith] === undefined) return []
    return [
      ...Object.entries(gauges).map(([title, gauge]) => {
        const [read, label = ''] = typeof gauge === 'function' ? [gauge] : gauge
        return gaugeFamily(title, valuesOf(read(latest), label, common))
      }),
      ...counted.map((series) => series.read(common)),
    ]
  }
}

const valuesOf = (present: Present, label: string, common: string): GaugeValues =>
  typeof present === 'object'
    ? present
        .filter(([value]) => isPlain(value))
        .map(([value, now]) => [`${common},${labelText([label], [value])}`, now])
    : [[common, present]]

/** @param operations the operations with their own series @param now a monotonic clock, in milliseconds */
export const serviceMetrics = (
  environment: Environment,
  operations: readonly Operation[],
  now: Clock = () => performance.now(),
) => {
  const common = labelText(['environment'], [environment])
  const requests = requestMetrics(operations)
  const { remember, read: readLastMinute } = lastMinute(requestBounds, requests.totals, now)
  const counts = new Map<Observation['kind'], Array<(observation: Observation) => void>>()
  const groups = metricGroups.map((group) =>
    startGroup(group, (kind, add) => counts.set(kind, [...(counts.get(kind) ?? []), add])),
  )
  const states: ReadonlySet<Observation['kind']> = new Set(stateKinds)
  let latest: Latest = {}
  return {
    observe: (observation: Observation): void => {
      const { kind } = observation
      if (kind === 'request') requests.count(observation)
      else if (kind === 'quota') requests.countDecision(observation)
      else if (kind === 'bad_request_bytes') requests.countBadBytes(observation.code)
      else {
        if (states.has(kind)) latest = { ...latest, [kind]: observation }
        for (const count of counts.get(kind) ?? []) count(observation)
      }
    },
    /** Takes a snapshot of the counts, for the last minute on the health page. Call it every ten seconds. */
    remember,
    figures: (): Figures => ({
      metrics: [...requests.read(common), ...groups.flatMap((read) => read(latest, common))],
      latest,
      requests: readLastMinute(),
    }),
  }
}
