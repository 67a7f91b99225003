import { isatty } from 'node:tty'
import type { Config } from '../base/config/config.ts'
import { logLevels } from '../base/config/variables.ts'
import type { EngineObservation } from '../base/engines.ts'
import type { Environment } from '../base/environments.ts'
import { LogRate } from './log-rate.ts'
import { jsonLine, type LineLevel, type LineParts, prettyLine } from './log-line.ts'
import { createLogWriter, type LogWriter } from './log-writer.ts'
import type { Observation, Observe } from '../base/observation.ts'

/** What of the log can change while the service runs. */
export type LogBounds = Pick<Config['log'], 'level' | 'sample' | 'rate'>

/** A log of observations. */
export type Log = {
  readonly observe: Observe
  /** Puts another level, sample and rate in force. */
  readonly configure: (bounds: LogBounds) => void
  /** Lines dropped so far because the reader of the log did not keep up. */
  readonly dropped: () => number
  /** Writes what the log holds, for a bounded time. */
  readonly close: () => Promise<void>
}

/** What the log needs from outside. */
export type LogParts = {
  readonly writer: LogWriter
  /** Whether the log goes to a terminal. */
  readonly terminal: boolean
  readonly now: () => number
  /** From 0 to below 1. */
  readonly random: () => number
}

const standardError = 2

const realParts = (): LogParts => ({
  writer: createLogWriter(standardError),
  terminal: isatty(standardError),
  now: Date.now,
  random: Math.random,
})

/**
 * The log: one line for each observation, on standard error. Standard output is for what a command prints.
 *
 * @param environment undefined for the process, which belongs to no environment
 * @param count gets an observation of the lines that were left out
 */
export const createLog = (
  config: Pick<Config, 'log'>,
  environment: Environment | undefined,
  count: Observe = () => undefined,
  { writer, terminal, now, random }: LogParts = realParts(),
): Log => {
  const { format, colours } = config.log
  let { sample } = config.log
  let leastRank = logLevels.indexOf(config.log.level)
  const pretty = format === 'pretty' || (format === 'auto' && terminal)
  const render = pretty
    ? (parts: LineParts): string => prettyLine(parts, terminal && colours)
    : jsonLine

  const observe: Observe = (observation) => {
    const level = levelOf(observation)
    if (level === undefined || logLevels.indexOf(level) < leastRank) return
    const sampled = sample < 1 && isSuccess(observation)
    if (sampled && random() >= sample) return
    const at = now()
    if (isBounded(observation) && !logRate.admits(at)) return
    const line = render({
      level,
      time: new Date(at).toISOString(),
      environment,
      observation,
      sample: sampled ? sample : undefined,
    })
    writer.write(line, pretty || observation.kind !== 'request')
  }
  const reportSuppressed = (lines: number): void => {
    const suppressed = { kind: 'log_lines_suppressed', lines } as const
    count(suppressed)
    observe(suppressed)
  }
  let logRate = new LogRate(config.log.rate, now(), reportSuppressed)
  const configure = (bounds: LogBounds): void => {
    logRate.flush()
    leastRank = logLevels.indexOf(bounds.level)
    sample = bounds.sample
    logRate = new LogRate(bounds.rate, now(), reportSuppressed)
  }
  const close = async (): Promise<void> => {
    logRate.flush()
    await writer.close()
  }
  return { observe, configure, dropped: () => writer.dropped, close }
}

/**
 * What a flood consists of: successes, refusals by a quota or a ban, and bytes that are no request. Everything else is
 * always logged; quotas bound it.
 */
const isBounded = (observation: Observation): boolean =>
  observation.kind === 'bad_request_bytes' ||
  isSuccess(observation) ||
  (observation.kind === 'request' && observation.status === 429)

/** A request that nobody may want to look up. */
const isSuccess = (observation: Observation): boolean =>
  observation.kind === 'request' &&
  observation.status < 400 &&
  !observation.deprecated &&
  !observation.aborted

/**
 * The level of each event, or undefined for those that only the metrics show, as they show all that is observed of engines. A test compares the table in
 * `docs/troubleshooting.md` with this one.
 */
export const eventLevels = {
  bad_request_bytes: 'info',
  request_failed: 'error',
  quota: undefined,
  ban_began: 'warn',
  storage: undefined,
  background_failed: 'error',
  background_recovered: 'info',
  history_incomplete: 'warn',
  log_lines_suppressed: 'info',
  delivery_attempt: undefined,
  deliveries_waiting: undefined,
  store_facts: undefined,
  vital_signs: undefined,
  connection_dropped: undefined,
  connections_refused: 'warn',
  connections_accepted: 'info',
  counters_reached: undefined,
  counters_unavailable: 'error',
  counters_recovered: 'info',
  listening: 'info',
  metrics_listening: 'info',
  metrics_unavailable: 'warn',
  stopping: 'info',
  cut_off: 'warn',
  storage_unavailable: 'error',
  storage_recovered: 'info',
  thread_failed: 'error',
  thread_replaced: 'info',
  obsolete_variable: 'warn',
  configuration_reloaded: 'info',
  configuration_refused: 'error',
  signal_ignored: 'info',
  clock_jumped: 'warn',
  clock_settled: 'info',
  stopped: 'info',
  unknown_variables: 'warn',
} as const satisfies Record<
  Exclude<Observation['kind'], 'request' | EngineObservation['kind']>,
  LineLevel | undefined
>

const levelOf = (observation: Observation): LineLevel | undefined => {
  if (observation.kind === 'request') {
    // A balancer asks every few seconds. The reason of a "not ready" is logged on its own.
    if (observation.operation === 'health') return 'debug'
    // A call of a deprecated operation is logged and counted, but one line for each call is no warning.
    return observation.status >= 500 ? 'error' : 'info'
  }
  if (observation.kind === 'background_failed' && observation.again) return undefined
  const levels: Partial<Record<Observation['kind'], LineLevel | undefined>> = eventLevels
  return levels[observation.kind]
}
