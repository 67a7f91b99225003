import { chmodSync, existsSync, mkdtempDisposableSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Command } from 'commander'
import { readConfig } from '../../base/config/config.ts'
import { contents } from '../../resources/index.ts'
import { Changes } from '../../store/changes.ts'
import { openServiceStorage } from '../../store/configured/storage.ts'
import { dataFiles } from '../../store/data-files.ts'
import { passOverLostIds } from '../../store/sqlite/backup.ts'
import { checkDatabase } from '../../store/sqlite/inspection.ts'
import { isServiceLockHeld, takeServiceLock } from '../../store/sqlite/lock.ts'
import { byCommand, example, environmentCommand, type EnvironmentOptions } from '../kit/options.ts'
import { beginFile } from '../kit/new-file.ts'
import { Failure, type Terminal } from '../kit/terminal.ts'
import { printFacts, refuseServers } from './backup.ts'
import { locate } from './places.ts'

type RestoreOptions = EnvironmentOptions & { readonly check?: true }

/** `petstore restore`: restores a backup to an environment without data, or checks whether that would work. */
export const addRestoreCommand = (program: Command, terminal: Terminal): void => {
  const about = 'restore a backup into an environment that has no data'
  const sample = 'production.backup --environment production'
  environmentCommand(program, 'restore', about, 'whose data', sample)
    .argument(
      '<from>',
      'a file or s3://bucket/prefix/name.backup; a folder or prefix for its newest',
    )
    .option('--check', 'restore into a temporary folder, open it there, and remove it')
    .action((from: string, options: RestoreOptions) => restore(terminal, from, options))
}

/** `petstore lab reset`: deletes all data of staging, because its clock cannot go back. */
export const addResetCommand = (group: Command, terminal: Terminal): void => {
  const about = 'reset staging: delete all its data; the next start of the service creates it anew'
  example(group.command('reset').description(about), '').action(() => {
    const config = readConfig(terminal.env)
    if (config.stores.staging !== 'sqlite')
      throw new Failure('Staging is on PostgreSQL: stop the service, drop its database, create it.')
    const { database, lock } = dataFiles(config.dataDir, 'staging')
    if (isServiceLockHeld(lock)) throw new Failure('The service serves staging; stop it first.')
    for (const ending of ['', '-wal', '-shm']) rmSync(database + ending, { force: true })
    terminal.out('Staging was reset. The next start of the service prints its first key.\n')
  })
}

const restore = async (
  terminal: Terminal,
  from: string,
  options: RestoreOptions,
): Promise<void> => {
  const { environment, check } = options
  const config = readConfig(terminal.env)
  using folder = check && mkdtempDisposableSync(join(tmpdir(), 'petstore-check-'))
  const dataDir = folder?.path ?? config.dataDir
  if (folder === undefined) refuseServers(config, environment)
  const files = dataFiles(dataDir, environment)
  using stack = new DisposableStack()
  const lock = takeServiceLock(files.lock)
  if (lock === undefined)
    throw new Failure(`The service serves ${environment} from ${dataDir}; stop it first.`)
  stack.defer(() => lock.release())
  const there = ['', '-wal'].map((ending) => files.database + ending).filter(existsSync)
  if (there.length > 0)
    throw new Failure(
      `There is a store already, which a restore does not replace. Move it away first: ${there.join(', ')}.`,
    )
  const { place, name: given } = await locate(from, terminal, dataDir)
  const name = given ?? (await place.names(environment)).at(-1)
  const file = place.pathOf(name ?? '')
  if (name === undefined) throw new Failure(`There is no backup of ${environment} at ${file}.`)
  const target = stack.use(beginFile(files.database))
  stack.defer(() => {
    for (const ending of ['-wal', '-shm']) rmSync(target.temporary + ending, { force: true })
  })
  // The check reads the copy, which is the file that will be used.
  await place.fetch(name, target.temporary)
  chmodSync(target.temporary, 0o600)
  const facts = checkDatabase(target.temporary, contents.tables, file)
  const { environment: named = 'an environment that it does not name' } = facts
  if (named !== environment)
    throw new Failure(`${file} holds the data of ${named}, not of ${environment}.`)
  passOverLostIds(target.temporary, byCommand(terminal, 'store.restored', environment, file))
  target.publish()
  if (check === true) {
    // Opens it as the service does, which upgrades its schema.
    const opened = { dataDir, environment, contents, store: 'sqlite' } as const
    await (await openServiceStorage(opened, new Changes(), false)).close()
  }
  printFacts(terminal, options, check === true ? 'Checked' : 'Restored', file, facts)
}
