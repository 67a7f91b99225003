import { isDeepStrictEqual } from 'node:util'
import type { AuditEntry } from '../audit.ts'
import type { Refusal } from '../errors/api-error.ts'
import type { IdempotencyToken } from '../idempotency.ts'
import type { NewRowOf, Row, RowOf, Stored, Table } from './table.ts'

/** The result of a change: plain data, whose integers are `bigint`. `outcome` says which case it is. */
export type Result = { readonly outcome: string }

/** Exists only for the type system: the result type of a change. */
declare const resultType: unique symbol

/** A change of rows, as plain data, which can pass to another thread. Its `kind`, like `book.create`, names its rule. */
export type Change<R extends Result = Result> = {
  readonly kind: string
  /** How many rows it writes, if they are many. A store writes no more than some hundreds at a time. */
  readonly rows?: number
  readonly [resultType]?: R
}

/** Who makes a change, and when. Plain data, which passes to another thread with the change. */
export type ChangeContext = {
  /** The name of the API key that asks for it; undefined if none does: the clock, or a command. */
  readonly by?: string | undefined
  /** Milliseconds since the Unix epoch. */
  readonly at: number
  /** Set if retries must not repeat the change. */
  readonly once?: IdempotencyToken | undefined
  /** The `traceparent` of the request, if its trace is recorded; its events keep it for those who are told of them. */
  readonly trace?: string | undefined
  /** For the audit log, where a change has a line there; what is missing follows from the change. */
  readonly audit?: (Pick<AuditEntry, 'who' | 'origin'> & Partial<AuditEntry>) | undefined
}

export type RowKey = { readonly table: Table; readonly id: bigint }

/** Finds a row by values that one row at most has; its fields are a filter of the table. */
export type RowSearch = { readonly table: Table; readonly where: Row }

/** Names rows of which a rule needs to know how many there are. */
export type CountKey = {
  readonly table: Table
  /** Values by field; at least one. An adapter has an index of these fields, followed by that of `above`. */
  readonly where: Row
  /** Only rows of which a further field, a date-time or an int64, is greater than a value. */
  readonly above?: { readonly field: string; readonly value: unknown }
  /** Counting ends here: a count is from 0 to this number. */
  readonly max: number
}

export type Write = (
  | { readonly kind: 'insert'; readonly table: Table; readonly row: Row }
  | {
      readonly kind: 'update'
      readonly table: Table
      readonly id: bigint
      readonly fields: Row
      /** The version of the row moves though no field changes. */
      readonly isTouch?: true
    }
  | { readonly kind: 'remove'; readonly table: Table; readonly id: bigint }
) & {
  /** The clock brought it about, and the change only finds it due: its event is by nobody. */
  readonly isBySystem?: true
}

/** A write that needs what those before it wrote, like the id of a new row. */
export type LaterWrite = (written: readonly Stored[]) => Write

/** Versions of a row; `any` stands for all that there are. */
export type Versions = readonly bigint[] | 'any'

/** What must be true of a row for a change of it to be done: plain data, which travels in the change. */
export type Precondition = {
  /** The row exists, in one of these versions. */
  readonly match: Versions | undefined
  /** The row does not exist, or is in none of these versions. */
  readonly noneMatch: Versions | undefined
}

/** Any row will do, and none too. */
export const unconditional: Precondition = { match: undefined, noneMatch: undefined }

/** Whether a row is as a precondition wants it (RFC 9110, 13.1.1 and 13.1.2). */
export const isMet = ({ match, noneMatch }: Precondition, stored: Stored | undefined): boolean =>
  (match === undefined || includes(match, stored)) &&
  (noneMatch === undefined || !includes(noneMatch, stored))

const includes = (versions: Versions, stored: Stored | undefined): boolean =>
  stored !== undefined && (versions === 'any' || versions.includes(stored.version))

/** The result of a change that its rule refuses, with what the caller is answered. */
export type Refused = { readonly outcome: 'refused'; readonly refusal: Refusal }

export const refuse = (answer: Refusal): { readonly refused: Refused } => ({
  refused: { outcome: 'refused', refusal: answer },
})

/** A refusal, which writes nothing and is not stored for a retry; or writes, made in their order, and then the result. */
export type Decision<R extends Result> =
  | { readonly refused: R }
  | {
      readonly writes: ReadonlyArray<Write | LaterWrite>
      /** @param written the row after each write, without hidden fields; for a removal, the row before it */
      readonly result: (written: readonly Stored[]) => R
    }

/** What a rule found: rows by their keys, in that order; undefined for one that does not exist. */
export type Found = ReadonlyArray<Stored | undefined>

/** Decides the changes of one kind. It is pure: it reads only the change and what the store has locked, and may be called again. */
export type Rule<Data = Change, R extends Result = Result> = {
  readonly kind: string
  /** The rows that it reads, locked in this order. A store asks again with what it found, until the answer, which begins with the last one, adds none. */
  readonly rows: (change: Data, found: Found) => ReadonlyArray<RowKey | RowSearch>
  /** What it counts, if anything. A store asks once, after it found all rows. */
  readonly counts?: (change: Data, found: Found) => readonly CountKey[]
  /** @param found with hidden fields @param counts in the order of `counts` @param at milliseconds since the Unix epoch */
  readonly decide: (
    change: Data,
    found: Found,
    counts: readonly number[],
    at: number,
  ) => Decision<R>
}

/** Any rule. A store finds it by its kind, and knows nothing else about its changes. */
export type AnyRule = Rule<never>

type ChangeDefinition<Parameters extends readonly unknown[], Data, R extends Result> = Rule<
  Data,
  R
> & {
  /** The data of one change. Data of an array or a schema may say how many `rows` it writes. */
  readonly parts: (...parameters: Parameters) => Data
}

/** Defines a kind of change: returns a function that makes changes of this kind, and is the rule that decides them. */
export const defineChange = <Parameters extends readonly unknown[], Parts, R extends Result>({
  parts,
  ...rule
}: ChangeDefinition<Parameters, Parts, R>): ((...parameters: Parameters) => Change<R> & Parts) &
  Omit<typeof rule, 'parts'> =>
  Object.assign(
    (...parameters: Parameters): Change<R> & Parts => ({
      kind: rule.kind,
      ...parts(...parameters),
    }),
    rule,
  )

/** Adds a row: without an id if the table assigns it, else with an id that no row has. */
export const insert = <T extends Table>(
  table: T,
  row: T['id'] extends 'assigned' ? NewRowOf<T> : RowOf<T>,
): Write => ({ kind: 'insert', table, row: row as Row })

/** Values for some fields of a row; `undefined` and `null` remove an optional field. */
type FieldsOf<T extends Table> = {
  readonly [Name in keyof NewRowOf<T>]?: object extends Pick<NewRowOf<T>, Name>
    ? NewRowOf<T>[Name] | null | undefined
    : NewRowOf<T>[Name]
}

/** Changes fields of a row that exists. The store drops fields that have the value already, so no rule compares values. */
export const update = <T extends Table>(table: T, id: bigint, fields: FieldsOf<T>): Write => ({
  kind: 'update',
  table,
  id,
  fields: fields as Row,
})

/** Moves the version of a row that exists, and nothing else: who watches the version looks at the row again. */
export const touch = (table: Table, id: bigint): Write => ({
  kind: 'update',
  table,
  id,
  fields: {},
  isTouch: true,
})

/** The fields that an update changes, with `undefined` for those that it removes; undefined if it writes nothing. */
export const changedFields = (
  before: Row,
  { fields, isTouch }: Pick<Extract<Write, { kind: 'update' }>, 'fields' | 'isTouch'>,
): Row | undefined => {
  const changed: Record<string, unknown> = {}
  let isChanged = isTouch === true
  for (const name in fields) {
    const value = fields[name] ?? undefined
    if (isSameValue(before[name], value)) continue
    changed[name] = value
    isChanged = true
  }
  return isChanged ? changed : undefined
}

/** Whether two values of a field are equal. Those of an array or an object may be two objects. */
export const isSameValue = (one: unknown, other: unknown): boolean =>
  one === other || (typeof one === 'object' && isDeepStrictEqual(one, other))

/** The same writes, made by the clock and not by the caller of the change. */
export const bySystem = (writes: readonly Write[]): readonly Write[] =>
  writes.map((write) => ({ ...write, isBySystem: true }))

export const remove = (table: Table, id: bigint): Write => ({ kind: 'remove', table, id })
