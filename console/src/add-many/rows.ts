import { t } from '../core/language.ts'
import type { Category, NewPet, PetStatus } from '../../../client/src/index.ts'
import { categoryId } from '../categories/category-id.ts'
import { fieldNames, typedTexts } from '../model/fields.ts'
import { profileFields } from '../model/profile-fields.ts'
import { nameFault, textFault } from '../parts/name-fault.ts'
import { petStatuses, petWords } from '../words.ts'
import { type ColumnName, columnNames, type Columns, ofColumns } from './columns.ts'
import type { DayOrder } from './dates.ts'
import { lineFault, type ProfileValues, profileCell } from './profile-cells.ts'
import type { Cells } from './read-cells.ts'

/** One animal as in the spreadsheet, with the corrections made here. */
export type Row = Readonly<Record<ColumnName, string>> & {
  /** The row of the spreadsheet, from 1 on. */
  readonly number: number
  /** Whether somebody left the row out; undefined if nobody decided */
  readonly isOut?: boolean
}

/** What is wrong with a row, by column. */
export type Faults = Readonly<Partial<Record<ColumnName, string | undefined>>>

/** What is sent to the service for an animal: the animal, and its profile unless empty. */
export type Arrival = { readonly pet: NewPet; readonly profile: ProfileValues | undefined }

/** A row, with what is to be sent for it, or else with what is wrong. */
export type JudgedRow = Row & {
  readonly faults: Faults
  readonly arrival: Arrival | undefined
}

/** Whether day or month comes first in the dates of each column; undefined if unknown. */
export type DayOrders = Readonly<Partial<Record<ColumnName, DayOrder | undefined>>>

/** Converts cells to rows. @param category the category of all rows, if no column has it */
export const rowsOf = (
  cells: Cells,
  columns: Columns,
  hasHeadings: boolean,
  category: string,
): readonly Row[] =>
  cells.slice(Number(hasHeadings)).map((row, n) => {
    // Removes the apostrophe that keeps a spreadsheet program from evaluating a formula.
    const texts = ofColumns((name) => (row[columns[name]] ?? '').trim().replace(/^'(?=[=@+-])/, ''))
    return {
      number: n + 1 + Number(hasHeadings),
      ...texts,
      categoryId: columns.categoryId < 0 ? category : texts.categoryId,
    }
  })

/** Reads a status, in the words of the console or of the API; an empty text is Available. */
const statusOfText = (text: string): PetStatus | undefined => {
  const wanted = text.trim().toLowerCase() || 'available'
  return petStatuses.find(
    (status) => status === wanted || petWords[status].toLowerCase() === wanted,
  )
}

/** Says what is wrong with a row. */
export const judge = (row: Row, named: readonly Category[], orders: DayOrders = {}): JudgedRow => {
  const { name } = row
  const category = categoryId(row.categoryId, named)
  const status = statusOfText(row.status)
  const cells = profileFields.map(
    (field) => [field, profileCell(field, row[field], orders[field])] as const,
  )
  const faults: Faults = {
    ...Object.fromEntries(
      fieldNames.map((field) => [field, textFault(row[field]) ?? lineFault(row[field])]),
    ),
    ...Object.fromEntries(cells.map(([field, { fault }]) => [field, fault])),
    name: nameFault(name) ?? lineFault(name),
    categoryId:
      category !== undefined
        ? undefined
        : row.categoryId === ''
          ? t('Enter a category or its number.')
          : t('No category has this name. Choose one or type its number.'),
    status: status ? undefined : t('Available, On hold or Adopted; empty is Available.'),
  }
  const known = cells.flatMap(([field, { value }]) => (value ? [[field, value] as const] : []))
  const isGood = category !== undefined && status && !columnNames.some((each) => faults[each])
  return {
    ...row,
    faults,
    arrival: isGood
      ? {
          pet: { ...typedTexts(row), name, categoryId: category, status },
          profile: known.length > 0 ? Object.fromEntries(known) : undefined,
        }
      : undefined,
  }
}

/** Says what is wrong with the rows of a spreadsheet. A repeated chip is a fault. */
export const judgeAll = (
  rows: readonly Row[],
  named: readonly Category[],
  orders: DayOrders,
): readonly JudgedRow[] => {
  const chips = new Map<string, number>()
  return rows.map((row) => {
    const judged = judge(row, named, orders)
    const chip = profileCell('chip', row.chip).value?.toUpperCase()
    const first = chip && !row.isOut ? chips.get(chip) : undefined
    if (!chip || row.isOut) return judged
    if (first === undefined) chips.set(chip, row.number)
    return first === undefined
      ? judged
      : {
          ...judged,
          faults: { ...judged.faults, chip: t('Row {row} has this chip.', { row: first }) },
          arrival: undefined,
        }
  })
}

/** The columns that differ between animals, so a correction applies to only one row. */
const own: ReadonlySet<ColumnName> = new Set(['name', 'chip', 'description'])

/** The other rows to which a correction also applies: they had the same text in that column, and the same corrections. */
export const equalsOf = (
  { number }: Row,
  change: Partial<Row>,
  pasted: readonly Row[],
  mended: Readonly<Record<number, Partial<Row>>>,
): readonly Row[] => {
  const column = columnNames.find((each) => change[each] !== undefined && !own.has(each))
  const row = pasted.find((each) => each.number === number)
  if (!column || !row) return []
  return pasted.filter(
    (other) =>
      other[column] === row[column] && mended[other.number]?.[column] === mended[number]?.[column],
  )
}

/** Rows that equal an earlier one, each with the number of that row. */
export const equalRows = (
  rows: readonly Row[],
): ReadonlyArray<{ readonly row: Row; readonly first: number }> => {
  const named = rows.filter(({ isOut, name }) => !isOut && name !== '')
  const groups = Map.groupBy(named, (row) =>
    JSON.stringify(columnNames.map((name) => row[name].toLowerCase())),
  )
  return [...groups.values()].flatMap(([first, ...others]) =>
    others.map((row) => ({ row, first: first?.number ?? 0 })),
  )
}

/** The maximum number of animals and bytes of one request. The service takes 100 and 64 KiB. */
const maxAnimals = 100
const maxBytes = 60_000

/** Animals, grouped by the request that adds them. */
export type Batches = ReadonlyArray<readonly Arrival[]>

/** The animals themselves. */
export const petsOf = (arrivals: readonly Arrival[]): readonly NewPet[] =>
  arrivals.map(({ pet }) => pet)

/** Divides animals into requests, in their order. */
export const batchesOf = (arrivals: readonly Arrival[]): Batches => {
  const batches: Arrival[][] = []
  let batch: Arrival[] | undefined
  let sum = 0
  for (const arrival of arrivals) {
    // An upper bound: as JSON, at most three bytes for each code unit, and less than 100 for the rest.
    const texts = fieldNames.map((field) => String(arrival.pet[field]))
    const bytes = JSON.stringify(texts).length * 3 + 100
    sum += bytes
    if (batch === undefined || batch.length === maxAnimals || sum > maxBytes) {
      batch = []
      batches.push(batch)
      sum = bytes
    }
    batch.push(arrival)
  }
  return batches
}
