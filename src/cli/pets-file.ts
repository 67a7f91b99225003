import { closeSync, openSync, writeSync } from 'node:fs'
import { describeFaults } from '../api/faults.ts'
import { NewPet, PetPatch } from '../pets/pet.ts'
import { pets } from '../pets/table.ts'
import { readCsv } from './bulk/csv.ts'
import type { Format } from './bulk/formats.ts'
import type { FaultyRecord } from './bulk/import-records.ts'
import { readNdjson } from './bulk/ndjson.ts'
import type { BulkRecords, IdUse } from './bulk/record.ts'
import { standardStream } from './bulk-file.ts'
import { beginFile } from './new-file.ts'
import type { EnvironmentOptions } from './options.ts'
import { jsonLine, UsageError } from './terminal.ts'

/** The options of an import, whether it adds animals or changes them. */
export type ImportOptions = EnvironmentOptions & {
  readonly format?: Format
  readonly update?: true
  readonly ignoreIds?: true
  readonly skipInvalid?: true
  readonly rejects?: string
  readonly dryRun?: true
}

const animals = { table: pets, creation: NewPet, change: PetPatch }

/** Reads the animals of a file. */
export const readAnimals = (
  format: Format,
  bytes: AsyncIterable<Buffer>,
  ids: IdUse,
): BulkRecords => (format === 'csv' ? readCsv : readNdjson)(animals, bytes, ids)

/** How many faulty lines are reported one by one. */
const mostLinesTold = 20

/** Faulty lines: the first ones for the terminal, all of them for the file of rejects, if there is one. */
export class FaultyLines {
  readonly #told: string[] = []
  #count = 0
  readonly #file: ReturnType<typeof beginFile> | undefined
  #descriptor: number | undefined
  #published = false

  /** @throws UsageError if the path means a standard stream */
  constructor(path: string | undefined) {
    if (path === undefined) return
    if (path === standardStream) {
      throw new UsageError('--rejects takes the name of a new file, and no - for standard output.')
    }
    this.#file = beginFile(path)
    this.#descriptor = openSync(this.#file.temporary, 'a')
  }

  add({ line, reading: { faults }, text }: FaultyRecord): void {
    this.#count += 1
    if (this.#told.length < mostLinesTold)
      this.#told.push(`line ${line}: ${describeFaults(faults)}`)
    if (this.#descriptor !== undefined) {
      writeSync(this.#descriptor, jsonLine({ line, faults, record: text() }))
    }
  }

  /** How many lines are faulty. */
  get count(): number {
    return this.#count
  }

  /** Tells the first faults, and how many follow. */
  tell(error: (text: string) => void): void {
    for (const line of this.#told) error(`${line}\n`)
    const more = this.#count - this.#told.length
    if (more > 0) error(`… and ${more} lines more.\n`)
  }

  /** The file of rejects must be on disk before the imported animals become visible. */
  publish(): void {
    if (this.#published) return
    this.#close()
    this.#file?.publish()
    this.#published = true
  }

  discard(): void {
    this.#close()
    if (!this.#published) this.#file?.discard()
  }

  #close(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor)
    this.#descriptor = undefined
  }
}
