import { Type } from 'typebox'
/** Tables and rules for tests, with features that animals lack: chosen ids, missing fields, refusals. */
import { int64 } from '../../src/base/int64.ts'
import {
  type AnyRule,
  bySystem,
  type Decision,
  defineChange,
  insert,
  remove,
  update,
} from '../../src/base/data/change.ts'
import { type Contents, contentsOf } from '../../src/base/data/contents.ts'
import { plainTypes } from '../../src/base/data/table.ts'
import type {
  NewRowOf,
  PublicRowOf,
  RowOf,
  Stored,
  SumOf,
  Table,
} from '../../src/base/data/table.ts'
import { Int64 as KitInt64 } from '../../src/kit/fields.ts'

const Int64 = () => KitInt64('A number.', 1n)

/** A thing's parts: nested arrays and objects, one of which may be missing. */
const Part = Type.Object({
  name: Type.String(),
  sizes: Type.Array(Int64(), { maxItems: 3 }),
  maker: Type.Optional(Type.Object({ since: Type.String({ format: 'date-time' }) })),
})

/** Of things, what was added and painted is counted by colour, the latter by the minute of the hour. */
const thingSums: SumOf = (before, after, at) => {
  if (before?.['color'] === after?.['color'] || after === undefined) return undefined
  const part = String(after['color'])
  if (before === undefined) return { name: 'added', part }
  return { name: 'painted', part, measure: Math.floor(at / 60_000) % 60 }
}

/** All that a table may say of how its rows are searched. */
const thingSearch = {
  kind: 'thing',
  title: 'color',
  texts: ['parts'],
  digits: ['note'],
  detail: 'note',
  about: { shelf: 'shelfNumber' },
  behind: ['color', 'Sold Out'],
} as const

export const things = {
  name: 'things',
  schema: Type.Object({
    id: Int64(),
    color: Type.String({ minLength: 1 }),
    shelfNumber: Type.Optional(Int64()),
    note: Type.Optional(Type.String({ minLength: 1 })),
    parts: Type.Optional(Type.Array(Part, { maxItems: 3 })),
  }),
  hidden: Type.Object({ loanId: Type.Optional(Int64()) }),
  id: 'assigned',
  filters: [['color']],
  totals: 'color',
  sums: thingSums,
  prefixes: ['color'],
  search: thingSearch,
  events: { ...plainTypes('thing'), imported: 'things.imported', topics: { thingId: 'id' } },
} as const satisfies Table

export const labels = {
  name: 'labels',
  schema: Type.Object({ id: Int64(), text: Type.String({ minLength: 1 }) }),
  id: 'chosen',
  filters: [],
  search: { kind: 'label', title: 'text' },
} as const satisfies Table

/** Loans of things: of each thing, one that runs. */
export const loans = {
  name: 'loans',
  schema: Type.Object({
    id: Int64(),
    thingId: Int64(),
    state: Type.Unsafe<'open' | 'closed'>({ type: 'string', enum: ['open', 'closed'] }),
    until: Type.String({ format: 'date-time' }),
    closedAt: Type.Optional(Type.String({ format: 'date-time' })),
    // A keyword of SQL.
    from: Type.Optional(Type.String({ minLength: 1 })),
  }),
  hidden: Type.Object({ borrower: Type.String({ minLength: 1 }) }),
  id: 'assigned',
  filters: [['state'], ['thingId'], ['thingId', 'state']],
  due: { field: 'until', where: { state: 'open' } },
  events: { ...plainTypes('loan'), topics: { loanId: 'id', thingId: 'thingId' } },
} as const satisfies Table

/** Reminders of a borrower, who is told of one after the other. */
export const reminders = {
  name: 'reminders',
  schema: Type.Object({
    id: Int64(),
    at: Type.String({ format: 'date-time' }),
    state: Type.Unsafe<'open' | 'closed'>({ type: 'string', enum: ['open', 'closed'] }),
  }),
  hidden: Type.Object({ borrower: Type.String({ minLength: 1 }) }),
  id: 'assigned',
  filters: [['borrower']],
  due: { field: 'at', where: { state: 'open' }, of: 'borrower' },
} as const satisfies Table

/** The manual of a thing, with the id of the thing. */
export const manuals = {
  name: 'manuals',
  schema: Type.Object({ thingId: Int64(), text: Type.String({ minLength: 1 }) }),
  id: 'chosen',
  idField: 'thingId',
  filters: [['text']],
  search: { shownAs: 'things', texts: ['text'] },
  belongsTo: { things: 'thingId' },
} as const satisfies Table

/** Stickers on a thing. */
export const stickers = {
  name: 'stickers',
  schema: Type.Object({ id: Int64(), thingId: Type.Optional(Int64()) }),
  id: 'assigned',
  filters: [['thingId']],
  belongsTo: { things: 'thingId' },
} as const satisfies Table

/** A stain on a sticker, with the id of the sticker, and how it looks. */
export const stains = {
  name: 'stains',
  schema: Type.Object({ stickerId: Int64(), size: Type.Integer({ format: 'int32' }) }),
  hidden: Type.Object({ look: Type.Unsafe<Uint8Array>({ type: 'string', format: 'binary' }) }),
  id: 'chosen',
  idField: 'stickerId',
  filters: [],
  belongsTo: { stickers: 'stickerId' },
} as const satisfies Table

export type Thing = PublicRowOf<typeof things>
/** Parts that use every character that JSON escapes, every digit of an int64, and what may be missing. */
export const parts: NonNullable<Thing['parts']> = [
  { name: '"\\\u0000\u2028\ud800 é 🐈 /', sizes: [int64.minimum, 0n, int64.maximum] },
  { name: '', sizes: [], maker: { since: '2026-11-20T12:00:00.000Z' } },
]
type Loan = PublicRowOf<typeof loans>

/** What comes of a change, with what else it tells. */
type Outcome<O extends string, More = unknown> = Decision<{ readonly outcome: O } & More>

const thingIn = (stored: Stored | undefined) => stored?.row as Thing | undefined

export const addThing = defineChange({
  kind: 'thing.add',
  parts: (thing: Omit<Thing, 'id'>) => ({ thing }),
  rows: () => [],
  decide: ({ thing }): Decision<{ readonly outcome: 'added'; readonly thing: Thing }> => ({
    writes: [insert(things, thing)],
    result: ([written]) => ({ outcome: 'added', thing: written?.row as Thing }),
  }),
})

export const addReminder = defineChange({
  kind: 'reminder.add',
  parts: (reminder: NewRowOf<typeof reminders>) => ({ reminder }),
  rows: () => [],
  decide: ({ reminder }): Decision<{ readonly outcome: 'added' }> => ({
    writes: [insert(reminders, reminder)],
    result: () => ({ outcome: 'added' }),
  }),
})

/** Makes, renames or, without a text, removes a label. */
export const putLabel = defineChange({
  kind: 'label.put',
  parts: (id: bigint, text: string | undefined) => ({ id, text }),
  rows: ({ id }) => [{ table: labels, id }],
  decide: ({ id, text }, [label]): Outcome<'made' | 'renamed' | 'removed' | 'not_found'> => {
    if (text === undefined) {
      return label === undefined
        ? { refused: { outcome: 'not_found' } }
        : { writes: [remove(labels, id)], result: () => ({ outcome: 'removed' }) }
    }
    return label === undefined
      ? { writes: [insert(labels, { id, text })], result: () => ({ outcome: 'made' }) }
      : { writes: [update(labels, id, { text })], result: () => ({ outcome: 'renamed' }) }
  },
})

/** Moves a thing to the next shelf, or to none, depending on the shelf that it finds. */
export const moveThing = defineChange({
  kind: 'thing.move',
  parts: (id: bigint, to?: 'nowhere') => ({ id, ...(to && { to }) }),
  rows: ({ id }) => [{ table: things, id }],
  decide: ({ id, to }, [found]): Outcome<'moved', { readonly shelf: bigint | undefined }> => {
    const shelfNumber = to === undefined ? (thingIn(found)?.shelfNumber ?? 0n) + 1n : undefined
    return {
      writes: [update(things, id, { shelfNumber })],
      result: ([moved]) => ({ outcome: 'moved', shelf: thingIn(moved)?.shelfNumber }),
    }
  },
})

/** Gives a thing another colour, or removes it. */
export const paintThing = defineChange({
  kind: 'thing.paint',
  parts: (id: bigint, color: string | undefined) => ({ id, color }),
  rows: ({ id }) => [{ table: things, id }],
  decide: ({ id, color }, [found]): Outcome<'painted' | 'removed' | 'not_found'> => {
    if (found === undefined) return { refused: { outcome: 'not_found' } }
    return color === undefined
      ? { writes: [remove(things, id)], result: () => ({ outcome: 'removed' }) }
      : { writes: [update(things, id, { color })], result: () => ({ outcome: 'painted' }) }
  },
})

/** How many loans one borrower may have at once. */
export const mostLoans = 3

type Taken =
  | { readonly outcome: 'lent'; readonly loan: Loan; readonly thing: Thing }
  | { readonly outcome: 'not_found' | 'too_many' }
  | { readonly outcome: 'taken'; readonly own: boolean }

/** Lends a thing. A loan of it that ran out is closed in the same transaction. */
export const takeLoan = defineChange({
  kind: 'loan.take',
  parts: (loan: Omit<RowOf<typeof loans>, 'id' | 'state' | 'closedAt'>, now: string) => ({
    loan,
    now,
  }),
  rows: ({ loan: { thingId } }, [thing]) => {
    // The row is of the table that was asked for, and so below.
    const { loanId } = (thing?.row ?? {}) as { readonly loanId?: bigint }
    const loan = loanId === undefined ? [] : [{ table: loans, id: loanId }]
    return [{ table: things, id: thingId }, ...loan]
  },
  counts: ({ loan: { borrower }, now }) => [
    {
      table: loans,
      where: { borrower, state: 'open' },
      above: { field: 'until', value: now },
      max: mostLoans,
    },
  ],
  decide: ({ loan, now }, [thing, earlier], [running = 0]): Decision<Taken> => {
    if (thing === undefined) return { refused: { outcome: 'not_found' } }
    const before = earlier?.row as RowOf<typeof loans> | undefined
    const isOpen = before?.state === 'open'
    if (isOpen && before.until > now) {
      return { refused: { outcome: 'taken', own: before.borrower === loan.borrower } }
    }
    if (running === mostLoans) return { refused: { outcome: 'too_many' } }
    return {
      writes: [
        ...(isOpen
          ? bySystem([update(loans, before.id, { state: 'closed', closedAt: before.until })])
          : []),
        insert(loans, { ...loan, state: 'open' }),
        (written) => update(things, loan.thingId, { loanId: written.at(-1)?.row['id'] as bigint }),
      ],
      result: (written) => ({
        outcome: 'lent',
        loan: written.at(-2)?.row as Loan,
        thing: written.at(-1)?.row as Thing,
      }),
    }
  },
})

export const stain = { size: 7, look: Uint8Array.from({ length: 256 }, (_, byte) => byte) }

/** Gives a thing a manual, and a sticker with a stain. */
export const equipThing = defineChange({
  kind: 'thing.equip',
  parts: (thingId: bigint) => ({ thingId }),
  rows: ({ thingId: id }) => [
    { table: things, id },
    { table: manuals, id },
  ],
  decide: ({ thingId }, [thing, manual]): Outcome<'equipped' | 'not_found' | 'equipped_before'> => {
    if (manual !== undefined) return { refused: { outcome: 'equipped_before' } }
    if (thing === undefined) return { refused: { outcome: 'not_found' } }
    return {
      writes: [
        insert(manuals, { thingId, text: 'Use with care.' }),
        insert(stickers, { thingId }),
        (written) => insert(stains, { stickerId: written.at(-1)?.row['id'] as bigint, ...stain }),
      ],
      result: () => ({ outcome: 'equipped' }),
    }
  },
})

const failThing: AnyRule = {
  kind: 'thing.fail',
  rows: () => [],
  decide: () => {
    throw new Error('A rule that fails.')
  },
}

export const thingContents: Contents = contentsOf([
  {
    tables: [things, labels, loans, reminders, manuals, stickers, stains],
    rules: [
      addThing,
      putLabel,
      moveThing,
      paintThing,
      takeLoan,
      addReminder,
      equipThing,
      failThing,
    ],
  },
])
