import type { Command } from 'commander'

/** An example for each command, by its name without the program's. */
const examples: Readonly<Record<string, string>> = {
  serve: 'PETSTORE_ENVIRONMENTS=staging petstore serve',
  'keys create': 'petstore keys create --environment production --plan pro --name "Corner shop"',
  'keys list': 'petstore keys list --environment production',
  'keys update': 'petstore keys update key_7Qm2sT4vXk9Z --environment production --plan business',
  'keys rotate': 'petstore keys rotate key_7Qm2sT4vXk9Z --environment production --grace 24h',
  'keys revoke': 'petstore keys revoke key_7Qm2sT4vXk9Z --environment production',
  'keys show': 'petstore keys show key_7Qm2sT4vXk9Z --environment production',
  'keys unban': 'petstore keys unban key_7Qm2sT4vXk9Z --environment production',
  backup: 'petstore backup production.backup --environment production',
  restore: 'petstore restore production.backup --environment production',
  move: 'petstore move --from sqlite --to postgres://petstore@db1.example.com/petstore_production --environment production',
  doctor: 'petstore doctor',
  'pets list': 'petstore pets list --status available --limit 10',
  'pets inventory': 'petstore pets inventory',
  'pets add': 'petstore pets add --name Rex --category-id 3',
  'pets get': 'petstore pets get 1',
  'pets update': 'petstore pets update 1 --status sold',
  'pets delete': 'petstore pets delete 1 --yes',
  'pets import': 'petstore pets import animals.csv --environment production --dry-run',
  'pets export': 'petstore pets export animals.ndjson --environment production',
  'orders place': 'petstore orders place 1 --reference "walk-in 12"',
  'orders list': 'petstore orders list --status placed,approved',
  'orders approve': 'petstore orders approve 1',
  'orders deliver': 'petstore orders deliver 1',
  'orders cancel': 'petstore orders cancel 1',
  'orders return': 'petstore orders return 1',
  'orders delete': 'petstore orders delete 1 --yes',
  usage: 'petstore usage --history day',
  'categories list': 'petstore categories list',
  'categories name': 'petstore categories name 3 Cats',
  'categories delete': 'petstore categories delete 3 --yes',
  'webhooks list': 'petstore webhooks list',
  'webhooks add':
    'petstore webhooks add https://shop.example/hooks --types pet.updated,order.placed',
  'webhooks remove': 'petstore webhooks remove 5 --yes',
  'webhooks ping': 'petstore webhooks ping 5',
  'webhooks deliveries': 'petstore webhooks deliveries 5 --status failed --newest',
  'webhooks new-secret': 'petstore webhooks new-secret 5',
  'webhooks recover': 'petstore webhooks recover 5 --since 2026-11-20T12:00:00Z',
  'webhooks redeliver': 'petstore webhooks redeliver 5 12',
  'events tail':
    'petstore events tail --since 4711 --type order.placed,order.cancelled --no-follow',
}

/**
 * Gives the help of a command, and of all commands below it, one form. The usage names the required options, a list of
 * their own explains them, and an example follows.
 *
 * @param path the command's name without the program's; empty for the program
 * @throws Error if a command has no example
 */
export const completeHelp = (command: Command, path = ''): void => {
  for (const below of command.commands) completeHelp(below, `${path} ${below.name()}`.trim())
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
  const example = examples[path]
  if (example === undefined) throw new Error(`The command ${path} has no example.`)
  command.addHelpText('after', `\nExample:\n  ${example}`)
}
