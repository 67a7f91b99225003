import { hostname, userInfo } from 'node:os'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { type Environment, environments } from '../../base/environments.ts'
import type { AuditEntry } from '../../base/audit.ts'
import type { Terminal } from './terminal.ts'

export type EnvironmentOptions = { readonly environment: Environment; readonly json?: true }

/** Adds a command on the store of an environment. @param whose what it works on @param args an example for the help */
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

/** Parses a duration like `90d`, `24h`, `30m` or `45s` into milliseconds. @throws InvalidArgumentError */
export const parseDuration = (text: string): number => {
  const [, count, unit] = /^(\d{1,9})([smhd])$/.exec(text) ?? []
  // The pattern allows only the names of units.
  const span = unit === undefined ? Number.NaN : Number(count) * units[unit as keyof typeof units]
  if (span >= 0 && span <= maxDuration) return span
  throw new InvalidArgumentError('It takes a span of time like 90d, 24h, 30m or 45s, up to 3650d.')
}

/** Adds an example below the help of a command: `args` follow the command's name, `before` precedes it. */
export const example = (command: Command, args: string, before = ''): Command =>
  command.addHelpText('after', () => `\nExample:\n  ${before}${nameOf(command)} ${args}`.trimEnd())

const nameOf = (command: Command): string =>
  command.parent === null ? command.name() : `${nameOf(command.parent)} ${command.name()}`

/** Unifies the help of a command and its subcommands: the usage names the required options, and their own list explains them. */
export const completeHelp = (command: Command): void => {
  for (const below of command.commands) completeHelp(below)
  if (command.commands.length > 0) {
    command.helpCommand(false)
    return
  }
  const required = command.options.filter(({ mandatory }) => mandatory)
  for (const option of required) option.helpGroup('Required options:')
  const names = command.registeredArguments.map((argument) => `<${argument.name()}>`)
  // The usage shows only the last of an option's names.
  const flags = required.map((option) => option.flags.slice(option.flags.lastIndexOf('--')))
  command.usage([...names, ...flags, '[options]'].join(' '))
}

export const byCommand = (
  { env, now }: Terminal,
  action: string,
  target: string,
  detail?: string,
): AuditEntry => {
  const who = systemUser(env['SUDO_USER'])
  return { at: now(), who, action, target, detail, origin: `command line of ${hostname()}` }
}

/** Returns the user of the process, and who became that user with sudo. */
const systemUser = (caller = ''): string => {
  let user = `user ${process.getuid?.()}`
  try {
    user = userInfo().username
  } catch {
    // A user of a container may have no name.
  }
  return /^[\w.@-]{1,100}$/.test(caller) && caller !== user ? `${user} (sudo by ${caller})` : user
}
