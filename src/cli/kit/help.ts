import type { Command } from 'commander'

/** Shows how a command is used, below its help: `args` follow the command's name, `before` precedes it. */
export const example = (command: Command, args: string, before = ''): Command =>
  command.addHelpText('after', () => `\nExample:\n  ${before}${nameOf(command)} ${args}`.trimEnd())

const nameOf = (command: Command): string =>
  command.parent === null ? command.name() : `${nameOf(command.parent)} ${command.name()}`

/** Gives a command and all below it one form of help: the usage names the required options, and a list of their own explains them. */
export const completeHelp = (command: Command): void => {
  for (const below of command.commands) completeHelp(below)
  if (command.commands.length > 0) {
    command.helpCommand(false)
    return
  }
  const required = command.options.filter(({ mandatory }) => mandatory)
  for (const option of required) option.helpGroup('Required options:')
  const names = command.registeredArguments.map((argument) => `<${argument.name()}>`)
  // Of an option's names, the usage shows the last.
  const flags = required.map((option) => option.flags.slice(option.flags.lastIndexOf('--')))
  command.usage([...names, ...flags, '[options]'].join(' '))
}
