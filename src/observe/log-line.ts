import type { LogLevel } from '../base/config/variables.ts'
import type { Environment } from '../base/environments.ts'
import { redactKeys } from '../access/keys/redact.ts'
import type { Observation, RequestObservation } from '../base/observation.ts'

export type LineLevel = Exclude<LogLevel, 'silent'>

export type LineParts = {
  readonly level: LineLevel
  readonly time: string
  /** Undefined for the process, which belongs to no environment. */
  readonly environment: Environment | undefined
  readonly observation: Observation
  /** The share of successful requests that is logged, if not all are. */
  readonly sample: number | undefined
}

/** Maximum number of characters of a path in a line, so that a line fits into one write. */
const maxPath = 1_000

/** Formats a line of JSON. The many lines of requests are concatenated at half the cost: only their path can need escapes. */
export const jsonLine = (parts: LineParts): string => {
  const { level, time, environment, observation, sample } = parts
  if (observation.kind !== 'request') {
    const { kind, ...fields } = observation
    return safe(
      `${JSON.stringify({ level, time, environment, msg: kind, ...fields }, plainErrors)}\n`,
    )
  }
  const { code, keyId, deprecated, aborted, trace } = observation
  let line =
    `{"level":"${level}","time":"${time}","environment":"${environment}","msg":"request",` +
    `"requestId":"${observation.requestId}","method":"${observation.method}",` +
    `"path":${JSON.stringify(shownPath(observation))},"operation":"${observation.operation}",` +
    `"status":${observation.status},"milliseconds":${observation.milliseconds}`
  if (code !== undefined) line += `,"code":"${code}"`
  if (keyId !== undefined) line += `,"keyId":"${keyId}"`
  if (deprecated) line += ',"deprecated":true'
  if (aborted) line += ',"aborted":true'
  if (trace !== undefined) line += `,"trace":${JSON.stringify(trace)}`
  if (sample !== undefined) line += `,"sample":${sample}`
  return redactKeys(`${line}}\n`)
}

const shownPath = ({ path }: RequestObservation): string =>
  path.length > maxPath ? `${path.slice(0, maxPath)}...` : path

const colours = { debug: '90', info: '32', warn: '33', error: '31' } as const

/** Formats a line for a person at a terminal. The stack of an error follows on separate lines. */
export const prettyLine = (parts: LineParts, coloured: boolean): string => {
  const { level, time, environment = 'petstore', observation } = parts
  const name = level.toUpperCase().padEnd(5)
  const shown = coloured ? `\u001B[${colours[level]}m${name}\u001B[0m` : name
  return `${time.slice(11, 23)} ${shown} ${environment.padEnd(10)} ${safe(summaryOf(observation))}\n`
}

const summaryOf = (observation: Observation): string => {
  if (observation.kind === 'request') {
    const { method, status, code, operation, keyId, milliseconds, deprecated, aborted } =
      observation
    const notes = [
      code ?? operation,
      keyId ?? 'no key',
      `${milliseconds} ms`,
      ...(deprecated ? ['deprecated'] : []),
      ...(aborted ? ['aborted'] : []),
    ]
    return `${method} ${shownPath(observation)} ${status} ${notes.join(', ')}`
  }
  const { kind, ...fields } = observation
  const words = Object.entries(fields)
    .filter(([, value]) => value !== undefined && !(value instanceof Error))
    .map(([field, value]) => ` ${field}=${JSON.stringify(value)}`)
  const error = 'error' in observation ? observation.error : undefined
  const stack = error instanceof Error ? stackOf(error) : ''
  return `${kind}${words.join('')}${stack}`
}

const stackOf = (error: Error): string => {
  const { stack, ...facts } = factsOf(error)
  return [`error=${JSON.stringify(facts)}`, ...(stack ?? '').split('\n').slice(1)]
    .map((line) => `\n    ${line.trim()}`)
    .join('')
}

type ErrorFacts = {
  readonly type: string
  readonly message: string
  readonly code?: unknown
  readonly cause?: ErrorFacts
  readonly stack?: string | undefined
}

const max = { message: 300, stack: 1_200, causes: 3 } as const

/** Replaces an error by its facts, which `JSON.stringify` would leave out. */
const plainErrors = (_name: string, value: unknown): unknown =>
  value instanceof Error ? factsOf(value) : value

const factsOf = (error: Error, causes: number = max.causes): ErrorFacts => ({
  type: error.name,
  message: error.message.slice(0, max.message),
  ...('code' in error && { code: error.code }),
  ...(error.cause instanceof Error && causes > 0 && { cause: factsOf(error.cause, causes - 1) }),
  // The stack of the outermost error is enough: it leads to its causes.
  ...(causes === max.causes && { stack: error.stack?.slice(0, max.stack) }),
})

// Every character from DEL (U+007F) on. Its escape is the same text in JSON.
const beyondAscii = /[\u007F-\uFFFF]/g

/** Removes API keys from a line, and escapes characters that could control a terminal. */
const safe = (line: string): string =>
  redactKeys(line).replaceAll(
    beyondAscii,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
