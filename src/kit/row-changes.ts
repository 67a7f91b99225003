import { type Decision, defineChange, refuse, type Refused, remove } from '../base/data/change.ts'
import { isMet, type Precondition } from '../base/data/precondition.ts'
import type { Stored, Table } from '../base/data/table.ts'
import type { Refusal } from '../base/errors/api-error.ts'
import { preconditionFailed } from './entity-tags.ts'

/** The result of a creation whose row a stored result must not outlast: the id alone. */
export type Created = { readonly outcome: 'created'; readonly id: bigint }

/** The result of the insertion of a row. */
export const createdId = ([written]: readonly Stored[]): Created => ({
  outcome: 'created',
  // Every row has an id.
  id: written?.row['id'] as bigint,
})

/** Rows that nothing but a precondition keeps from being removed. */
type Rows = {
  readonly table: Table
  /** What the kinds of their changes begin with: `book`. */
  readonly name: string
  /** What a row is called in a sentence: `The book`. */
  readonly called: string
  readonly notFound: (id: bigint) => Refusal
}

/** The removal of a row. */
export const rowRemoval = ({ table, name, called, notFound }: Rows) =>
  defineChange({
    kind: `${name}.remove`,
    parts: (id: bigint, precondition: Precondition) => ({ id, precondition }),
    rows: ({ id }) => [{ table, id }],
    decide: (
      { id, precondition },
      [found],
    ): Decision<{ readonly outcome: 'removed' } | Refused> => {
      if (found === undefined) return refuse(notFound(id))
      if (!isMet(precondition, found)) {
        return refuse(preconditionFailed(`${called} ${id}`, precondition))
      }
      return { writes: [remove(table, id)], result: () => ({ outcome: 'removed' }) }
    },
  })
