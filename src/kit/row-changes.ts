import { andThen, type Awaitable } from '../base/awaitable.ts'
import {
  type Decision,
  defineChange,
  type Precondition,
  refuse,
  type Refused,
  remove,
} from '../base/data/change.ts'
import type { Store } from '../base/data/store.ts'
import { rowOf, type RowOf, type Stored, type Table } from '../base/data/table.ts'
import type { Refusal } from '../base/errors/api-error.ts'
import { unmet } from './entity-tags.ts'
import { type Outcome, rowOutcome } from './operation.ts'

/** The result of a creation whose row a stored result must not outlast: the id alone. */
export type Created = { readonly outcome: 'created'; readonly id: bigint }

export const createdId = ([written]: readonly Stored[]): Created => ({
  outcome: 'created',
  // Every row has an id.
  id: written?.row['id'] as bigint,
})

/** The result of a change of one row: the row after it. */
export type Updated = ({ readonly outcome: 'updated' } & Stored) | Refused

/** The result of a change whose first write is to the row that was found. */
export const updatedRow =
  (found: Stored) =>
  ([{ row, version } = found]: readonly Stored[]): Updated => ({ outcome: 'updated', row, version })

export type Removed = { readonly outcome: 'removed' } | Refused

export const removed = (): Removed => ({ outcome: 'removed' })

/** Rows that are removed alone. */
type Rows<T extends Table> = {
  readonly table: T
  /** What the kinds of their changes begin with: `book`. */
  readonly name: string
  /** What a row is called in a sentence: `The book`. */
  readonly called: string
  readonly notFound: (id: bigint) => Refusal
  /** Why a row stays, whatever its version; undefined if nothing keeps it. */
  readonly held?: (row: RowOf<T>) => Refusal | undefined
}

export const rowRemoval = <T extends Table>({ table, name, called, notFound, held }: Rows<T>) =>
  defineChange({
    kind: `${name}.remove`,
    parts: (id: bigint, precondition: Precondition) => ({ id, precondition }),
    rows: ({ id }) => [{ table, id }],
    decide: ({ id, precondition }, [found]): Decision<Removed> => {
      const row = rowOf(table, found)
      if (row === undefined) return refuse(notFound(id))
      const fault = unmet(`${called} ${id}`, precondition, found) ?? held?.(row)
      if (fault !== undefined) return refuse(fault)
      return { writes: [remove(table, id)], result: removed }
    },
  })

export const lookup = <T extends Table>(
  store: Pick<Store, 'find'>,
  table: T,
  id: bigint,
  notFound: (id: bigint) => Refusal,
  where?: Partial<RowOf<T>>,
): Awaitable<Outcome | Refusal> =>
  andThen(store.find(table, id, where), (found) =>
    found === undefined ? notFound(id) : rowOutcome(found),
  )
