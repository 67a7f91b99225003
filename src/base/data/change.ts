import { isDeepStrictEqual } from 'node:util'
import type { AuditEntry } from '../audit.ts'
import type { Refusal } from '../errors/api-error.ts'
import type { IdempotencyToken } from '../idempotency.ts'
import type { NewRowOf, Row, RowOf, Stored, Table } from './table.ts'

/** The result of a change: plain data, whose integers are `bigint`. `outcome` says which case it is. */
export type Result = { readonly outcome: string }

/** Exists only for the type system: the result type of a change. */
declare const resultType: unique symbol

/** A change of rows, as plain data that can be sent to another thread. Its `kind`, like `book.create`, names its rule. */
export type Change<R extends Result = Result> = {
  readonly kind: string
  /** How many rows it writes; 1 if missing. A store limits the rows that it commits together. */
  readonly rows?: number
  readonly [resultType]?: R
}

/** Who makes a change, and when. Plain data that is sent to another thread with the change. */
export type ChangeContext = {
  /** The name of the API key that requests it; undefined for the clock or a command. */
  readonly by?: string | undefined
  /** Milliseconds since the Unix epoch. */
  readonly at: number
  /** Set if retries must not repeat the change. */
  readonly once?: IdempotencyToken | undefined
  /** The `traceparent` of the request, if its trace is recorded. It is stored with the events, for their deliveries. */
  readonly trace?: string | undefined
  /** For the audit log, if the change has a line there. Missing fields are derived from the change. */
  readonly audit?: (Pick<AuditEntry, 'who' | 'origin'> & Partial<AuditEntry>) | undefined
}

export type RowKey = { readonly table: Table; readonly id: bigint }

/** Finds a row by values that at most one row has. The fields are one of the table's filters. */
export type RowSearch = { readonly table: Table; readonly where: Row }

/** Selects the rows that a rule needs to count. */
export type CountKey = {
  readonly table: Table
  /** Values by field; at least one. An adapter has an index on these fields, followed by the field of `above`. */
  readonly where: Row
  /** Only rows in which a further field, a date-time or an int64, is greater than a value. */
  readonly above?: { readonly field: string; readonly value: unknown }
  /** Counting stops here, so a count is from 0 to this number. */
  readonly max: number
}

export type Write = (
  | { readonly kind: 'insert'; readonly table: Table; readonly row: Row }
  | {
      readonly kind: 'update'
      readonly table: Table
      readonly id: bigint
      readonly fields: Row
      /** The version of the row changes even if no field does. */
      readonly isTouch?: true
    }
  | { readonly kind: 'remove'; readonly table: Table; readonly id: bigint }
) & {
  /** The clock caused it, and the change only found it due. Its event has no author. */
  readonly isBySystem?: true
}

/** A write that depends on the rows that earlier ones wrote, for example on the id of a new row. */
export type LaterWrite = (written: readonly Stored[]) => Write

/** Versions of a row; `any` matches every version. */
export type Versions = readonly bigint[] | 'any'

/** What must hold for a row before it is changed. Plain data, as part of a change. */
export type Precondition = {
  /** The row exists, in one of these versions. */
  readonly match: Versions | undefined
  /** The row does not exist, or is in none of these versions. */
  readonly noneMatch: Versions | undefined
}

/** Always met, whether the row exists or not. */
export const unconditional: Precondition = { match: undefined, noneMatch: undefined }

/** Whether a row meets a precondition (RFC 9110, 13.1.1 and 13.1.2). */
export const isMet = ({ match, noneMatch }: Precondition, stored: Stored | undefined): boolean =>
  (match === undefined || includes(match, stored)) &&
  (noneMatch === undefined || !includes(noneMatch, stored))

const includes = (versions: Versions, stored: Stored | undefined): boolean =>
  stored !== undefined && (versions === 'any' || versions.includes(stored.version))

/** The result of a change that its rule refused, with the answer for the caller. */
export type Refused = { readonly outcome: 'refused'; readonly refusal: Refusal }

export const refuse = (answer: Refusal): { readonly refused: Refused } => ({
  refused: { outcome: 'refused', refusal: answer },
})

/** Either a refusal, which writes nothing and is not stored for retries, or writes, made in this order, and a result. */
export type Decision<R extends Result> =
  | { readonly refused: R }
  | {
      readonly writes: ReadonlyArray<Write | LaterWrite>
      /** @param written the row after each write, without hidden fields; for a removal, the row before it */
      readonly result: (written: readonly Stored[]) => R
    }

/** The rows that a rule reads, in the order of their keys; undefined for one that does not exist. */
export type Found = ReadonlyArray<Stored | undefined>

/** Decides the changes of one kind. Pure: it reads only the change and the rows locked by the store, and may be called again. */
export type Rule<Data = Change, R extends Result = Result> = {
  readonly kind: string
  /** The rows that it reads, locked in this order. A store calls it with the rows found so far until it appends none. */
  readonly rows: (change: Data, found: Found) => ReadonlyArray<RowKey | RowSearch>
  /** What it counts, if anything. A store calls it once, after all rows are found. */
  readonly counts?: (change: Data, found: Found) => readonly CountKey[]
  /** @param found with hidden fields @param counts in the order of `counts` @param at milliseconds since the Unix epoch */
  readonly decide: (
    change: Data,
    found: Found,
    counts: readonly number[],
    at: number,
  ) => Decision<R>
}

/** Any rule. A store looks it up by its kind and knows nothing else about its changes. */
export type AnyRule = Rule<never>

type ChangeDefinition<Parameters extends readonly unknown[], Data, R extends Result> = Rule<
  Data,
  R
> & {
  /** Returns the data of one change, with `rows` if it writes several. */
  readonly parts: (...parameters: Parameters) => Data
}

/** Defines a kind of change: returns a function that creates changes of this kind and is also the rule that decides them. */
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

/** Adds a row: without an id if the table assigns it, otherwise with an unused id. */
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

/** Changes fields of an existing row. The store drops fields that already have the value, so rules need not compare values. */
export const update = <T extends Table>(table: T, id: bigint, fields: FieldsOf<T>): Write => ({
  kind: 'update',
  table,
  id,
  fields: fields as Row,
})

/** Changes only the version of an existing row, so that code that watches versions reads the row again. */
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

/** Whether two values of a field are equal. Arrays and objects are compared by content. */
export const isSameValue = (one: unknown, other: unknown): boolean =>
  one === other || (typeof one === 'object' && isDeepStrictEqual(one, other))

/** Marks writes as caused by the clock, not by the caller of the change. */
export const bySystem = (writes: readonly Write[]): readonly Write[] =>
  writes.map((write) => ({ ...write, isBySystem: true }))

export const remove = (table: Table, id: bigint): Write => ({ kind: 'remove', table, id })
