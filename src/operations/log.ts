import pino from 'pino'
import type { LogLevel } from '../config/variables.ts'
import type { Environment } from '../keys/key-format.ts'
import type { Observation, Observe } from './observation.ts'

/**
 * A log of observations: JSON lines on standard error, which leaves standard output to what a
 * command prints for its user. Values from outside stand inside JSON strings only.
 */
export const logObserver = (environment: Environment, level: LogLevel): Observe => {
  const log = pino(
    {
      level,
      base: { environment },
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { error: pino.stdSerializers.err },
    },
    pino.destination({ fd: 2, sync: true }),
  )
  return (observation) => {
    const { kind, ...fields } = observation
    log[levelOf(observation)](fields, kind)
  }
}

const levelOf = (observation: Observation): 'debug' | 'info' | 'warn' | 'error' => {
  switch (observation.kind) {
    case 'request':
      return observation.status >= 500 ? 'error' : observation.deprecated ? 'warn' : 'info'
    case 'request_failed':
    case 'background_failed':
    case 'thread_failed':
      return 'error'
    case 'cut_off':
    case 'unknown_variables':
      return 'warn'
    default:
      return 'info'
  }
}
