import { capture, checkTwin } from './capture.ts'
import type { Case, Workload } from './cases.ts'
import { type LoadResult, sendLoad } from './load.ts'
import { type Server, startBare, stop } from './servers.ts'
import { usageOf } from './usage.ts'

/** The results of one server under one load. */
export type Figures = {
  readonly requestsPerSecond: number
  /** Microseconds of processor time a request; NaN if the system does not say. */
  readonly cpu: number
  /** Milliseconds. */
  readonly p50: number
  readonly p99: number
}

/** The results of a case: medians of the service, of the bare server, and of the ratios of the rounds. */
export type Measured = {
  readonly name: string
  readonly bound: number | undefined
  /** By method. */
  readonly statuses: readonly number[]
  readonly service: Figures
  readonly bare: Figures
  readonly ratio: Figures
}

export type Effort = {
  readonly rounds: number
  /** Seconds of load for each server in each round. */
  readonly seconds: number
}

/**
 * Measures a case: the bare server and the service in turn, round by round. A first round is not counted: in it
 * V8 compiles the code that the case runs.
 *
 * @throws Error if an answer was not what the case says that it measures
 */
export const measure = async (service: Server, each: Case, effort: Effort): Promise<Measured> => {
  each.prepare?.()
  const twin = await capture(service.port, each)
  const bare = await startBare(twin)
  try {
    await checkTwin(bare.port, each, twin)
    for (const server of [bare, service]) await figuresOf(server, each, effort)
    const pairs: Array<{ readonly bare: Figures; readonly service: Figures }> = []
    for (let round = 0; round < effort.rounds; round += 1) {
      pairs.push({
        bare: await figuresOf(bare, each, effort),
        service: await figuresOf(service, each, effort),
      })
    }
    each.prepare?.()
    await capture(service.port, each)
    return {
      name: each.name,
      bound: each.bound,
      statuses: Object.values(twin.answers).map(({ status }) => status),
      service: medians(pairs.map((pair) => pair.service)),
      bare: medians(pairs.map((pair) => pair.bare)),
      ratio: medians(
        pairs.map((pair) => eachFigure((name) => pair.service[name] / pair.bare[name])),
      ),
    }
  } finally {
    await stop(bare)
  }
}

/** Whether a case meets the project's target. */
export const isWithin = ({ bound, ratio }: Pick<Measured, 'bound' | 'ratio'>): boolean =>
  bound === undefined || ratio.cpu <= bound

/**
 * Measures one server under one load, once.
 *
 * @throws Error if an answer did not come, or was refused and should not be
 */
export const figuresOf = async (
  server: Server,
  each: Workload,
  effort: Effort,
): Promise<Figures> => {
  each.prepare?.()
  const before = usageOf(server.process.pid)
  const seen = await sendLoad(server.port, each.load, effort.seconds)
  const after = usageOf(server.process.pid)
  check(each, seen)
  return {
    requestsPerSecond: seen.requests / seen.seconds,
    cpu: (after.cpu - before.cpu) / seen.requests,
    p50: seen.p50,
    p99: seen.p99,
  }
}

/** Checks that a case was refused throughout, or not at all, as it expects. */
const check = ({ name, expected }: Workload, { requests, refused, failed }: LoadResult): void => {
  const refusing = Object.values(expected).every(({ status }) => status >= 400)
  const wrong = refusing ? requests - refused : refused
  if (wrong === 0 && failed === 0 && requests > 0) return
  throw new Error(
    `${name}: of ${requests} answers ${refused} were of 400 and above, and ${failed} did not come.`,
  )
}

const eachFigure = (figure: (name: keyof Figures) => number): Figures => ({
  requestsPerSecond: figure('requestsPerSecond'),
  cpu: figure('cpu'),
  p50: figure('p50'),
  p99: figure('p99'),
})

const medians = (all: readonly Figures[]): Figures =>
  eachFigure((name) => median(all.map((each) => each[name])))

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}
