import { parseArgs } from 'node:util'
import type { Generator } from './load.ts'

/** What to measure, and how long. */
export type Options = {
  readonly quick: boolean
  /** Numbers of animals. */
  readonly sizes: readonly number[]
  readonly keys: number
  readonly threads: number
  readonly rounds: number
  /** Seconds of load for each server in each round. */
  readonly seconds: number
  readonly starts: number
  /** Whether to measure a node of a cluster, on PostgreSQL and Redis, and nothing else. */
  readonly cluster: boolean
  /** Measure only cases whose name contains this. */
  readonly only: string
  readonly generator: Generator | undefined
  /** A folder in which filled stores are kept; undefined if none is kept. */
  readonly keep: string | undefined
  readonly memory: boolean
  readonly isolation: boolean
  /** Whether to count the work for a request first. */
  readonly work: boolean
  /** Whether to keep the results of the previous run that are not measured again. */
  readonly add: boolean
  /** Whether to measure nothing, and to report the results of the previous run again. */
  readonly from: boolean
  readonly writeDocs: boolean
}

/**
 * Reads the arguments of `npm run bench --`. `--quick`, and a run of single cases, leave out everything that
 * takes long, unless an argument asks for it.
 */
export const readOptions = (args: readonly string[]): Options => {
  const { values } = parseArgs({
    args: [...args],
    allowNegative: true,
    options: {
      quick: { type: 'boolean', default: false },
      sizes: { type: 'string' },
      keys: { type: 'string' },
      threads: { type: 'string', default: '1' },
      rounds: { type: 'string' },
      seconds: { type: 'string' },
      starts: { type: 'string' },
      cluster: { type: 'boolean', default: false },
      only: { type: 'string', default: '' },
      generator: { type: 'string' },
      keep: { type: 'string' },
      memory: { type: 'boolean' },
      isolation: { type: 'boolean' },
      work: { type: 'boolean' },
      add: { type: 'boolean', default: false },
      from: { type: 'boolean', default: false },
      'write-docs': { type: 'boolean', default: false },
    },
  })
  const { quick, cluster, only, generator } = values
  const whole = !quick && only === '' && values.threads === '1'
  if (generator !== undefined && generator !== 'wrk' && generator !== 'node') {
    throw new Error('--generator takes wrk or node.')
  }
  return {
    quick,
    cluster,
    only,
    generator,
    keep: values.keep,
    sizes: (values.sizes ?? (quick ? '1000' : cluster ? '100000' : '1,1000,100000,10000000'))
      .split(',')
      .map(Number),
    keys: Number(values.keys ?? (quick ? 10 : cluster ? 1_000 : 100_000)),
    threads: Number(values.threads),
    rounds: Number(values.rounds ?? (quick ? 1 : 5)),
    seconds: Number(values.seconds ?? (quick ? 1 : 2)),
    starts: Number(values.starts ?? (quick ? 1 : 5)),
    memory: values.memory ?? whole,
    isolation: values.isolation ?? whole,
    work: values.work ?? (quick && only === ''),
    add: values.add,
    from: values.from,
    writeDocs: values['write-docs'],
  }
}
