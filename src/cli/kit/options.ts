import { type Command, InvalidArgumentError, Option } from 'commander'
import { type Environment, environments } from '../../base/environments.ts'
import { example } from './help.ts'

export type EnvironmentOptions = { readonly environment: Environment; readonly json?: true }

/** Begins a command on the store of an environment. @param whose what it works on, @param args an example, for the help */
export const environmentCommand = (
  group: Command,
  usage: string,
  about: string,
  whose: string,
  args: string,
): Command => {
  const environment = new Option('--environment <environment>', whose).choices(environments)
  const command = group.command(usage).description(about)
  command.addOption(environment.makeOptionMandatory()).addOption(jsonOption())
  return example(command, args)
}

export const jsonOption = (): Option => new Option('--json', 'print one JSON object a line')

export const units = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const
const maxDuration = 3_650 * units.d

/** Reads a span of time like `90d`, `24h`, `30m` or `45s`, in milliseconds. Throws InvalidArgumentError. */
export const parseDuration = (text: string): number => {
  const [, count, unit] = /^(\d{1,9})([smhd])$/.exec(text) ?? []
  // The pattern allows only the names of units.
  const span = unit === undefined ? Number.NaN : Number(count) * units[unit as keyof typeof units]
  if (span >= 0 && span <= maxDuration) return span
  throw new InvalidArgumentError('It takes a span of time like 90d, 24h, 30m or 45s, up to 3650d.')
}
