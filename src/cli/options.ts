import { InvalidArgumentError, Option } from 'commander'
import { formats } from './bulk/formats.ts'
import { type Environment, environments } from '../core/environments.ts'
import { allScopes, everyScope, isScope, type Scopes, scopesOf } from '../keys/scopes.ts'
import { maxLimit, type Plan, plans } from '../quotas/plans.ts'
import { printable } from './terminal.ts'

const units = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const
const longestDuration = 3_650 * units.d

/**
 * Reads a span of time like `90d`, `24h`, `30m` or `45s`.
 *
 * @returns milliseconds
 * @throws InvalidArgumentError
 */
export const parseDuration = (text: string): number => {
  const [, count, unit] = /^(\d{1,9})([smhd])$/.exec(text) ?? []
  // The pattern allows only the names of units.
  const span = unit === undefined ? Number.NaN : Number(count) * units[unit as keyof typeof units]
  if (span >= 0 && span <= longestDuration) return span
  throw new InvalidArgumentError('It takes a span of time like 90d, 24h, 30m or 45s, up to 3650d.')
}

/** A lifetime of 0 is refused: the key would be printed as valid and never be. */
const parseLifetime = (text: string): number => {
  const span = parseDuration(text)
  if (span > 0) return span
  throw new InvalidArgumentError('It takes at least 1s; a key of none would never be good.')
}

const parseLimit = (text: string): number => {
  const value = /^\d{1,10}$/.test(text) ? Number(text) : 0
  if (value >= 1 && value <= maxLimit) return value
  throw new InvalidArgumentError(`It takes a whole number from 1 to ${maxLimit}.`)
}

const parsePlan = (text: string): Plan => {
  const plan = plans.find((known) => known === text.toLowerCase())
  if (plan === undefined) throw new InvalidArgumentError(`It takes one of ${plans.join(', ')}.`)
  return plan
}

const parseName = (text: string): string => {
  if (/\S/.test(text) && text.length <= 100 && !/[\p{Cc}\p{Cs}]/u.test(text)) return text
  throw new InvalidArgumentError('It takes 1 to 100 characters, no control character among them.')
}

export const environmentOption = (description = 'whose keys'): Option =>
  new Option('--environment <environment>', description).choices(environments).makeOptionMandatory()

export const jsonOption = (): Option => new Option('--json', 'print one JSON object a line')

export const planOption = (): Option =>
  new Option('--plan <plan>', plans.join(', ')).argParser(parsePlan)

export const nameOption = (): Option =>
  new Option('--name <name>', 'who the key is for').argParser(parseName).makeOptionMandatory()

export const limitOptions = (): readonly Option[] => [
  new Option('--per-minute <n>', 'requests a minute (enterprise only)').argParser(parseLimit),
  new Option('--per-day <n>', 'requests a day (enterprise only)').argParser(parseLimit),
  new Option('--open-orders <n>', 'orders placed at once (enterprise only)').argParser(parseLimit),
]

/** The word for all scopes, those that later versions add too. */
export const all = 'all'

const parseScopes = (text: string): Scopes => {
  if (text === all) return allScopes
  const names = text.split(',').map((name) => name.trim())
  const unknown = names.find((name) => !isScope(name))
  if (unknown === undefined) return scopesOf(names.filter(isScope))
  throw new InvalidArgumentError(
    `"${printable(unknown)}" is no scope. It takes ${all}, or one or more of ${everyScope.join(', ')}, with commas between them.`,
  )
}

export const scopesOption = (): Option =>
  new Option(
    '--scopes <scopes>',
    `what the key may do: ${all}, or one or more of ${everyScope.join(', ')}, with commas between them`,
  ).argParser(parseScopes)

export const expiresOption = (): Option =>
  new Option('--expires <span>', 'how long the key is good, like 90d').argParser(parseLifetime)

export const graceOption = (): Option =>
  new Option('--grace <span>', 'how long the old key stays good')
    .argParser(parseDuration)
    .default(24 * units.h, '24h')

export const formatOption = (): Option =>
  new Option('--format <format>', "the file's format, if its ending does not tell").choices(formats)

/** Options of every command on keys. */
export type EnvironmentOptions = { readonly environment: Environment; readonly json?: true }
