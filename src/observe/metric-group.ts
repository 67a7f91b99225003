import type { Observation } from '../base/observation.ts'

export type Kind = Observation['kind']
type Observed<K extends Kind> = Extract<Observation, { readonly kind: K }>

/** The kinds of observations that describe a present state. */
export const stateKinds = [
  'vital_signs',
  'store_facts',
  'deliveries_waiting',
  'database_pool',
  'database_servers',
  'database_standbys',
  'counters_opened',
  'counters_reached',
  'counters_replicas',
] as const satisfies readonly Kind[]

/** The latest observation of each kind of state. */
export type Latest = { readonly [K in (typeof stateKinds)[number]]?: Observed<K> }

/** The present value of a gauge, or of each of its series by the value of its label; undefined if it is not known. */
export type Present =
  | number
  | undefined
  | ReadonlyArray<readonly [label: string, value: number | null | undefined]>

/** A metric that shows the latest of what was observed. */
type Gauge = readonly [help: string, read: (latest: Latest) => Present, label?: string]

/** How a metric counts the observations of a kind. */
type Counting<K extends Kind> = {
  /** The upper bounds of the buckets in seconds, if it sorts them by their duration. */
  readonly bounds?: readonly number[]
  /** The name of its label, and of the field that has the value. */
  readonly label?: keyof Observed<K> & string
  /** Values that are shown from the start, so that their first event counts in a rate. */
  readonly values?: readonly string[]
  readonly max?: number
  /** It counts only observations with these fields; a series begins with any. */
  readonly where?: Partial<Observed<K>>
  /** The field that says how many an observation counts for; without it, an observation counts for one. */
  readonly amount?: keyof Observed<K> & string
}

/** A metric that counts, with the names of the fields alone. */
type Count = Omit<Counting<Kind>, 'label' | 'amount'> & {
  readonly kind: Kind
  readonly help: string
  readonly label?: string
  readonly amount?: string
}

/** A metric that counts the observations of a kind. */
export const count = <K extends Kind>(
  kind: K,
  help: string,
  counting: Counting<K> = {},
): Count => ({
  kind,
  help,
  ...counting,
})

/** Metrics by name, in a row each. */
export type MetricGroup = {
  /** They are shown once this was observed. */
  readonly shownWith?: keyof Latest
  readonly gauges: Readonly<Record<string, Gauge>>
  readonly counts: Readonly<Record<string, Count>>
}
