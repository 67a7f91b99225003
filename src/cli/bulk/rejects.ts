import { appendFileSync } from 'node:fs'
import { describeFaults } from '../../kit/faults.ts'
import { beginFile, type NewFile } from '../kit/new-file.ts'
import { jsonLine, UsageError } from '../kit/terminal.ts'
import { standardStream } from './file.ts'
import type { BulkRecord } from './record.ts'

type Faults = Parameters<typeof describeFaults>[0]

/** A record that follows its schema. */
export type ValidRecord = { readonly record: BulkRecord; readonly value: object }

/** What is wrong with a record as a whole. */
export const faultOf = (problem: string) => [{ field: undefined, problem }]

const maxPrinted = 20

/** Faulty lines: the first ones for the terminal, all of them for the file of rejects, if there is one. */
export class Rejects implements Disposable {
  readonly #printed: string[] = []
  #count = 0
  /** Undefined once it was published. */
  #file: NewFile | undefined

  /** @throws UsageError if the path means a standard stream; Failure if the file cannot be made */
  constructor(path: string | undefined) {
    if (path === standardStream)
      throw new UsageError('--rejects takes the name of a new file, and no - for standard output.')
    this.#file = path === undefined ? undefined : beginFile(path)
  }

  add({ line, text }: BulkRecord, faults: Faults): void {
    this.#count += 1
    if (this.#count <= maxPrinted) this.#printed.push(`line ${line}: ${describeFaults(faults)}\n`)
    if (this.#file !== undefined)
      appendFileSync(this.#file.temporary, jsonLine({ line, faults, record: text() }))
  }

  get count(): number {
    return this.#count
  }

  /** The first faults, and how many follow. */
  summary(): string {
    const more = this.#count - this.#printed.length
    return this.#printed.join('') + (more > 0 ? `… and ${more} lines more.\n` : '')
  }

  /** Publishes the file, which must be on disk before imported rows become visible. */
  publish(): void {
    this.#file?.publish()
    this.#file = undefined
  }

  /** Deletes the file, unless it was published. */
  [Symbol.dispose](): void {
    this.#file?.[Symbol.dispose]()
  }
}
