import { chmodSync, copyFileSync, existsSync, rmSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { makeFolder } from '../store/sqlite/database-file.ts'
import type { Command } from 'commander'
import { type Config, readConfig } from '../base/config/config.ts'
import type { Environment } from '../base/environments.ts'
import { contents } from '../resources/index.ts'
import { dataFiles, secretKeyFile } from '../store/data-files.ts'
import { backUpDatabase, passOverLostIds } from '../store/sqlite/backup.ts'
import { messageOf } from '../base/errors/message-of.ts'
import { noteBackup } from '../store/sqlite/database.ts'
import { checkDatabase, type DatabaseFacts } from '../store/sqlite/inspection.ts'
import { isServiceLockHeld, takeServiceLock } from '../store/sqlite/lock.ts'
import { byCommand } from './kit/audit.ts'
import { example } from './kit/help.ts'
import { beginFile } from './kit/new-file.ts'
import { refuseMissingStore } from './kit/open-store.ts'
import { environmentCommand, type EnvironmentOptions } from './kit/options.ts'
import { startProgress } from './kit/progress.ts'
import { counted, Failure, report, type Terminal } from './kit/terminal.ts'

const sample = 'production.backup --environment production'

/** `petstore backup`: everything that an environment stores, in one file. */
export const addBackupCommand = (program: Command, terminal: Terminal): void => {
  const about = 'copy all of an environment into a new file, while the service runs'
  environmentCommand(program, 'backup <file>', about, 'whose data', sample).action(
    (file: string, options: EnvironmentOptions) => backUp(terminal, resolve(file), options),
  )
}

/** `petstore restore`: makes a backup the data of an environment that has none. */
export const addRestoreCommand = (program: Command, terminal: Terminal): void => {
  const about = 'make a backup the data of an environment that has none'
  environmentCommand(program, 'restore <file>', about, 'whose data', sample).action(
    (file: string, options: EnvironmentOptions) => restore(terminal, resolve(file), options),
  )
}

/** `petstore lab reset`: removes all of staging, since its clock cannot go back. */
export const addResetCommand = (group: Command, terminal: Terminal): void => {
  const about = 'make staging new: delete all that it has; the next start of the service begins it'
  example(group.command('reset').description(about), '').action(() => {
    const config = readConfig(terminal.env)
    if (config.stores.staging !== 'sqlite')
      throw new Failure('Staging is on PostgreSQL: stop the service, drop its database, create it.')
    const { database, lock } = dataFiles(config.dataDir, 'staging')
    if (isServiceLockHeld(lock)) throw new Failure('The service serves staging; stop it first.')
    for (const ending of ['', '-wal', '-shm']) rmSync(database + ending, { force: true })
    terminal.out('Staging is new. The next start of the service prints its first key.\n')
  })
}

const backUp = async (
  terminal: Terminal,
  file: string,
  options: EnvironmentOptions,
): Promise<void> => {
  const { environment } = options
  const config = readConfig(terminal.env)
  refuseServers(config, environment)
  refuseMissingStore(config, environment)
  const source = dataFiles(config.dataDir, environment).database
  using target = beginFile(file)
  using progress = startProgress(terminal, 'Backing up')
  const { temporary } = target
  const facts = await backUpDatabase(source, temporary, environment, contents.tables, (done) =>
    progress.update({ done }),
  )
  target.publish()
  progress.end()
  try {
    // The service tells how old the last backup is. The backup is good without it.
    noteBackup(source, terminal.now())
  } catch (error) {
    terminal.error(
      `The backup is complete, but the store could not note it (${messageOf(error)}), so the metrics do not tell of it.\n`,
    )
  }
  print(terminal, options, 'Backed up', file, facts)
  const { secretKey, dataDir } = config
  const keyFile = secretKeyFile(dataDir)
  if (options.json === true || (secretKey === undefined && !existsSync(keyFile))) return
  // Who has a backup and the key could sign as the service does, so keep them apart.
  terminal.out(
    `Not in it is the key of the webhooks' secrets, ${secretKey === undefined ? keyFile : 'PETSTORE_SECRET_KEY'}. Keep a copy of it in another place.\n`,
  )
}

const refuseServers = ({ stores }: Config, environment: Environment): void => {
  if (stores[environment] === 'sqlite') return
  throw new Failure(
    `The data of ${environment} are on PostgreSQL, which has its own ways to back up and restore: pg_basebackup with archived logs, or pg_dump.`,
  )
}

const restore = (terminal: Terminal, file: string, options: EnvironmentOptions): void => {
  const { environment } = options
  const config = readConfig(terminal.env)
  refuseServers(config, environment)
  const { dataDir } = config
  const files = dataFiles(dataDir, environment)
  const lock = takeServiceLock(files.lock)
  if (lock === undefined) {
    throw new Failure(`The service serves ${environment} from ${dataDir}; stop it first.`)
  }
  try {
    refuseToReplace(files.database)
    if (!existsSync(file)) throw new Failure(`There is no file ${file}.`)
    if (existsSync(`${file}-wal`)) {
      throw new Failure(
        `${file} is a store in use, with a log beside it, and no backup; petstore backup makes one.`,
      )
    }
    makeFolder(dirname(files.database))
    using target = beginFile(files.database)
    using stack = new DisposableStack()
    stack.defer(() => {
      for (const ending of ['-wal', '-shm']) rmSync(target.temporary + ending, { force: true })
    })
    // The check reads the copy, which is the file that will be used.
    copyFileSync(file, target.temporary)
    chmodSync(target.temporary, 0o600)
    const facts = checkDatabase(target.temporary, contents.tables, file)
    const { environment: named = 'no environment that it names' } = facts
    if (named !== environment) {
      throw new Failure(`${file} holds the data of ${named}, not of ${environment}.`)
    }
    passOverLostIds(target.temporary, byCommand(terminal, 'store.restored', environment, file))
    target.publish()
    print(terminal, options, 'Restored', file, facts)
  } finally {
    lock.release()
  }
}

const refuseToReplace = (database: string): void => {
  const there = ['', '-wal'].map((ending) => database + ending).filter(existsSync)
  if (there.length === 0) return
  throw new Failure(
    `There is a store already, which a restore does not replace. Move it away first: ${there.join(', ')}.`,
  )
}

const print = (
  terminal: Terminal,
  options: EnvironmentOptions,
  done: string,
  file: string,
  { schemaVersion, rows, keys }: DatabaseFacts,
): void => {
  const { environment } = options
  const { size: bytes } = statSync(file)
  const wordsOf = (name: string): string =>
    contents.tables.find((table) => table.name === name)?.words ?? name
  const figures = Object.entries({ ...rows, keys }).map(([name, count]) =>
    counted(count, wordsOf(name)),
  )
  const text = `${done} ${environment}: ${figures.join(', ')}, ${bytes} bytes, ${file}\n`
  report(terminal, options, { file, environment, bytes, schemaVersion, ...rows, keys }, text)
}
