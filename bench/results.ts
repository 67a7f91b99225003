import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Isolation } from './isolation.ts'
import type { Machine } from './machine.ts'
import type { Measured } from './measure.ts'
import type { MemoryOverTime } from './memory.ts'
import type { RoundTrips } from './round-trip.ts'

/** A size of the store, and the results for it. */
export type Sized = {
  readonly animals: number
  readonly keys: number
  readonly threads: number
  readonly cases: readonly Measured[]
  /** The highest memory of the service over all cases, in bytes. */
  readonly peak: number
  /** Milliseconds from the start to the first answer. */
  readonly start: number
}

/** All results of a run of the benchmark. */
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

/** The folder of the results, which is not committed. */
export const resultsFile = fileURLToPath(new URL('results/results.json', import.meta.url))

export const writeResults = (results: Results): void => {
  mkdirSync(dirname(resultsFile), { recursive: true })
  writeFileSync(resultsFile, `${JSON.stringify(results, undefined, 2)}\n`)
}

/** The results of an earlier run; undefined if there was none. */
export const readResults = (): Results | undefined => {
  if (!existsSync(resultsFile)) return undefined
  // JSON has no NaN; a figure that could not be measured is null in it.
  return JSON.parse(readFileSync(resultsFile, 'utf8')) as Results
}
