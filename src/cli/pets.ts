import type { Command } from 'commander'
import { addExportCommand } from './pets-export.ts'
import { addImportCommand } from './pets-import.ts'
import { addRemoteCommands } from './pets-remote.ts'
import type { Terminal } from './terminal.ts'

/**
 * `petstore pets …`: the animals. `list`, `add` and `get` go through the client to any base address;
 * `import` and `export` work on the store of an environment. Each is added by a function of its own.
 */
export const addPetsCommands = (program: Command, terminal: Terminal): void => {
  const pets = program.command('pets').description('Works with animals.')
  addRemoteCommands(pets, terminal)
  addImportCommand(pets, terminal)
  addExportCommand(pets, terminal)
}
