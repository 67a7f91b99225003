import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Isolation } from './isolation.ts'
import type { Machine } from './machine.ts'
import type { Measured } from './measure.ts'
import type { MemoryOverTime } from './memory.ts'

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
}

/** What the engines spend on a request, in microseconds of processor time. */
export type Shares = { readonly name: string; readonly postgres: number; readonly counters: number }

/** All results of a run of the benchmark of a cluster. */
export type ClusterResults = Pick<Results, 'day' | 'generator' | 'effort' | 'machine'> & {
  readonly node: Sized
  readonly shares: readonly Shares[]
  /** Bytes that an animal takes in PostgreSQL, with its indexes. */
  readonly animalBytes: number
}

/** The files of the results, whose folder is not committed. */
export const resultsFile = fileURLToPath(new URL('results/results.json', import.meta.url))
export const clusterFile = fileURLToPath(new URL('results/cluster.json', import.meta.url))

export const writeResults = (results: Results): void => write(resultsFile, results)

export const writeClusterResults = (results: ClusterResults): void => write(clusterFile, results)

const write = (file: string, results: Results | ClusterResults): void => {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify(results, undefined, 2)}\n`)
}

/** The results of an earlier run; undefined if there was none. */
export const readResults = (): Results | undefined =>
  // JSON has no NaN; a figure that could not be measured is null in it.
  read(resultsFile) as Results | undefined

export const readClusterResults = (): ClusterResults | undefined =>
  read(clusterFile) as ClusterResults | undefined

const read = (file: string): unknown =>
  existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
