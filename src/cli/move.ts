import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Command, Option } from 'commander'
import { readConfig } from '../base/config/config.ts'
import {
  type PostgresAddress,
  postgresAddressOf,
  shownAddress,
} from '../base/config/store-address.ts'
import { messageOf } from '../base/errors/message-of.ts'
import { StorageUnavailable } from '../base/errors/storage-errors.ts'
import { dataFiles, secretKeyFile } from '../store/data-files.ts'
import { type Moved, type MoveProgress, moveStore } from '../store/configured/move.ts'
import type { MoveTarget } from '../store/postgres/move-target.ts'
import { openMoveSource } from '../store/sqlite/move-source.ts'
import { byCommand, environmentCommand, type EnvironmentOptions } from './kit/options.ts'
import { startProgress } from './kit/progress.ts'
import { counted, Failure, report, type Terminal, UsageError } from './kit/terminal.ts'

type MoveOptions = EnvironmentOptions & {
  readonly from: string
  readonly to: string
  readonly passwordFile?: string
}

/** `petstore move`: moves all data of an environment from its SQLite file to a database on PostgreSQL. */
export const addMoveCommand = (program: Command, terminal: Terminal): void => {
  const about = 'move all of an environment from its file to PostgreSQL'
  const sample =
    '--from sqlite --to postgres://petstore@db1.example.com/petstore_production --environment production'
  environmentCommand(program, 'move', about, 'whose data', sample)
    .addOption(
      new Option('--from <store>', 'where the data are: sqlite, the file of the environment')
        .choices(['sqlite'])
        .makeOptionMandatory(),
    )
    .addOption(
      new Option(
        '--to <address>',
        'an empty database, like postgres://user@host1,host2/database',
      ).makeOptionMandatory(),
    )
    .option('--password-file <file>', 'the file of the password of that database')
    .action((options: MoveOptions) => move(terminal, options))
}

/** Parses `--to`. Commander's own message would show the address, which may have a password. @throws UsageError */
const addressOf = ({ to, passwordFile }: MoveOptions): PostgresAddress => {
  const address = postgresAddressOf(to)
  if (address !== undefined) {
    return {
      ...address,
      ...(passwordFile !== undefined && { passwordFile: resolve(passwordFile) }),
    }
  }
  throw new UsageError(
    '--to takes an address like postgres://user@host1,host2/database, with ?sslmode=verify-full or disable and sslrootcert=FILE.',
  )
}

const move = async (terminal: Terminal, options: MoveOptions): Promise<void> => {
  const { environment } = options
  const config = readConfig(terminal.env)
  const address = addressOf(options)
  const files = dataFiles(config.dataDir, environment)
  const source = openMoveSource(files, environment)
  let target: MoveTarget | undefined
  using copying = startProgress(terminal, 'Copying', 'rows')
  using comparing = startProgress(terminal, 'Comparing', 'rows')
  const progress: MoveProgress = {
    copied: (count, of) => copying.update({ count, done: of === 0 ? 1 : count / of }),
    compared: (count, of) => {
      copying.end()
      comparing.update({ count, done: of === 0 ? 1 : count / of })
    },
  }
  let moved: Moved
  try {
    const { openMoveTarget } = await import('../store/postgres/move-target.ts')
    const audit = byCommand(terminal, 'store.moved', shownAddress(address))
    target = await openMoveTarget(address, environment, source.secret, audit)
    moved = await moveStore(source, target, progress)
  } catch (error) {
    throw unfinished(error, address, target !== undefined)
  } finally {
    comparing.end()
    await target?.close().catch(() => {})
    source.close()
  }
  print(terminal, options, shownAddress(address), files.database, moved)
  // The moved secrets of webhooks can be decrypted only with this key.
  const key = secretKeyFile(config.dataDir)
  if (options.json === true || config.secretKey !== undefined || !existsSync(key)) return
  terminal.out(
    `The key of the webhooks' secrets is not in the database. Services on other machines need what is in ${key}: give it to all of them, or set PETSTORE_SECRET_KEY.\n`,
  )
}

const unfinished = (error: unknown, address: PostgresAddress, isBegun: boolean): unknown => {
  if (!(error instanceof StorageUnavailable)) return error
  const reason = messageOf(error.cause)
  const name = shownAddress(address)
  return new Failure(
    isBegun
      ? `The move stopped, because ${name} did not answer: ${reason}. Nothing was copied. Run the command again.`
      : `${name} cannot be used: ${reason}. Nothing was moved.`,
    { cause: error },
  )
}

const print = (
  terminal: Terminal,
  options: MoveOptions,
  address: string,
  file: string,
  { tables }: Moved,
): void => {
  const rows = Object.values(tables).reduce((sum, facts) => sum + facts.rows, 0)
  const { environment } = options
  const facts = { environment, from: file, to: address, rows, tables }
  const variable = `PETSTORE_${environment.toUpperCase()}_STORE`
  report(
    terminal,
    options,
    facts,
    `Moved ${environment}: ${counted(rows, 'rows')} of ${counted(Object.keys(tables).length, 'tables')}, all read again and found the same.\n` +
      `Now set ${variable} to ${address} and start the service. ${file} was not changed: move it away, so that nothing keeps using it.\n`,
  )
}
