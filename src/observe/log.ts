import { isatty } from 'node:tty'
import type { Config } from '../base/config/config.ts'
import { logLevels } from '../base/config/variables.ts'
import type { Environment } from '../base/environments.ts'
import { jsonLine, type LineLevel, type LineParts, prettyLine } from './log-line.ts'
import { createLogWriter } from './log-writer.ts'
import type { Observation, Observe } from '../base/observation.ts'

/** Settings of the log that can change while the service runs. */
type LogBounds = Pick<Config['log'], 'level' | 'sample' | 'rate'>

/** The dependencies of the log. It writes to standard error, since standard output is for what a command prints. */
const realParts = () => ({
  writer: createLogWriter(2),
  terminal: isatty(2),
  now: Date.now,
  random: Math.random,
})

/** Creates the log: one line for each observation. @param count receives an observation of the lines that were left out */
export const createLog = (
  config: Pick<Config, 'log'>,
  environment: Environment | undefined,
  count: Observe = () => undefined,
  { writer, terminal, now, random }: ReturnType<typeof realParts> = realParts(),
) => {
  const { format, colours } = config.log
  let bounds: LogBounds = config.log
  const pretty = format === 'pretty' || (format === 'auto' && terminal)
  const render = pretty
    ? (parts: LineParts): string => prettyLine(parts, terminal && colours)
    : jsonLine

  const observe: Observe = (observation) => {
    const level = levelOf(observation)
    if (level === undefined || logLevels.indexOf(level) < logLevels.indexOf(bounds.level)) return
    const { sample } = bounds
    const sampled = sample < 1 && isSuccess(observation)
    if (sampled && random() >= sample) return
    if (isBounded(observation) && !isWithinRate()) return
    const line = render({
      level,
      time: new Date(now()).toISOString(),
      environment,
      observation,
      sample: sampled ? sample : undefined,
    })
    writer.write(line, pretty || observation.kind !== 'request')
  }
  /** Number of bounded lines in this second. Only `rate` are written, so that journald drops no warnings during a flood. */
  let lines = 0
  const endSecond = (): void => {
    const suppressed = { kind: 'log_lines_suppressed', lines: lines - bounds.rate } as const
    lines = 0
    if (suppressed.lines <= 0) return
    count(suppressed)
    observe(suppressed)
  }
  const second = setTimeout(endSecond, 1_000).unref()
  const isWithinRate = (): boolean => {
    if (lines === 0) second.refresh()
    lines += 1
    return lines <= bounds.rate
  }
  const configure = (changed: LogBounds): void => {
    endSecond()
    bounds = changed
  }
  return {
    observe,
    configure,
    /** Lines dropped so far because the reader of the log did not keep up. */
    dropped: () => writer.dropped,
    /** Writes what the log holds, for a bounded time. */
    close: async (): Promise<void> => {
      endSecond()
      await writer.close()
    },
  }
}

/** Whether a line may be part of a flood: success, refusal by quota or ban, bytes that are no request. Quotas bound the rest. */
const isBounded = (observation: Observation): boolean =>
  observation.kind === 'bad_request_bytes' ||
  isSuccess(observation) ||
  (observation.kind === 'request' && observation.status === 429)

const isSuccess = (observation: Observation): boolean =>
  observation.kind === 'request' &&
  observation.status < 400 &&
  !observation.deprecated &&
  !observation.aborted

/** The level of each event except requests. Others are only in the metrics. `docs/troubleshooting.md` has the same table. */
export const eventLevels = {
  bad_request_bytes: 'info',
  request_failed: 'error',
  ban_began: 'warn',
  background_failed: 'error',
  background_recovered: 'info',
  history_incomplete: 'warn',
  log_lines_suppressed: 'info',
  connections_refused: 'warn',
  connections_accepted: 'info',
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
  diagnosed: 'warn',
  restarted: 'info',
  restart_failed: 'error',
  obsolete_variable: 'warn',
  configuration_reloaded: 'info',
  configuration_refused: 'error',
  signal_ignored: 'info',
  clock_jumped: 'warn',
  clock_settled: 'info',
  stopped: 'info',
  unknown_variables: 'warn',
} as const satisfies Partial<Record<Observation['kind'], LineLevel>>

const levelOf = (observation: Observation): LineLevel | undefined => {
  if (observation.kind === 'request') {
    // Load balancers ask every few seconds. The reason for "not ready" is logged separately.
    if (observation.operation === 'health') return 'debug'
    // A call of a deprecated operation is logged and counted, but is not worth a warning each time.
    return observation.status >= 500 ? 'error' : 'info'
  }
  if (observation.kind === 'background_failed' && observation.again) return undefined
  const levels: Partial<Record<Observation['kind'], LineLevel>> = eventLevels
  return levels[observation.kind]
}
