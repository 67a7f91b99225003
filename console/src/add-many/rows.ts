import { t } from '../core/language.ts'
import type { Category, NewPet, PetStatus } from '../../../client/src/index.ts'
import { categoryId } from '../categories/category-id.ts'
import { type FieldName, fieldNames, ofFields, typedTexts } from '../model/fields.ts'
import { nameFault, textFault } from '../parts/name-fault.ts'
import { petStatuses, petWords } from '../words.ts'
import type { Cells, Columns } from './read-cells.ts'

/** One animal as the spreadsheet has it, or as somebody mended it. */
export type Row = Readonly<Record<FieldName, string>> & {
  /** The row of the spreadsheet, from 1 on. */
  readonly number: number
  /** Whether somebody left it out; undefined if nobody touched it */
  readonly isOut?: boolean
}

/** What is wrong with a row, by its field. */
export type Faults = Readonly<Record<FieldName, string | undefined>>

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
    // What keeps a spreadsheet program from calculating is no part of a text.
    const texts = ofFields((field) =>
      (row[columns[field]] ?? '').trim().replace(/^'(?=[=@+-])/, ''),
    )
    return {
      number: n + 1 + Number(hasHeadings),
      ...texts,
      categoryId: columns.categoryId < 0 ? category : texts.categoryId,
    }
  })

/** The status that somebody wrote, in our words or in those of programs; none is Available. */
const statusOfText = (text: string): PetStatus | undefined => {
  const wanted = text.trim().toLowerCase() || 'available'
  return petStatuses.find(
    (status) => status === wanted || petWords[status].toLowerCase() === wanted,
  )
}

const lineFault = (text: string): string | undefined =>
  /\p{Cc}/u.test(text) ? t('It is one line without tabs.') : undefined

/** Says what is wrong with a row. */
export const judge = (row: Row, named: readonly Category[]): JudgedRow => {
  const { name } = row
  const category = categoryId(row.categoryId, named)
  const status = statusOfText(row.status)
  const faults = {
    ...ofFields((field) => textFault(row[field]) ?? lineFault(row[field])),
    name: nameFault(name) ?? lineFault(name),
    categoryId:
      category !== undefined
        ? undefined
        : row.categoryId === ''
          ? t('Give a category or its number.')
          : t('No category has this name. Choose one or type its number.'),
    status: status ? undefined : t('Available, On hold or Adopted; empty is Available.'),
  }
  const isGood = category !== undefined && status && !fieldNames.some((field) => faults[field])
  return {
    ...row,
    faults,
    pet: isGood ? { ...typedTexts(row), name, categoryId: category, status } : undefined,
  }
}

/**
 * The other rows for which the mend of a category or a status goes too: the spreadsheet had the same there, and
 * they were mended alike.
 */
export const equalsOf = (
  { number }: Row,
  change: Partial<Row>,
  pasted: readonly Row[],
  mended: Readonly<Record<number, Partial<Row>>>,
): readonly Row[] => {
  const field = (['categoryId', 'status'] as const).find((each) => change[each] !== undefined)
  const row = pasted.find((each) => each.number === number)
  if (!field || !row) return []
  return pasted.filter(
    (other) =>
      other[field] === row[field] && mended[other.number]?.[field] === mended[number]?.[field],
  )
}

/** Rows that are the same as an earlier one, each with the number of that one. */
export const equalRows = (
  rows: readonly Row[],
): ReadonlyArray<{ readonly row: Row; readonly first: number }> => {
  const named = rows.filter(({ isOut, name }) => isOut !== true && name !== '')
  const groups = Map.groupBy(named, (row) =>
    JSON.stringify(fieldNames.map((field) => row[field].toLowerCase())),
  )
  return [...groups.values()].flatMap(([first, ...others]) =>
    others.map((row) => ({ row, first: first?.number ?? 0 })),
  )
}

/** Animals and bytes that one request takes at most; the service takes 100 and 64 KiB. */
const maxAnimals = 100
const maxBytes = 60_000

/** Animals, by the request that adds them. */
export type Batches = ReadonlyArray<readonly NewPet[]>

/** Divides animals into requests, in their order. */
export const batchesOf = (pets: readonly NewPet[]): Batches => {
  const batches: NewPet[][] = []
  let batch: NewPet[] | undefined
  let sum = 0
  for (const pet of pets) {
    // As JSON: at most three bytes for each code unit of a text, and less than 100 for the rest.
    const texts = fieldNames.map((field) => String(pet[field]))
    const bytes = JSON.stringify(texts).length * 3 + 100
    sum += bytes
    if (batch === undefined || batch.length === maxAnimals || sum > maxBytes) {
      batch = []
      batches.push(batch)
      sum = bytes
    }
    batch.push(pet)
  }
  return batches
}
