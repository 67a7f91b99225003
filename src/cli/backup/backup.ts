import { existsSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { type Command, InvalidArgumentError } from 'commander'
import { type Config, readConfig } from '../../base/config/config.ts'
import type { Environment } from '../../base/environments.ts'
import { messageOf } from '../../base/errors/message-of.ts'
import { contents } from '../../resources/index.ts'
import { firstStopSignal } from '../../server/stop-signals.ts'
import { dataFiles, secretKeyFile } from '../../store/data-files.ts'
import { backUpDatabase } from '../../store/sqlite/backup.ts'
import { fullDisk } from '../../store/sqlite/database-file.ts'
import { noteBackup } from '../../store/sqlite/database.ts'
import type { DatabaseFacts } from '../../store/sqlite/inspection.ts'
import { resultCodeOf, resultCodes } from '../../store/sqlite/transaction.ts'
import { UnusableDatabase } from '../../store/unusable-database.ts'
import {
  byCommand,
  environmentCommand,
  type EnvironmentOptions,
  parseDuration,
  units,
} from '../kit/options.ts'
import { refuseMissingStore } from '../kit/open-store.ts'
import { startProgress } from '../kit/progress.ts'
import { counted, Failure, printable, report, type Terminal, UsageError } from '../kit/terminal.ts'
import { type Keep, nameAt, outdated, parseKeep } from './keep.ts'
import { locate } from './places.ts'

/** `every` is in milliseconds. */
type BackupOptions = EnvironmentOptions & { readonly every?: number; readonly keep?: Keep }

/** `petstore backup`: copies everything that an environment stores into one file, once or repeatedly. */
export const addBackupCommand = (program: Command, terminal: Terminal): void => {
  const about = 'copy all of an environment into a new file, while the service runs'
  const sample = 'backups/ --keep 24h,7d,4w --environment production'
  environmentCommand(program, 'backup', about, 'whose data', sample)
    .argument(
      '<to>',
      'a new file; or a folder or s3://bucket/prefix, where it is named after its time',
    )
    .option('--every <time>', 'make another at this interval until stopped, like 1h', readEvery)
    .option(
      '--keep <numbers>',
      'then remove all but this many hourly, daily and weekly ones',
      parseKeep,
    )
    .action((to: string, options: BackupOptions) => backUp(terminal, to, options))
}

const readEvery = (text: string): number => {
  const span = parseDuration(text)
  if (span > 0 && span <= 7 * units.d) return span
  throw new InvalidArgumentError('It takes 1s to 7d.')
}

export const refuseServers = ({ stores }: Config, environment: Environment): void => {
  if (stores[environment] === 'sqlite') return
  throw new Failure(
    `The data of ${environment} are on PostgreSQL, which has its own ways to back up and restore: pg_basebackup with archived logs, or pg_dump.`,
  )
}

const backUp = async (terminal: Terminal, to: string, options: BackupOptions): Promise<void> => {
  const { environment, every, keep, json } = options
  const config = readConfig(terminal.env)
  refuseServers(config, environment)
  const { dataDir, secretKey } = config
  const source = dataFiles(dataDir, environment).database
  const { place, name } = await locate(to, terminal, dataDir)
  if (name !== undefined && (every ?? keep) !== undefined)
    throw new UsageError('--every and --keep take a folder (with a slash at its end) or a bucket.')

  const stop = new AbortController()
  if (every !== undefined) void firstStopSignal().then(() => stop.abort())
  /** Records the result of a backup for the metrics and the audit log. A failure to record does not change the result. */
  const note = (file: string, isFailure: boolean): void => {
    try {
      const target = place.pathOf(file)
      noteBackup(source, byCommand(terminal, 'store.backed_up', environment, target), isFailure)
    } catch (error) {
      const problem = `The store could not note how the backup went (${messageOf(error)}), so the metrics do not show it.`
      terminal.error(`${problem}\n`)
    }
  }
  const makeOne = async (file: string): Promise<void> => {
    refuseMissingStore(config, environment)
    using progress = startProgress(terminal, 'Backing up')
    const update = (done: number): void => {
      stop.signal.throwIfAborted()
      progress.update({ done })
    }
    const write = async (path: string): Promise<DatabaseFacts> =>
      await backUpDatabase(source, path, environment, contents.tables, update).catch((error) => {
        // The disk of the copy is full. The disk of the store may still have room to record that.
        if (resultCodeOf(error) !== resultCodes.full) throw error
        throw new Failure(fullDisk(path, error).message)
      })
    try {
      const facts = await place.make(file, write, stop.signal)
      progress.end()
      note(file, false)
      printFacts(terminal, options, 'Backed up', place.pathOf(file), facts)
    } catch (error) {
      // Never write to a damaged database.
      if (!stop.signal.aborted && !(error instanceof UnusableDatabase)) note(file, true)
      throw error
    }
  }

  while (!stop.signal.aborted) {
    const at = terminal.now()
    const file = name ?? nameAt(environment, at)
    // Used after a failure: try again soon.
    let next = at + Math.min(every ?? 0, 5 * units.m)
    try {
      await makeOne(file)
      next = at + (every ?? 0)
      const names = keep && (await place.names(environment)).filter((each) => each <= file)
      for (const each of outdated(names ?? [], keep ?? [])) {
        await place.remove(each)
        if (json !== true) terminal.out(`Removed ${place.pathOf(each)}\n`)
      }
    } catch (error) {
      if (every === undefined) throw error
      if (!stop.signal.aborted)
        terminal.error(`Backup of ${environment}: ${printable(messageOf(error))}\n`)
    }
    if (every === undefined) break
    await wait(Math.max(0, next - terminal.now()), undefined, stop).catch(() => undefined)
  }

  const keyFile = secretKeyFile(dataDir)
  if (json === true || every !== undefined || (secretKey === undefined && !existsSync(keyFile)))
    return
  // Whoever has a backup and the key could sign as the service does, so they belong in different places.
  terminal.out(
    `The key of the webhooks' secrets, ${secretKey === undefined ? keyFile : 'PETSTORE_SECRET_KEY'}, is not in it. Keep a copy of it in another place.\n`,
  )
}

export const printFacts = (
  terminal: Terminal,
  options: EnvironmentOptions,
  done: string,
  file: string,
  { schemaVersion, rows, keys, bytes }: DatabaseFacts,
): void => {
  const { environment } = options
  const wordsOf = (name: string): string =>
    contents.tables.find((table) => table.name === name)?.words ?? name
  const figures = Object.entries({ ...rows, keys }).map(([name, count]) =>
    counted(count, wordsOf(name)),
  )
  const text = `${done} ${environment}: ${figures.join(', ')}, ${bytes} bytes, ${file}\n`
  report(terminal, options, { file, environment, bytes, schemaVersion, ...rows, keys }, text)
}
