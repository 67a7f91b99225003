import { faulty } from '../../kit/read-value.ts'
import { compileBodyReader } from '../../kit/schema-reader.ts'
import { compileSerializer } from '../../base/exact-json.ts'
import type { Row, Table } from '../../base/data/table.ts'
import { withoutMark } from './file.ts'
import {
  type BulkRecord,
  type BulkRecords,
  type IdUse,
  maxRecordBytes,
  type RecordKind,
  type RecordPart,
  recordSchema,
  withPart,
} from './record.ts'

/**
 * Reads one JSON object per line. Lines end with LF or CR LF; blank lines are skipped. A line must follow the rules for
 * the body of a request.
 */
export async function* readNdjson(
  kind: RecordKind,
  bytes: AsyncIterable<Buffer>,
  ids: IdUse,
): BulkRecords & AsyncGenerator<readonly BulkRecord[]> {
  const read = compileBodyReader(recordSchema(kind, ids), 'line')
  for await (const lines of splitLines(bytes)) {
    const records: BulkRecord[] = []
    for (const { line, content } of lines) {
      if (content === undefined) {
        const reading = faulty(`The line is longer than ${maxRecordBytes} bytes.`)
        records.push({ line, reading, text: () => '' })
      } else if (content.some((byte) => byte !== 0x20 && byte !== 0x09 && byte !== 0x0d)) {
        const text = () => content.toString('utf8').trimEnd()
        records.push({ line, reading: read(content), text })
      }
    }
    yield records
  }
}

/** The content is undefined if the line is too long to be held. */
type Line = { readonly line: number; readonly content: Buffer | undefined }

/** Splits bytes into lines, in one batch per chunk, and never holds more than one incomplete line. */
async function* splitLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<readonly Line[]> {
  let line = 1
  let held: Buffer[] = []
  let heldBytes = 0
  const take = (part: Buffer): Line => {
    const tooLong = heldBytes + part.length > maxRecordBytes
    const content = tooLong ? undefined : held.length === 0 ? part : Buffer.concat([...held, part])
    held = []
    heldBytes = 0
    return { line, content: line++ === 1 && content ? withoutMark(content) : content }
  }
  for await (const chunk of chunks) {
    const lines: Line[] = []
    let start = 0
    for (let end = chunk.indexOf('\n'); end !== -1; end = chunk.indexOf('\n', start)) {
      lines.push(take(chunk.subarray(start, end)))
      start = end + 1
    }
    const rest = chunk.subarray(start)
    heldBytes += rest.length
    // Only the length of an overlong line matters.
    if (heldBytes > maxRecordBytes) held = []
    else if (rest.length > 0) held.push(rest)
    if (lines.length > 0) yield lines
  }
  if (heldBytes > 0) yield [take(Buffer.alloc(0))]
}

/** Writes rows as one JSON object per line, as the API writes them. */
export const ndjsonWriter = (
  { schema }: Table,
  part?: RecordPart,
): ((rows: readonly Row[]) => string) => {
  const serialize = compileSerializer(withPart(schema, part?.name, part?.creation))
  return (rows) => rows.map((row) => `${serialize(row)}\n`).join('')
}
