import type { Case } from './cases.ts'
import { type Load, type LoadResult, sendLoad } from './load.ts'
import { capture, type Server, startBare, stop, usageOf } from './servers.ts'

/** One server under one load. */
export type Figures = {
  readonly requestsPerSecond: number
  /** Microseconds of processor time a request; NaN where the system does not tell. */
  readonly cpu: number
  readonly p50: number
  readonly p99: number
  readonly refused: number
}

/** A case measured: medians of the service, of the bare server, and of the ratios round by round. */
export type Measured = {
  readonly name: string
  readonly bound: number | undefined
  readonly status: number
  readonly service: Figures
  readonly bare: Figures
  readonly ratio: Pick<Figures, 'requestsPerSecond' | 'cpu' | 'p50' | 'p99'>
}

export type Effort = {
  readonly generator: 'wrk' | 'autocannon'
  readonly rounds: number
  /** Of each server in each round. */
  readonly seconds: number
}

/** Measures a case: the bare server and the service in turn, round by round, after one uncounted round. */
export const measure = async (service: Server, each: Case, effort: Effort): Promise<Measured> => {
  const captured = await capture(service.port, each.load)
  const bare = await startBare(captured)
  try {
    const pairs: Array<{ readonly bare: Figures; readonly service: Figures }> = []
    for (let round = 0; round <= effort.rounds; round += 1) {
      const pair = {
        bare: await figuresOf(bare, each.load, effort),
        service: await figuresOf(service, each.load, effort),
      }
      if (round > 0) pairs.push(pair)
    }
    const ratioOf = (figure: 'requestsPerSecond' | 'cpu' | 'p50' | 'p99'): number =>
      median(pairs.map((pair) => pair.service[figure] / pair.bare[figure]))
    return {
      name: each.name,
      bound: each.bound,
      status: captured.status,
      service: medians(pairs.map((pair) => pair.service)),
      bare: medians(pairs.map((pair) => pair.bare)),
      ratio: {
        requestsPerSecond: ratioOf('requestsPerSecond'),
        cpu: ratioOf('cpu'),
        p50: ratioOf('p50'),
        p99: ratioOf('p99'),
      },
    }
  } finally {
    await stop(bare)
  }
}

const figuresOf = async (server: Server, load: Load, effort: Effort): Promise<Figures> => {
  const before = usageOf(server)
  const seen: LoadResult = await sendLoad(effort.generator, server.port, load, effort.seconds)
  const after = usageOf(server)
  const cpu = before === undefined || after === undefined ? Number.NaN : after.cpu - before.cpu
  return {
    requestsPerSecond: seen.requests / seen.seconds,
    cpu: cpu / seen.requests,
    p50: seen.p50,
    p99: seen.p99,
    refused: seen.refused,
  }
}

const medians = (all: readonly Figures[]): Figures => ({
  requestsPerSecond: median(all.map((each) => each.requestsPerSecond)),
  cpu: median(all.map((each) => each.cpu)),
  p50: median(all.map((each) => each.p50)),
  p99: median(all.map((each) => each.p99)),
  refused: median(all.map((each) => each.refused)),
})

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}
