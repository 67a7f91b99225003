import { readdirSync, readFileSync } from 'node:fs'
import { capture, checkTwin } from './capture.ts'
import type { Case, Workload } from './cases.ts'
import { type LoadResult, sendLoad } from './load.ts'
import { type Server, startBare, stop } from './servers.ts'

/** The results of one server under one load. */
export type Figures = {
  readonly requestsPerSecond: number
  /** Microseconds of processor time per request; NaN if the system does not report it. */
  readonly cpu: number
  /** Milliseconds. */
  readonly p50: number
  readonly p99: number
}

/** The results of a case: medians of the service, of the bare server, and of the ratios of the rounds. */
export type Measured = Awaited<ReturnType<typeof measure>>

/** The number of rounds, and the seconds of load per server in each round. */
export type Effort = { readonly rounds: number; readonly seconds: number }

/**
 * Measures a case: the bare server and the service in turn, round by round. The first round is a warm-up, in
 * which V8 compiles the code, and is not counted.
 *
 * @throws Error if a response was not the one that the case expects
 */
export const measure = async (service: Server, each: Case, effort: Effort) => {
  each.prepare?.()
  const twin = await capture(service.port, each)
  const bare = await startBare(twin)
  try {
    await checkTwin(bare.port, each, twin)
    for (const server of [bare, service]) await figuresOf(server, each, effort)
    const pairs: Array<readonly [bare: Figures, service: Figures]> = []
    for (let round = 0; round < effort.rounds; round += 1)
      pairs.push([await figuresOf(bare, each, effort), await figuresOf(service, each, effort)])
    each.prepare?.()
    await capture(service.port, each)
    return {
      name: each.name,
      bound: each.bound,
      statuses: Object.values(twin.answers).map(({ status }) => status),
      service: medians(pairs.map(([, own]) => own)),
      bare: medians(pairs.map(([other]) => other)),
      ratio: medians(pairs.map(([other, own]) => eachFigure((name) => own[name] / other[name]))),
    }
  } finally {
    await stop(bare)
  }
}

/**
 * Measures one server under one load, once.
 *
 * @throws Error if a response did not arrive, or a request was unexpectedly refused
 */
export const figuresOf = async (server: Server, each: Workload, effort: Effort) => {
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

/** Checks that either all requests were refused or none, as the case expects. */
const check = ({ name, expected }: Workload, { requests, refused, failed }: LoadResult): void => {
  const refusing = Object.values(expected).every(({ status }) => status >= 400)
  const wrong = refusing ? requests - refused : refused
  if (wrong === 0 && failed === 0 && requests > 0) return
  throw new Error(
    `${name}: of ${requests} answers ${refused} were of 400 and above, and ${failed} did not come.`,
  )
}

const eachFigure = (of: (name: keyof Figures) => number): Figures => ({
  requestsPerSecond: of('requestsPerSecond'),
  cpu: of('cpu'),
  p50: of('p50'),
  p99: of('p99'),
})

const medians = (all: readonly Figures[]): Figures =>
  eachFigure((name) => median(all.map((each) => each[name])))

/** The quantile of values at a share from 0 to 1. */
export const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(share * (values.length - 1))] ?? Number.NaN

/** For an even number of values, the mean of the two in the middle. */
export const median = (values: readonly number[]): number => {
  const [half, sorted] = [(values.length - 1) / 2, values.toSorted((a, b) => a - b)]
  return ((sorted[Math.floor(half)] ?? Number.NaN) + (sorted[Math.ceil(half)] ?? 0)) / 2
}

/** The resources of a process and its children so far (proc(5)): microseconds of processor time, and bytes of memory. */
export type Usage = { readonly cpu: number; readonly memory: number; readonly peak: number }

/** Reads the resource usage of a process. All figures are NaN on systems other than Linux. */
export const usageOf = (pid: number | string | undefined): Usage => {
  try {
    const read = (name: string): string => readFileSync(`/proc/${pid}/${name}`, 'latin1')
    const status = read('status')
    const bytes = (name: string): number =>
      Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) * 1_024
    const used = { cpu: 0, memory: bytes('VmRSS'), peak: bytes('VmHWM') }
    for (const thread of readdirSync(`/proc/${pid}/task`)) {
      used.cpu += Number(read(`task/${thread}/schedstat`).split(' ')[0]) / 1_000
      for (const child of read(`task/${thread}/children`).split(' ').filter(Boolean)) {
        const its = usageOf(child)
        for (const name of ['cpu', 'memory', 'peak'] as const) used[name] += its[name] || 0
      }
    }
    return used
  } catch {
    return { cpu: Number.NaN, memory: Number.NaN, peak: Number.NaN }
  }
}
