import type { Category, NewPet, PetStatus } from '../../../client/src/index.ts'
import { categoryId } from '../categories/category-id.ts'
import { nameFault } from '../parts/name-fault.ts'
import { petWords } from '../words.ts'
import { type Cells, type ColumnKind, columnKinds, type Columns } from './read-cells.ts'

/** One animal as the spreadsheet has it, or as somebody mended it. */
export type Row = Readonly<Record<ColumnKind, string>> & {
  /** The row of the spreadsheet, from 1 on. */
  readonly number: number
  /** Whether somebody left it out. */
  readonly isOut?: boolean
}

/** The rows of the cells. @param category of all, if no column has it */
export const rowsOf = (
  cells: Cells,
  columns: Columns,
  hasHeadings: boolean,
  category: string,
): readonly Row[] =>
  cells.slice(hasHeadings ? 1 : 0).map((row, n) => {
    const cell = (kind: ColumnKind): string => (row[columns[kind]] ?? '').trim()
    return {
      number: n + (hasHeadings ? 2 : 1),
      name: cell('name'),
      category: columns.category < 0 ? category : cell('category'),
      status: cell('status'),
    }
  })

/** The status that somebody wrote, in our words or in those of programs; none is Available. */
const statusOfText = (text: string): PetStatus | undefined => {
  const wanted = text.trim().toLowerCase()
  const found = Object.entries(petWords).find(
    ([status, word]) => status === wanted || word.toLowerCase() === wanted,
  )
  // Object.entries widens the names.
  return wanted === '' ? 'available' : (found?.[0] as PetStatus | undefined)
}

/** What is wrong with a row, by its field. Nothing is wrong with one that is left out. */
export type Faults = Readonly<Partial<Record<ColumnKind, string>>>

export const faultsOf = (row: Row, named: readonly Category[]): Faults => {
  if (row.isOut === true) return {}
  const name = nameFault(row.name)
  const hasControl = /\p{Cc}/u.test(row.name)
  return {
    ...(name !== undefined && { name }),
    ...(name === undefined && hasControl && { name: 'A name is one line without tabs.' }),
    ...(categoryId(row.category, named) === undefined && {
      category:
        row.category === ''
          ? 'Give a category or its number.'
          : 'No category has this name. Choose one or type its number.',
    }),
    ...(statusOfText(row.status) === undefined && {
      status: 'Available, On hold or Adopted; empty is Available.',
    }),
  }
}

/** What the service is sent for a row. @throws TypeError if it has faults */
export const newPetOf = (row: Row, named: readonly Category[]): NewPet => {
  const category = categoryId(row.category, named)
  const status = statusOfText(row.status)
  if (category === undefined || status === undefined) {
    throw new TypeError(`Row ${row.number} has faults.`)
  }
  return { name: row.name, categoryId: category, status }
}

/** Rows that are the same as an earlier one, each with the number of that one. */
export const equalRows = (
  rows: readonly Row[],
): ReadonlyArray<{ readonly row: Row; readonly first: number }> => {
  const seen = new Map<string, number>()
  return rows.flatMap((row) => {
    if (row.isOut === true || row.name === '') return []
    const text = JSON.stringify(columnKinds.map((kind) => row[kind].toLowerCase()))
    const first = seen.get(text)
    if (first !== undefined) return [{ row, first }]
    seen.set(text, row.number)
    return []
  })
}

/** Animals and bytes that one request takes at most; the service takes 100 and 64 KiB. */
const mostAnimals = 100
const mostBytes = 60_000

/** Divides animals into requests, in their order. */
export const batchesOf = (pets: readonly NewPet[]): ReadonlyArray<readonly NewPet[]> => {
  const batches: NewPet[][] = []
  let room = 0
  for (const pet of pets) {
    // As JSON: the name, and less than 100 bytes for the rest.
    const bytes = new TextEncoder().encode(JSON.stringify(pet.name)).length + 100
    const last = batches.at(-1)
    if (last === undefined || last.length === mostAnimals || bytes > room) {
      batches.push([pet])
      room = mostBytes - bytes
    } else {
      last.push(pet)
      room -= bytes
    }
  }
  return batches
}
