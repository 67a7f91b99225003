import { errorsOf, type Operation, successStatuses } from '../kit/operation.ts'
import type { Clock } from '../base/clock.ts'
import type { Environment } from '../base/environments.ts'
import { catalogue, errorCodes } from '../base/errors/catalogue.ts'
import type {
  Observation,
  Observe,
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
  type Cell,
  type Family,
  gaugeFamily,
  type GaugeValues,
  isPlain,
  labelText,
  Series,
} from './metrics-text.ts'
import { LastMinute, type Outcome, type RecentRequests, type Totals } from './recent-requests.ts'

/** What a worker reports of itself, as plain data. */
export type Figures = {
  readonly metrics: readonly Family[]
  readonly latest: Latest
  readonly requests: RecentRequests
}

/** The worker of an environment, as the pages for operators show it. */
export type WorkerState = {
  readonly isServing: boolean
  readonly replacedCount: number
  /** Undefined if it has reported none yet. */
  readonly figures: Figures | undefined
}

export type Supervised = { state(): Promise<WorkerState> }

/** Seconds. A request takes some tenths of a millisecond. */
const requestBounds = [
  0.0001, 0.000_25, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10,
]

/** How many keys have a series of their own in the metrics of deprecated calls; the others share one. */
export const maxDeprecatedCallers = 50

/** Pages and health checks are no requests of the interface. */
const apart: ReadonlySet<string> = new Set<RequestGroup>(['health', 'page', 'lab'])

/** The values of the labels `status` and `code` by the outcome of a request: a status of success, or an error code. */
const outcomeLabels: ReadonlyMap<Outcome, readonly string[]> = new Map<Outcome, readonly string[]>([
  ...successStatuses.map((status) => [status, [String(status)]] as const),
  ...errorCodes.map((code) => [code, [String(catalogue[code].status), code]] as const),
])

class RequestMetrics {
  readonly #requests = new Series(
    'petstore_requests_total',
    'Requests answered, by operation, status and error code.',
    { labels: ['operation', 'status', 'code'] },
  )
  readonly #seconds = new Series(
    'petstore_request_duration_seconds',
    'Time from the headers of a request to the handing over of its answer.',
    { labels: ['operation'], bounds: requestBounds },
  )
  readonly #aborted = new Series(
    'petstore_requests_aborted_total',
    'Requests whose client was gone before the answer was out.',
    { labels: ['operation'] },
  )
  readonly #quota = new Series(
    'petstore_quota_decisions_total',
    'Requests spent or refused, by whose quota it was and how it stood.',
    { labels: ['subject', 'decision'] },
  )
  readonly #callers: Series
  readonly #decisions = new Map(
    subjectKinds.map((subject) => [
      subject,
      new Map(decisions.map((decision) => [decision, this.#quota.of(subject, decision)])),
    ]),
  )
  /** By operation, or by group of paths, found beforehand: a request creates no objects. */
  readonly #series = new Map<
    string,
    { readonly seconds: Cell; readonly answers: Map<Outcome, Cell> }
  >()

  constructor(operations: readonly Operation[]) {
    this.#callers = new Series(
      'petstore_deprecated_requests_total',
      `Requests to a deprecated operation, by the id of the API key; after ${maxDeprecatedCallers} keys, key="other".`,
      { labels: ['operation', 'key'], max: maxDeprecatedCallers + operations.length },
    )
    for (const name of ['none', ...apart, ...operations.map(({ id }) => id)]) {
      this.#series.set(name, { seconds: this.#seconds.of(name), answers: new Map() })
      this.#aborted.of(name)
    }
    // These are shown from the start, so that their first event counts in a rate. Others appear with their first event.
    for (const operation of operations) {
      const { id, answers } = operation
      for (const status of successStatuses)
        if (String(status) in answers) this.#answered(id, status)
      for (const code of errorsOf(operation)) this.#answered(id, code)
    }
  }

  count(request: RequestObservation): void {
    const { decision, aborted, deprecated, operation, code, status, milliseconds } = request
    const name = this.#series.has(operation) ? operation : 'none'
    if (decision !== undefined) this.countDecision(decision)
    if (aborted) {
      this.#aborted.of(name).add(1)
      return
    }
    const known = code ?? status
    // Others would be unbounded.
    this.#answered(name, outcomeLabels.has(known) ? known : 'other').add(1)
    this.#series.get(name)?.seconds.add(milliseconds / 1_000)
    if (deprecated) this.#callers.of(operation, request.keyId ?? 'none').add(1)
  }

  countBadBytes(code: string): void {
    this.#answered('none', code).add(1)
  }

  countDecision({ subject, outcome }: QuotaDecision): void {
    this.#decisions.get(subject)?.get(outcome)?.add(1)
  }

  /** Of all requests under `/v1`. */
  totals(): Totals {
    const byOutcome = new Map<Outcome, number>()
    const buckets: number[] = []
    for (const [name, { seconds, answers }] of this.#series) {
      if (apart.has(name)) continue
      for (const [at, count] of seconds.counts.entries()) buckets[at] = (buckets[at] ?? 0) + count
      for (const [outcome, { counts }] of answers)
        byOutcome.set(outcome, (byOutcome.get(outcome) ?? 0) + (counts[0] ?? 0))
    }
    return { byOutcome, buckets }
  }

  /** @param common the labels that all series have, as text */
  read(common: string): readonly Family[] {
    return [this.#requests, this.#seconds, this.#aborted, this.#quota, this.#callers].map(
      (series) => series.read(common),
    )
  }

  #answered(name: string, outcome: Outcome): Cell {
    const cells = this.#series.get(name)?.answers
    const cell =
      cells?.get(outcome) ?? this.#requests.of(name, ...(outcomeLabels.get(outcome) ?? ['other']))
    cells?.set(outcome, cell)
    return cell
  }
}

/** Starts the metrics of a group: `addTo` gets its counters; the result reads them, with labels that begin with a text. */
const startGroup = (
  { shownWith, gauges, counts }: MetricGroup,
  addTo: (kind: Kind, add: (observation: Observation) => void) => void,
): ((latest: Latest, common: string) => readonly Family[]) => {
  const counted = Object.entries(counts).map(([title, [kind, counting = {}]]) => {
    const { bounds, label, values = [], max, amount, unless } = counting
    const labels = label === undefined ? [] : [label]
    const series = new Series(...partsOf(title), { labels, max, bounds })
    if (label === undefined) series.of()
    for (const value of values) series.of(value)
    addTo(kind, (observation) => {
      // The type of the row has checked that observations of this kind have the fields that it names.
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
        return gaugeFamily(...partsOf(title), valuesOf(read(latest), label, common))
      }),
      ...counted.map((series) => series.read(common)),
    ]
  }
}

const partsOf = (title: string): readonly [name: string, help: string] => {
  const at = title.indexOf(' ')
  return [title.slice(0, at), title.slice(at + 1)]
}

const valuesOf = (present: Present, label: string, common: string): GaugeValues =>
  typeof present === 'object'
    ? present
        .filter(([value]) => isPlain(value))
        .map(([value, now]) => [`${common},${labelText([label], [value])}`, now])
    : [[common, present]]

export class ServiceMetrics {
  readonly #common: string
  readonly #requests: RequestMetrics
  readonly #lastMinute: LastMinute
  readonly #counts = new Map<Observation['kind'], Array<(observation: Observation) => void>>()
  readonly #groups = metricGroups.map((group) =>
    startGroup(group, (kind, add) =>
      this.#counts.set(kind, [...(this.#counts.get(kind) ?? []), add]),
    ),
  )
  #latest: Latest = {}

  /** @param operations those that have series of their own @param now milliseconds that only grow */
  constructor(
    environment: Environment,
    operations: readonly Operation[],
    now: Clock = () => performance.now(),
  ) {
    this.#common = labelText(['environment'], [environment])
    this.#requests = new RequestMetrics(operations)
    this.#lastMinute = new LastMinute(requestBounds, () => this.#requests.totals(), now)
  }

  readonly observe: Observe = (observation) => {
    const { kind } = observation
    if (kind === 'request') this.#requests.count(observation)
    else if (kind === 'quota') this.#requests.countDecision(observation)
    else if (kind === 'bad_request_bytes') this.#requests.countBadBytes(observation.code)
    else {
      if (states.has(kind)) this.#latest = { ...this.#latest, [kind]: observation }
      for (const count of this.#counts.get(kind) ?? []) count(observation)
    }
  }

  /** Remembers the counts of this moment, for what the health page tells of the last minute. Call it every ten seconds. */
  remember(): void {
    this.#lastMinute.remember()
  }

  figures(): Figures {
    return {
      metrics: [
        ...this.#requests.read(this.#common),
        ...this.#groups.flatMap((read) => read(this.#latest, this.#common)),
      ],
      latest: this.#latest,
      requests: this.#lastMinute.read(),
    }
  }
}

const states: ReadonlySet<Observation['kind']> = new Set(stateKinds)
