import type { Command } from 'commander'
import { addExportCommand } from './pets-export.ts'
import { addImportCommand } from './pets-import.ts'
import { addRemoteCommands } from './pets-remote.ts'
import type { Terminal } from './terminal.ts'

/**
 * `petstore pets …`: the animals. `import` and `export` open the store of an environment; the others use the client with any base
 * address.
 */
export const addPetsCommands = (program: Command, terminal: Terminal): void => {
  const pets = program.command('pets').description('Works with animals.')
  addRemoteCommands(pets, terminal)
  addImportCommand(pets, terminal)
  addExportCommand(pets, terminal)
}
