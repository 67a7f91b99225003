import type { Family } from './metrics-layout.ts'
import type { MetricsMemory } from './metrics-memory.ts'

/** The servers of PostgreSQL that an environment uses, in `/health.json`. */
export type DatabaseServersHealth = {
  readonly servers: ReadonlyArray<{
    readonly name: string
    readonly isUp: boolean
    readonly isPrimary: boolean
  }>
  readonly connections: { readonly busy: number; readonly idle: number; readonly most: number }
  /** Changes that wait for a connection. */
  readonly waiting: number
  /** How many follow, and how many of them take part in commits; null if nobody knows. */
  readonly standbys: number | null
  readonly synchronousStandbys: number | null
  readonly isSynchronousWanted: boolean
  /** Of the standby that is furthest behind. */
  readonly lagSeconds: number | null
}

/** The engine that counts for an environment, in `/health.json`. */
export type SharedCountersHealth = {
  /** Threads that do not reach it. */
  readonly threadsDown: number
  /** Services that count there. */
  readonly nodes: number
  /** Null if nobody knows. */
  readonly replicas: number | null
}

/** @returns null if an environment keeps its data in a file */
export const databaseServersHealth = (
  threads: readonly MetricsMemory[],
): DatabaseServersHealth | null => {
  const [{ metrics: { families } } = { metrics: { families: undefined } }] = threads
  if (families === undefined || sumOf(threads, families.databaseConnectionsMost) === 0) return null
  const primaries = new Map(slotsOf(threads, families.databasePrimary))
  const lags = slotsOf(threads, families.standbyLagSeconds).map(([, seconds]) => seconds)
  return {
    servers: slotsOf(threads, families.databaseServerUp).map(([name, isUp]) => ({
      name,
      isUp: isUp === 1,
      isPrimary: primaries.get(name) === 1,
    })),
    connections: {
      busy: sumOf(threads, families.databaseConnections),
      idle: sumOf(threads, families.databaseConnections, 1),
      most: sumOf(threads, families.databaseConnectionsMost),
    },
    waiting: sumOf(threads, families.databaseWaiting),
    standbys: known(sumOf(threads, families.databaseStandbys)),
    synchronousStandbys: known(sumOf(threads, families.synchronousStandbys)),
    isSynchronousWanted: sumOf(threads, families.synchronousWanted) === 1,
    lagSeconds: lags.length === 0 ? null : Math.max(...lags),
  }
}

/** @returns null if an environment counts in the memory of the process */
export const sharedCountersHealth = (
  threads: readonly MetricsMemory[],
): SharedCountersHealth | null => {
  const [{ metrics: { families } } = { metrics: { families: undefined } }] = threads
  if (families === undefined || sumOf(threads, families.countersDeadline) === 0) return null
  return {
    threadsDown: sumOf(threads, families.countersDown),
    nodes: sumOf(threads, families.countersNodes),
    replicas: known(sumOf(threads, families.countersReplicas)),
  }
}

/** @param at which series of the family */
const sumOf = (threads: readonly MetricsMemory[], { offset }: Family, at = 0): number =>
  threads.reduce((sum, { cells }) => sum + (cells[offset + at] ?? 0), 0)

/** NaN stands for a value that is not known. */
const known = (value: number): number | null => (Number.isNaN(value) ? null : value)

/** The series of a gauge that has one label, by its value. */
const slotsOf = (
  threads: readonly MetricsMemory[],
  family: Family,
): ReadonlyArray<readonly [label: string, value: number]> =>
  threads.flatMap((memory) =>
    memory.labels(family).flatMap((text, index) => {
      const [, label] = /"([^"]*)"/.exec(text ?? '') ?? []
      return label === undefined ? [] : [[label, memory.cells[family.offset + index] ?? 0] as const]
    }),
  )
