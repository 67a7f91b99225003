import {
  type Decision,
  defineChange,
  insert,
  refuse,
  type Refused,
  update,
} from '../../base/data/change.ts'
import { isMet, type Precondition } from '../../base/data/precondition.ts'
import { dateTimeText } from '../../base/date-time.ts'
import { type Refusal, refusal } from '../../base/errors/api-error.ts'
import { preconditionFailed } from '../../kit/entity-tags.ts'
import { type Created, createdId, rowRemoval } from '../../kit/row-changes.ts'
import type { Contact, ContactPatch, NewContact } from './contact.ts'
import { contacts, searchable } from './table.ts'

export const contactNotFound = (id: bigint): Refusal =>
  refusal('contact_not_found', `There is no contact with the id ${id}.`)

/** Adds a contact. */
export const contactCreate = defineChange({
  kind: 'contact.create',
  parts: (contact: NewContact, now: number) => ({ contact, now }),
  rows: () => [],
  decide: ({ contact, now }): Decision<Created> => {
    const createdAt = dateTimeText(now)
    const row = { ...contact, ...searchable(contact), createdAt, activeAt: createdAt }
    return { writes: [insert(contacts, row)], result: createdId }
  },
})

type ContactUpdated =
  | { readonly outcome: 'updated'; readonly contact: Contact; readonly version: bigint }
  | Refused

const called = 'The contact'

/** Changes fields of a contact. */
export const contactUpdate = defineChange({
  kind: 'contact.update',
  parts: (id: bigint, patch: ContactPatch, precondition: Precondition) => ({
    id,
    patch,
    precondition,
  }),
  rows: ({ id }) => [{ table: contacts, id }],
  decide: ({ id, patch, precondition }, [found]): Decision<ContactUpdated> => {
    if (found === undefined) return refuse(contactNotFound(id))
    if (!isMet(precondition, found)) {
      return refuse(preconditionFailed(`${called} ${id}`, precondition))
    }
    return {
      writes: [update(contacts, id, { ...patch, ...searchable(patch) })],
      result: ([{ row, version } = found]) => ({
        outcome: 'updated',
        // The row is of the table that was written to.
        contact: row as Contact,
        version,
      }),
    }
  },
})

/** Erases a contact: its row, what belongs to it, and its id in other rows. */
export const contactRemove = rowRemoval({
  table: contacts,
  name: 'contact',
  called,
  notFound: contactNotFound,
})
