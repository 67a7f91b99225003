import { withoutMark } from './file.ts'
import { maxRecordBytes, UnreadableFile } from './record.ts'

/**
 * Finds the separator of a CSV file: a semicolon if the header line has one, and no comma, outside quotes. Spreadsheet
 * programs write such files in countries whose decimal mark is the comma.
 * @returns the separator, and the whole file from its first byte
 * @throws UnreadableFile if it is another kind of file
 */
export const findSeparator = async (bytes: AsyncIterable<Buffer>) => {
  const chunks = bytes[Symbol.asyncIterator]()
  try {
    let start: Buffer = Buffer.alloc(0)
    while (start.length <= maxRecordBytes && !/\S[^\n]*\n/.test(start.toString('latin1'))) {
      const next = await chunks.next()
      if (next.done === true) break
      start = Buffer.concat([start, next.value])
    }
    start = withoutMark(start)
    return { separator: separatorOf(start.toString('latin1')), whole: joined(start, chunks) }
  } catch (error) {
    // Otherwise, a writer into a pipe that nobody reads or closes would wait forever.
    await chunks.return?.()
    throw error
  }
}

async function* joined(start: Buffer, chunks: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  if (start.length > 0) yield start
  yield* { [Symbol.asyncIterator]: () => chunks }
}

/** First bytes of other kinds of file, and what to tell the user about each. */
const otherStarts: ReadonlyArray<readonly [bytes: string, what: string]> = [
  ['PK\x03\x04', "is a spreadsheet program's own file; save it as CSV UTF-8."],
  ['\xff\xfe', 'is UTF-16; save it as CSV UTF-8.'],
  ['\xfe\xff', 'is UTF-16; save it as CSV UTF-8.'],
]

/** @param start one character for each byte */
const separatorOf = (start: string): ',' | ';' => {
  const [, what] = otherStarts.find(([bytes]) => start.startsWith(bytes)) ?? []
  if (what !== undefined) throw new UnreadableFile(1, `The file ${what}`)
  const [line = ''] = start.trimStart().split(/[\r\n]/, 1)
  if (/^"?sep=/i.test(line))
    throw new UnreadableFile(1, 'A line like "sep=;" is not a header; delete it from the file.')
  const header = line.replaceAll(/"[^"]*"/g, '')
  if (/[,;]/.test(header) || !header.includes('\t'))
    return header.includes(';') && !header.includes(',') ? ';' : ','
  const problem = 'The file has tabs between its cells; save it with commas or semicolons.'
  throw new UnreadableFile(1, problem)
}
