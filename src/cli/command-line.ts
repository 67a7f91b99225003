import { Command, CommanderError } from 'commander'
import { ConfigError } from '../config/config.ts'
import { messageOf } from '../core/errors/message-of.ts'
import { UnusableDatabase } from '../storage/sqlite/database.ts'
import { addBackupCommands } from './backup.ts'
import { addCategoriesCommands } from './categories.ts'
import { serviceVersion } from '../core/version.ts'
import { addDoctorCommand } from './doctor.ts'
import { completeHelp } from './help.ts'
import { addKeysCommands } from './keys.ts'
import { addOrdersCommands } from './orders.ts'
import { addPetsCommands } from './pets.ts'
import { addServeCommand } from './serve.ts'
import { KeyReplaced } from '../keys/key-store.ts'
import { Failure, printable, type Terminal, UsageError } from './terminal.ts'

/** Exit statuses of every command. */
const exitStatus = { done: 0, failed: 1, wrongUsage: 2 } as const

/**
 * Runs the command that the arguments name.
 *
 * @param args without the program's own name
 * @returns the exit status
 */
export const runCommandLine = async (
  args: readonly string[],
  terminal: Terminal,
): Promise<number> => {
  const program = new Command('petstore')
    .description('Runs and manages the pet store service.')
    .version(serviceVersion(), '--version', 'print the version of the service')
    .exitOverride()
    .configureOutput({ writeOut: terminal.out, writeErr: terminal.error })
    .showHelpAfterError('(add --help for how it is used)')
    .helpCommand(false)
  addServeCommand(program, terminal)
  addKeysCommands(program, terminal)
  addBackupCommands(program, terminal)
  addDoctorCommand(program, terminal)
  addPetsCommands(program, terminal)
  addOrdersCommands(program, terminal)
  addCategoriesCommands(program, terminal)
  completeHelp(program)
  try {
    await program.parseAsync([...args], { from: 'user' })
    return exitStatus.done
  } catch (error) {
    if (error instanceof CommanderError) {
      // Commander has printed what is wrong. A request for help is no error.
      return error.exitCode === 0 ? exitStatus.done : exitStatus.wrongUsage
    }
    if (error instanceof ConfigError || error instanceof UsageError) {
      terminal.error(`${printable(error.message)}\n`)
      return exitStatus.wrongUsage
    }
    const message = messageOf(error)
    const expected =
      error instanceof Failure || error instanceof UnusableDatabase || error instanceof KeyReplaced
    terminal.error(`${expected ? '' : 'petstore failed: '}${printable(message)}\n`)
    return exitStatus.failed
  }
}
