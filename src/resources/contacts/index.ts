import type { Resource } from '../../kit/resource.ts'
import { contactCreate, contactRemove, contactUpdate } from './changes.ts'
import {
  createContact,
  deleteContact,
  findContacts,
  getContact,
  listContacts,
  updateContact,
} from './operations.ts'
import { contacts as table } from './table.ts'

/** The people who ask for animals and take them home. All personal data that the store holds is here and in notes. */
export const contacts: Resource = {
  name: 'contacts',
  description: 'People who ask for animals and take them home.',
  operations: [listContacts, createContact, findContacts, getContact, updateContact, deleteContact],
  tables: [table],
  rules: [contactCreate, contactUpdate, contactRemove],
}
