import type { Category, NewPet, PetStatus } from '../../../client/src/index.ts'
import { categoryId } from '../categories/category-id.ts'
import { nameFault } from '../parts/name-fault.ts'
import { petStatuses, petWords } from '../words.ts'
import { type Cells, type ColumnKind, columnKinds, type Columns } from './read-cells.ts'

/** One animal as the spreadsheet has it, or as somebody mended it. */
export type Row = Readonly<Record<ColumnKind, string>> & {
  /** The row of the spreadsheet, from 1 on. */
  readonly number: number
  /** Whether somebody left it out; undefined if nobody touched it */
  readonly isOut?: boolean
}

/** What is wrong with a row, by its field. */
export type Faults = Readonly<Record<ColumnKind, string | undefined>>

/** A row, with what the service is sent for it, or else with what is wrong. */
export type JudgedRow = Row & { readonly faults: Faults; readonly pet: NewPet | undefined }

/** The rows of the cells. @param category of all, if no column has it */
export const rowsOf = (
  cells: Cells,
  columns: Columns,
  hasHeadings: boolean,
  category: string,
): readonly Row[] =>
  cells.slice(Number(hasHeadings)).map((row, n) => {
    const cell = (kind: ColumnKind): string => (row[columns[kind]] ?? '').trim()
    return {
      number: n + 1 + Number(hasHeadings),
      name: cell('name'),
      category: columns.category < 0 ? category : cell('category'),
      status: cell('status'),
    }
  })

/** The status that somebody wrote, in our words or in those of programs; none is Available. */
const statusOfText = (text: string): PetStatus | undefined => {
  const wanted = text.trim().toLowerCase() || 'available'
  return petStatuses.find(
    (status) => status === wanted || petWords[status].toLowerCase() === wanted,
  )
}

/** Says what is wrong with a row. */
export const judge = (row: Row, named: readonly Category[]): JudgedRow => {
  const { name } = row
  const category = categoryId(row.category, named)
  const status = statusOfText(row.status)
  const faults = {
    name:
      nameFault(name) ?? (/\p{Cc}/u.test(name) ? 'A name is one line without tabs.' : undefined),
    category:
      category !== undefined
        ? undefined
        : row.category === ''
          ? 'Give a category or its number.'
          : 'No category has this name. Choose one or type its number.',
    status: status ? undefined : 'Available, On hold or Adopted; empty is Available.',
  }
  const isGood = category !== undefined && status && !faults.name
  return { ...row, faults, pet: isGood ? { name, categoryId: category, status } : undefined }
}

/** Rows that are the same as an earlier one, each with the number of that one. */
export const equalRows = (
  rows: readonly Row[],
): ReadonlyArray<{ readonly row: Row; readonly first: number }> => {
  const named = rows.filter(({ isOut, name }) => isOut !== true && name !== '')
  const groups = Map.groupBy(named, (row) =>
    JSON.stringify(columnKinds.map((kind) => row[kind].toLowerCase())),
  )
  return [...groups.values()].flatMap(([first, ...others]) =>
    others.map((row) => ({ row, first: first?.number ?? 0 })),
  )
}

/** Animals and bytes that one request takes at most; the service takes 100 and 64 KiB. */
const mostAnimals = 100
const mostBytes = 60_000

/** Animals, by the request that adds them. */
export type Batches = ReadonlyArray<readonly NewPet[]>

/** Divides animals into requests, in their order. */
export const batchesOf = (pets: readonly NewPet[]): Batches => {
  const batches: NewPet[][] = []
  let batch: NewPet[] | undefined
  let sum = 0
  for (const pet of pets) {
    // As JSON: at most three bytes for each code unit of the name, and less than 100 for the rest.
    const bytes = JSON.stringify(pet.name).length * 3 + 100
    sum += bytes
    if (batch === undefined || batch.length === mostAnimals || sum > mostBytes) {
      batch = []
      batches.push(batch)
      sum = bytes
    }
    batch.push(pet)
  }
  return batches
}
