import { Command, CommanderError } from 'commander'
import { ConfigError } from '../base/config/config.ts'
import { messageOf } from '../base/errors/message-of.ts'
import {
  OutcomeUnknown,
  StorageUnavailable,
  type UnavailableReason,
} from '../base/errors/storage-errors.ts'
import { UnusableDatabase } from '../store/unusable-database.ts'
import { serviceVersion } from '../base/version.ts'
import { completeHelp } from './kit/options.ts'
import { KeyReplaced } from '../access/keys/key-store.ts'
import type { GroupName } from './remote/groups.ts'
import { Failure, printable, type Terminal, UsageError } from './kit/terminal.ts'

const exitStatus = { done: 0, failed: 1, wrongUsage: 2 } as const

/** Advice for each reason why a store is unavailable. */
const remedies: Readonly<Record<UnavailableReason, string>> = {
  locked: 'Another program holds the lock of the database. Try again, or end that program.',
  full: 'The disk of the database, or that of temporary files, is full. Free some space, and try again.',
  read_only: 'The database may not be written. Run this as the user of the service.',
  damaged: 'The database is damaged. Stop the service, keep its files, and restore a backup.',
  failing: 'The disk of the database is failing. Check the disk and the system log.',
  moved: 'A file of the database was moved while in use. Put it back, or restore a backup.',
  unreachable: 'The database server does not answer. Check the server and the network to it.',
}

type Addition = (program: Command, terminal: Terminal) => void

type Load = () => Promise<Addition>

const remote =
  (name: GroupName, ...more: readonly Load[]): Load =>
  async () => {
    const [{ addRemoteGroup }, ...additions] = await Promise.all([
      import('./remote/groups.ts'),
      ...more.map((load) => load()),
    ])
    return (program, terminal) => {
      const group = addRemoteGroup(program, terminal, name)
      for (const add of additions) add(group, terminal)
    }
  }

/** Loaders of the commands and groups of commands, by name and in the order of the help. */
const additions: Readonly<Record<string, Load>> = {
  serve: async () => (await import('./serve.ts')).addServeCommand,
  restart: async () => (await import('./restart.ts')).addRestartCommand,
  keys: async () => (await import('./keys.ts')).addKeysCommands,
  backup: async () => (await import('./backup/backup.ts')).addBackupCommand,
  restore: async () => (await import('./backup/restore.ts')).addRestoreCommand,
  move: async () => (await import('./move.ts')).addMoveCommand,
  audit: async () => (await import('./audit.ts')).addAuditCommand,
  doctor: async () => (await import('./doctor.ts')).addDoctorCommand,
  pets: remote(
    'pets',
    async () => (await import('./bulk/import.ts')).addImportCommand,
    async () => (await import('./bulk/export.ts')).addExportCommand,
  ),
  profiles: remote('profiles'),
  photos: remote('photos'),
  orders: remote('orders'),
  search: async () => (await import('./remote/special.ts')).addSearchCommand,
  statistics: async () => (await import('./remote/groups.ts')).addStatisticsCommand,
  usage: async () => (await import('./remote/special.ts')).addUsageCommand,
  categories: remote('categories'),
  contacts: remote('contacts', async () => (await import('./remote/special.ts')).addContactExport),
  notes: remote('notes'),
  webhooks: remote('webhooks'),
  team: remote('team'),
  lab: remote('lab', async () => (await import('./backup/restore.ts')).addResetCommand),
  events: async () => (await import('./remote/special.ts')).addEventsCommands,
}

/** Loads only the named command, since loading all takes longer than running most. Without a name (the help), loads all. */
const additionsFor = async (name = ''): Promise<readonly Addition[]> => {
  const named = Object.hasOwn(additions, name) ? additions[name] : undefined
  const loads = named === undefined ? Object.values(additions) : [named]
  return await Promise.all(loads.map((load) => load()))
}

/** Runs the command in `args`, which lack the program's name, and returns the exit status. */
export const runCommandLine = async (
  args: readonly string[],
  terminal: Terminal,
): Promise<number> => {
  const program = new Command('petstore')
    .description('Run and manage the pet store service.')
    .version(serviceVersion(), '--version', 'print the version of the service')
    .exitOverride()
    .configureOutput({ writeOut: terminal.out, writeErr: terminal.error })
    .showHelpAfterError('(add --help for usage)')
    .helpCommand(false)
  const words = args[0] === 'help' ? [...args.slice(1), '--help'] : args
  for (const add of await additionsFor(words[0])) add(program, terminal)
  completeHelp(program)
  try {
    await program.parseAsync(words, { from: 'user' })
    return exitStatus.done
  } catch (error) {
    if (error instanceof CommanderError) {
      // Commander has printed what is wrong. A request for help is not an error.
      return error.exitCode === 0 ? exitStatus.done : exitStatus.wrongUsage
    }
    if (error instanceof ConfigError || error instanceof UsageError) {
      terminal.error(`${printable(error.message)}\n`)
      return exitStatus.wrongUsage
    }
    let sentence = messageOf(error)
    if (error instanceof StorageUnavailable)
      sentence = `${remedies[error.reason]} Nothing was changed.`
    else if (error instanceof OutcomeUnknown) sentence += ' Check before you try again.'
    else if (![Failure, UnusableDatabase, KeyReplaced].some((kind) => error instanceof kind))
      sentence = `petstore failed: ${sentence}`
    terminal.error(`${printable(sentence)}\n`)
    return exitStatus.failed
  }
}
