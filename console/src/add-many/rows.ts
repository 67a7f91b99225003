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

/** One animal as the spreadsheet has it, or as somebody mended it. */
export type Row = Readonly<Record<ColumnName, string>> & {
  /** The row of the spreadsheet, from 1 on. */
  readonly number: number
  /** Whether somebody left it out; undefined if nobody touched it */
  readonly isOut?: boolean
}

/** What is wrong with a row, by its column. */
export type Faults = Readonly<Partial<Record<ColumnName, string | undefined>>>

/** What the service is sent for an animal: itself, and what is known of it, if anything is. */
export type Arrival = { readonly pet: NewPet; readonly profile: ProfileValues | undefined }

/** A row, with what the service is sent for it, or else with what is wrong. */
export type JudgedRow = Row & {
  readonly faults: Faults
  readonly arrival: Arrival | undefined
}

/** What comes first in the dates of a column, where neither they nor somebody says it: undefined. */
export type DayOrders = Readonly<Partial<Record<ColumnName, DayOrder | undefined>>>

/** The rows of the cells. @param category of all, if no column has it */
export const rowsOf = (
  cells: Cells,
  columns: Columns,
  hasHeadings: boolean,
  category: string,
): readonly Row[] =>
  cells.slice(Number(hasHeadings)).map((row, n) => {
    // What keeps a spreadsheet program from calculating is no part of a text.
    const texts = ofColumns((name) => (row[columns[name]] ?? '').trim().replace(/^'(?=[=@+-])/, ''))
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
          ? t('Give a category or its number.')
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

/** Rows of one spreadsheet, of which no two have the same chip. */
export const judgeAll = (
  rows: readonly Row[],
  named: readonly Category[],
  orders: DayOrders,
): readonly JudgedRow[] => {
  const chips = new Map<string, number>()
  return rows.map((row) => {
    const judged = judge(row, named, orders)
    const chip = profileCell('chip', row.chip).value?.toUpperCase()
    const first = chip && row.isOut !== true ? chips.get(chip) : undefined
    if (!chip || row.isOut === true) return judged
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

/** The columns that tell animals apart, so that a mend goes for one row. */
const own: ReadonlySet<ColumnName> = new Set(['name', 'chip', 'description'])

/**
 * The other rows for which a mend goes too: the spreadsheet had the same in that column, and they were mended alike.
 */
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

/** Rows that are the same as an earlier one, each with the number of that one. */
export const equalRows = (
  rows: readonly Row[],
): ReadonlyArray<{ readonly row: Row; readonly first: number }> => {
  const named = rows.filter(({ isOut, name }) => isOut !== true && name !== '')
  const groups = Map.groupBy(named, (row) =>
    JSON.stringify(columnNames.map((name) => row[name].toLowerCase())),
  )
  return [...groups.values()].flatMap(([first, ...others]) =>
    others.map((row) => ({ row, first: first?.number ?? 0 })),
  )
}

/** Animals and bytes that one request takes at most; the service takes 100 and 64 KiB. */
const maxAnimals = 100
const maxBytes = 60_000

/** Animals, by the request that adds them. */
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
    // As JSON: at most three bytes for each code unit of a text, and less than 100 for the rest.
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
