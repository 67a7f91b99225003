import { appendFileSync } from 'node:fs'
import { describeFaults, type Fault } from '../../kit/faults.ts'
import { beginFile } from '../kit/new-file.ts'
import { jsonLine, UsageError } from '../kit/terminal.ts'
import { standardStream } from './file.ts'
import type { BulkRecord } from './record.ts'

/** A record that follows its schema. */
export type ValidRecord = { readonly record: BulkRecord; readonly value: object }

/** A fault of a record as a whole, not of one field. */
export const faultOf = (problem: string) => [{ field: undefined, problem }]

const maxPrinted = 20

export type Rejects = ReturnType<typeof beginRejects>

/**
 * Collects faulty lines: the first ones for the terminal, and all of them for the file of rejects, if there is one.
 * @throws UsageError if the path means a standard stream; Failure if the file cannot be created
 */
export const beginRejects = (path: string | undefined) => {
  if (path === standardStream)
    throw new UsageError('--rejects takes the name of a new file, not - for standard output.')
  /** Undefined after it has been published. */
  let file = path === undefined ? undefined : beginFile(path)
  const printed: string[] = []
  let count = 0
  return {
    add: ({ line, text }: BulkRecord, faults: readonly Fault[]): void => {
      count += 1
      if (count <= maxPrinted) printed.push(`line ${line}: ${describeFaults(faults)}\n`)
      if (file !== undefined)
        appendFileSync(file.temporary, jsonLine({ line, faults, record: text() }))
    },
    get count(): number {
      return count
    },
    /** The first faults, and how many follow. */
    summary: (): string => {
      const more = count - printed.length
      return printed.join('') + (more > 0 ? `… and ${more} more lines.\n` : '')
    },
    /** Publishes the file, which must be on disk before imported rows become visible. */
    publish: (): void => {
      file?.publish()
      file = undefined
    },
    /** Deletes the file, unless it was published. */
    [Symbol.dispose]: () => file?.[Symbol.dispose](),
  }
}
