import { mkdtempDisposable, open, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Command } from 'commander'
import { codeOf, messageOf } from '../../base/errors/message-of.ts'
import { pets } from '../../resources/pets/table.ts'
import { beginFile } from '../kit/new-file.ts'
import { withStore } from '../kit/open-store.ts'
import { environmentCommand, type EnvironmentOptions } from '../kit/options.ts'
import { startProgress } from '../kit/progress.ts'
import { counted, Failure, report, type Terminal } from '../kit/terminal.ts'
import { csvWriter } from './csv.ts'
import { chooseFormat, type Format, formatOption, standardStream } from './file.ts'
import { ndjsonWriter } from './ndjson.ts'
import { exportPhotos } from './photos.ts'
import { factNames, petsWithProfiles, profilePart } from './profiles.ts'

type ExportOptions = EnvironmentOptions & {
  readonly format?: Format
  readonly photos?: string
  readonly profiles?: true
}

/** `petstore pets export`: writes every animal of a store, as of one moment, ascending by id. */
export const addExportCommand = (program: Command, terminal: Terminal): void => {
  const about = 'write every animal into a new file (- for standard output)'
  const sample = 'animals.ndjson --environment production'
  environmentCommand(program, 'export <file>', about, 'whose animals', sample)
    .addOption(formatOption())
    .option(
      '--profiles',
      'their profiles too: columns like profile.breed, or an object in each line',
    )
    .option('--photos <folder>', 'a new folder for the photos, named by the ids of their animals')
    .action(async (file: string, options: ExportOptions) => {
      const format = chooseFormat(file, options.format)
      const { photos } = options
      if (photos !== undefined) {
        const count = await withStore(terminal, options, (storage) => exportPhotos(storage, photos))
        terminal.error(`Exported ${counted(count, 'photos')} to ${photos}.\n`)
      }
      const work = { terminal, format, options }
      await (file === standardStream ? exportToStream(work) : exportToFile(work, file))
    })
}

type Export = {
  readonly terminal: Terminal
  readonly format: Format
  readonly options: ExportOptions
}

const exportToFile = async (work: Export, file: string): Promise<void> => {
  const { terminal, options } = work
  const { environment } = options
  using target = beginFile(file)
  const count = await writePets(work, async (lines) => {
    // Unlike `w`, `r+` does not create the file again if it has been deleted.
    await writeFile(target.temporary, lines, { flag: 'r+' })
  })
  target.publish()
  const text = `Exported ${counted(count, 'animals')} of ${environment} to ${file}.\n`
  report(terminal, options, { environment, exported: count, file }, text)
}

/**
 * Reads all animals before it writes the first. The reader of the stream may pause for any length of time, and a read
 * transaction that stayed open that long would let the write-ahead log grow without bound.
 */
const exportToStream = async (work: Export): Promise<void> => {
  const { terminal, options } = work
  const { environment } = options
  try {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'petstore-')).catch(noRoom)
    await using file = await open(join(folder.path, 'animals'), 'wx+', 0o600).catch(noRoom)
    // Without a name, the file vanishes with the process. Some systems cannot remove an open file.
    await folder.remove().catch(() => undefined)
    const count = await writePets(work, async (lines) => {
      await file.writeFile(lines).catch((error: unknown) => {
        if (['ENOSPC', 'EDQUOT', 'EFBIG'].includes(codeOf(error) ?? '')) noRoom(error)
        throw error
      })
    })
    // A standard stream stays open for other writers.
    await pipeline(file.createReadStream({ start: 0 }), terminal.output, { end: false })
    // Standard output carries the data, so the report goes to standard error.
    const text = `Exported ${counted(count, 'animals')} of ${environment}.\n`
    report({ out: terminal.error }, options, { environment, exported: count }, text)
  } catch (error) {
    if (codeOf(error) !== 'EPIPE') throw error
    const problem = 'The reader closed the output early, so it is incomplete.'
    throw new Failure(problem, { cause: error })
  }
}

/** @throws Failure because the temporary folder is full or cannot hold a file */
const noRoom = (error: unknown): never => {
  throw new Failure(
    `The temporary folder ${tmpdir()} cannot hold the animals: ${messageOf(error)}. Set TMPDIR to a folder with room for all of them.`,
    { cause: error },
  )
}

const writePets = async (
  { terminal, format, options }: Export,
  take: (lines: AsyncIterable<string>) => Promise<void>,
): Promise<number> =>
  await withStore(terminal, options, async ({ bulk }) => {
    const part = options.profiles === true ? profilePart : undefined
    const names = part !== undefined && format === 'csv' ? await factNames(bulk) : undefined
    const csv = format === 'csv' && csvWriter(pets, part, [...(names ?? [])])
    const write = csv === false ? ndjsonWriter(pets, part) : csv.lines
    const all = part === undefined ? bulk.all(pets) : petsWithProfiles(bulk, names)
    const total = await bulk.count(pets)
    using progress = startProgress(terminal, 'Exporting')
    let count = 0
    const lines = async function* (): AsyncGenerator<string> {
      if (csv !== false) yield csv.header
      for await (const rows of all) {
        yield write(rows)
        count += rows.length
        // The rows may include animals that were added after the count.
        progress.update({ count, done: total === 0 ? undefined : Math.min(1, count / total) })
      }
    }
    await take(lines())
    return count
  })
