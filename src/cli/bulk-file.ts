import { createReadStream, statSync } from 'node:fs'
import { type Format, formatOf, formats } from './bulk/formats.ts'
import { Failure, type Terminal, UsageError } from './terminal.ts'

/** What stands for a standard stream in place of a file's name. */
export const standardStream = '-'

/**
 * The format of a file: that of the option, else that of the ending.
 *
 * @throws UsageError where neither tells
 */
export const chooseFormat = (file: string, option: Format | undefined): Format => {
  const format = option ?? formatOf(file)
  if (format !== undefined) return format
  throw new UsageError(
    `The name ${file} does not tell a format; end it in .ndjson or .csv, or give --format ${formats.join(' or ')}.`,
  )
}

/** A file, or standard input, to read. */
export type BulkInput = {
  readonly bytes: AsyncIterable<Buffer>
  /** How much of it is read, from 0 to 1; undefined for a stream. */
  readonly done: () => number | undefined
}

/**
 * Opens a file that holds animals.
 *
 * @throws Failure
 */
export const openInput = (file: string, terminal: Terminal): BulkInput => {
  let read = 0
  let size: number | undefined
  let open = (): AsyncIterable<Buffer> => terminal.input
  if (file !== standardStream) {
    const facts = statSync(file, { throwIfNoEntry: false })
    if (facts === undefined) throw new Failure(`There is no file ${file}.`)
    if (facts.isDirectory()) throw new Failure(`${file} is a folder.`)
    // What is no plain file, like a pipe with a name, has no size.
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
    bytes: withoutMark(counted()),
    done: () => (size === undefined ? undefined : read / size),
  }
}

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf])

/** Leaves out the byte order mark that some programs put before UTF-8. */
async function* withoutMark(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let start: Buffer | undefined = Buffer.alloc(0)
  for await (const chunk of chunks) {
    if (start === undefined) {
      yield chunk
      continue
    }
    start = Buffer.concat([start, chunk])
    if (start.length < byteOrderMark.length) continue
    yield start.indexOf(byteOrderMark) === 0 ? start.subarray(byteOrderMark.length) : start
    start = undefined
  }
  if (start !== undefined && start.length > 0) yield start
}
