import { andThen, type Awaitable } from '../base/awaitable.ts'
import {
  type Change,
  type ChangeContext,
  type Decision,
  defineChange,
  type Precondition,
  refuse,
  type Refused,
  remove,
  type Result,
} from '../base/data/change.ts'
import type { Applied, Store } from '../base/data/store.ts'
import { rowOf, type RowOf, type Stored, type Table } from '../base/data/table.ts'
import type { Refusal } from '../base/errors/api-error.ts'
import { keyReused } from '../base/idempotency.ts'
import { unmet } from './entity-tags.ts'
import type { Outcome, Place } from './operation.ts'

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

export const created = (value: unknown, location: Place): Outcome & { readonly status: 201 } => ({
  status: 201,
  value,
  version: 1n,
  location,
})

/**
 * Makes a change, once for an `Idempotency-Key`. A retry gets the first answer, whatever changed since.
 * @param answer the answer to what the change led to, if neither its rule nor the key refuses it
 */
export const applyOnce = async <R extends Result, O extends Outcome>(
  store: Pick<Store, 'apply'>,
  change: Change<R | Refused>,
  act: ChangeContext,
  answer: (result: R, replayed: boolean) => O,
): Promise<O | Refusal> => answerOnce(await store.apply(change, act), act, answer)

/** The same for a change that was applied. */
export const answerOnce = <R extends Result, O extends Outcome>(
  applied: Applied<R | Refused>,
  act: ChangeContext,
  answer: (result: R, replayed: boolean) => O,
): O | Refusal => {
  if (applied.outcome === 'reused') return keyReused(act.once)
  const { result, replayed } = applied
  return isRefused(result) ? result.refusal : { ...answer(result, replayed), replayed }
}

/** The same for a creation whose stored result is the id alone. A retry gets the row as it is by then, if it exists. */
export const createRowOnce = async (
  store: Pick<Store, 'apply' | 'find'>,
  table: Table,
  change: Change<{ readonly outcome: 'created'; readonly id: bigint } | Refused>,
  act: ChangeContext,
  notFound: (id: bigint) => Refusal,
  placeOf?: (id: bigint) => Place,
): Promise<Outcome | Refusal> => {
  let id = 0n
  const made = await applyOnce(store, change, act, (result) => {
    id = result.id
    return { status: 201 }
  })
  if ('code' in made) return made
  const found = await store.find(table, id)
  if (found === undefined) return notFound(id)
  const { row: value, version } = found
  return { ...made, value, ...(placeOf && { version, location: placeOf(id) }) }
}

const isRefused = (result: Result): result is Refused => result.outcome === 'refused'

/** The answer to a read or a change of one row, with its version. */
export const rowOutcome = ({ row: value, version }: Stored): Outcome => ({
  status: 200,
  value,
  version,
})

export const gone = (): Outcome => ({ status: 204 })

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
