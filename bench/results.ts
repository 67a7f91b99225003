import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Isolation } from './isolation.ts'
import type { Machine } from './machine.ts'
import type { Measured } from './measure.ts'
import type { MemoryOverTime } from './memory.ts'
import type { RoundTrips } from './round-trip.ts'

/** A size of the store and what was measured at it. */
export type Sized = {
  readonly animals: number
  readonly keys: number
  readonly threads: number
  readonly cases: readonly Measured[]
  /** Bytes of memory that the service had at most, over all cases. */
  readonly peak: number
  /** Milliseconds to the first answer. */
  readonly start: number
}

/** All that a run of the benchmark found. */
export type Results = {
  readonly day: string
  readonly generator: string
  readonly effort: string
  readonly machine: Machine
  readonly sizes: readonly Sized[]
  readonly memory: MemoryOverTime | undefined
  readonly isolation: readonly Isolation[] | undefined
  readonly roundTrips: readonly RoundTrips[] | undefined
}

/** Where results lie: they are no part of the repository. */
export const resultsFile = fileURLToPath(new URL('results/results.json', import.meta.url))

export const writeResults = (results: Results): void => {
  mkdirSync(dirname(resultsFile), { recursive: true })
  writeFileSync(resultsFile, `${JSON.stringify(results, undefined, 2)}\n`)
}

/** The results of an earlier run; undefined if there was none. */
export const readResults = (): Results | undefined => {
  if (!existsSync(resultsFile)) return undefined
  // JSON has no NaN; what could not be measured is null in it, and counts as no number.
  return JSON.parse(readFileSync(resultsFile, 'utf8')) as Results
}
