import { createReadStream, statSync } from 'node:fs'
import { extname } from 'node:path'
import { Option } from 'commander'
import { Failure, type Terminal, UsageError } from '../kit/terminal.ts'

/** The formats of a file of animals: one JSON object a line, or CSV (RFC 4180). */
const formats = ['ndjson', 'csv'] as const
export type Format = (typeof formats)[number]

const endings: Readonly<Record<string, Format>> = {
  '.ndjson': 'ndjson',
  '.jsonl': 'ndjson',
  '.csv': 'csv',
}

export const formatOption = (): Option =>
  new Option('--format <format>', "the file's format, if its ending does not tell").choices(formats)

/** The name that means a standard stream instead of a file. */
export const standardStream = '-'

/** Returns the format in the option, or else that of the file's ending. @throws UsageError if neither names a format */
export const chooseFormat = (file: string, option: Format | undefined): Format => {
  const format = option ?? endings[extname(file).toLowerCase()]
  if (format !== undefined) return format
  throw new UsageError(
    `The name ${file} does not tell a format; end it in .ndjson or .csv, or give --format ${formats.join(' or ')}.`,
  )
}

/** Opens a file that holds animals, or standard input. @throws Failure */
export const openInput = (file: string, terminal: Terminal) => {
  let read = 0
  let size: number | undefined
  let open = (): AsyncIterable<Buffer> => terminal.input
  if (file !== standardStream) {
    const facts = statSync(file, { throwIfNoEntry: false })
    if (facts === undefined) throw new Failure(`There is no file ${file}.`)
    if (facts.isDirectory()) throw new Failure(`${file} is a folder.`)
    // Only a plain file has a size; a named pipe, for example, has none.
    size = facts.isFile() && facts.size > 0 ? facts.size : undefined
    open = () => createReadStream(file, { highWaterMark: 262_144 })
  }
  const counted = async function* (): AsyncGenerator<Buffer> {
    for await (const chunk of open()) {
      read += chunk.length
      yield chunk
    }
  }
  return {
    bytes: counted(),
    /** The share read so far, from 0 to 1; undefined for a stream. */
    done: () => (size === undefined ? undefined : read / size),
  }
}

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf])

/** Removes the byte order mark that some programs put before UTF-8 from the beginning of a file. */
export const withoutMark = (start: Buffer): Buffer =>
  start.indexOf(byteOrderMark) === 0 ? start.subarray(byteOrderMark.length) : start
