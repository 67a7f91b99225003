import type { NewRowOf, Row, RowOf, Stored, Table } from './table.ts'

/** What became of a change: plain data, whose integers are `bigint`. The outcome says which case it is. */
export type Result = { readonly outcome: string }

/** Only the type system sees it: what a change results in. */
declare const resultType: unique symbol

/**
 * Something that is to happen to the rows of a store, as plain data. It passes to another thread as it is. The
 * `kind` names the rule that decides it, like `book.create`.
 */
export type Change<R extends Result = Result> = {
  readonly kind: string
  readonly [resultType]?: R
}

/** What a change results in. */
export type ResultOf<C extends Change> = C extends Change<infer R> ? R : never

/** Names one row. */
export type RowKey = { readonly table: Table; readonly id: bigint }

/** One write to one row. */
export type Write =
  | { readonly kind: 'insert'; readonly table: Table; readonly row: Row }
  | { readonly kind: 'update'; readonly table: Table; readonly id: bigint; readonly fields: Row }
  | { readonly kind: 'remove'; readonly table: Table; readonly id: bigint }

/**
 * What a rule makes of a change: a refusal, which writes nothing and is not kept for a retry; or writes, and the
 * result once they are done.
 */
export type Decision<R extends Result> =
  | { readonly refused: R }
  | {
      readonly writes: readonly Write[]
      /** @param written the row after each write, and of a removal the row before it */
      readonly result: (written: readonly Stored[]) => R
    }

/**
 * Decides the changes of one kind. It is pure: it sees the change and the rows that the store has locked, and
 * nothing else. A store may call it again for the same change.
 */
export type Rule<C extends Change = Change> = {
  readonly kind: C['kind']
  /** The rows that it looks at. A store locks them in this order. */
  readonly rows: (change: C) => readonly RowKey[]
  /** @param rows those of `rows`, in that order; undefined for one that does not exist */
  readonly decide: (
    change: C,
    rows: ReadonlyArray<Stored | undefined>,
  ) => Decision<NoInfer<ResultOf<C>>>
}

/** A rule among others: a store finds it by its kind, and knows no more of its changes. */
export type AnyRule = {
  readonly kind: string
  readonly rows: (change: never) => readonly RowKey[]
  readonly decide: (change: never, rows: ReadonlyArray<Stored | undefined>) => Decision<Result>
}

/** Adds a row: without an id if the table assigns it, else with one that no row has. */
export const insert = <T extends Table>(
  table: T,
  row: T['id'] extends 'assigned' ? NewRowOf<T> : RowOf<T>,
): Write => ({ kind: 'insert', table, row: row as Row })

/** Values for some fields of a row; `undefined` for one that a row may lack, and is to lack. */
type FieldsOf<T extends Table> = {
  readonly [Name in keyof NewRowOf<T>]?: object extends Pick<NewRowOf<T>, Name>
    ? NewRowOf<T>[Name] | undefined
    : NewRowOf<T>[Name]
}

/** Changes fields of a row that exists. */
export const update = <T extends Table>(table: T, id: bigint, fields: FieldsOf<T>): Write => ({
  kind: 'update',
  table,
  id,
  fields: fields as Row,
})

/** Removes a row that exists. */
export const remove = (table: Table, id: bigint): Write => ({ kind: 'remove', table, id })
