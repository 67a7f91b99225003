import {
  type Decision,
  defineChange,
  insert,
  type Precondition,
  refuse,
  update,
} from '../../base/data/change.ts'
import { dateTimeText } from '../../base/date-time.ts'
import { type Refusal, refusal } from '../../base/errors/api-error.ts'
import { unmet } from '../../kit/entity-tags.ts'
import {
  type Created,
  createdId,
  rowRemoval,
  type Updated,
  updatedRow,
} from '../../kit/row-changes.ts'
import type { ContactPatch, NewContact } from './contact.ts'
import { contacts, searchable } from './table.ts'

export const contactNotFound = (id: bigint): Refusal =>
  refusal('contact_not_found', `There is no contact with the id ${id}.`)

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

const called = 'The contact'

export const contactUpdate = defineChange({
  kind: 'contact.update',
  parts: (id: bigint, patch: ContactPatch, precondition: Precondition) => ({
    id,
    patch,
    precondition,
  }),
  rows: ({ id }) => [{ table: contacts, id }],
  decide: ({ id, patch, precondition }, [found]): Decision<Updated> => {
    if (found === undefined) return refuse(contactNotFound(id))
    const fault = unmet(`${called} ${id}`, precondition, found)
    if (fault !== undefined) return refuse(fault)
    const write = update(contacts, id, { ...patch, ...searchable(patch) })
    return { writes: [write], result: updatedRow(found) }
  },
})

/** Erases a contact: its row, what belongs to it, and its id in other rows. */
export const contactRemove = rowRemoval({
  table: contacts,
  name: 'contact',
  called,
  notFound: contactNotFound,
})
