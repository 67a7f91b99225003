import { andThen } from '../../base/awaitable.ts'
import { patchBody } from '../../kit/merge-patch.ts'
import { defineOperation, jsonBody } from '../../kit/operation.ts'
import { orderOf, paged, pageOf } from '../../kit/paging.ts'
import { applyOnce, createRowOnce, gone, lookup, rowOutcome } from '../../kit/row-changes.ts'
import { defineResource } from '../../kit/resource.ts'
import { contactCreate, contactNotFound, contactRemove, contactUpdate } from './changes.ts'
import {
  Contact,
  ContactParams,
  ContactPatch,
  Contacts,
  ContactSearch,
  ListContactsQuery,
  NewContact,
} from './contact.ts'
import { contacts, searchable } from './table.ts'

export const listContacts = defineOperation({
  ...paged('contacts', Contacts),
  path: '/contacts',
  scope: 'contacts:read',
  summary: 'List contacts',
  description:
    'Returns a page of the contacts, ascending by `id` unless `sort` says otherwise. A later page is reached by the URL that the `Link` header gives with `rel="next"`; the last page has none. No filter takes personal data, because many programs log URLs; `findContacts` finds people.',
  query: ListContactsQuery,
  handle: ({ after, query: { id: ids, limit, sort } }, { store }) =>
    pageOf(store, contacts, { where: {}, ids, order: orderOf(sort), after, limit }),
})

export const createContact = defineOperation({
  method: 'POST',
  path: '/contacts',
  scope: 'contacts:write',
  summary: 'Add a contact',
  description:
    'Adds a person. A retry with the same `Idempotency-Key` gets the contact as it is by then, or 404 if it was erased: the service stores no copy of the answer.',
  createsOnce: true,
  body: jsonBody('The person.', NewContact, {
    person: { value: { name: 'Jo Fox', phone: '+44 20 7946 0958', email: 'jo@example.com' } },
  }),
  answers: { 201: { description: 'The contact.', schema: Contact, headers: ['Location', 'ETag'] } },
  errors: ['contact_not_found'],
  handle: async ({ body, now, act }, { store }) =>
    await createRowOnce(store, contacts, contactCreate(body, now), act, contactNotFound, (id) => ({
      of: getContact,
      params: { contactId: id },
    })),
})

export const findContacts = defineOperation({
  method: 'POST',
  path: '/contacts/find',
  scope: 'contacts:read',
  summary: 'Find contacts by phone or mail',
  description:
    'Returns up to 100 contacts: those with the same digits in their `phone`, or the same `email` in any case of letters. It changes nothing. It is a POST because many programs log URLs.',
  body: jsonBody('What to look for.', ContactSearch, {
    phone: { value: { phone: '+44 (20) 7946-0958' } },
    email: { value: { email: 'Jo@Example.com' } },
  }),
  answers: {
    200: { description: 'The contacts; an empty array if there are none.', schema: Contacts },
  },
  handle: ({ body }, { store }) => {
    const found = store.page(contacts, { where: searchable(body), after: undefined, limit: 100 })
    return andThen(found, ({ json }) => ({ status: 200, json }))
  },
})

const onContact = {
  path: '/contacts/{contactId}',
  params: ContactParams,
  unreadableParams: 'contact_not_found',
  isConditional: true,
} as const

export const getContact = defineOperation({
  ...onContact,
  method: 'GET',
  scope: 'contacts:read',
  summary: 'Get one contact',
  description: 'Returns the contact with this identifier.',
  answers: { 200: { description: 'The contact.', schema: Contact } },
  handle: ({ params: { contactId } }, { store }) =>
    lookup(store, contacts, contactId, contactNotFound),
})

export const updateContact = defineOperation({
  ...onContact,
  method: 'PATCH',
  scope: 'contacts:write',
  summary: 'Change a contact',
  description:
    'Changes the fields that the body has (a merge patch, RFC 7396), and returns the changed contact.',
  body: patchBody(ContactPatch, {
    moved: { value: { address: '7 Mill Lane\nLeeds' } },
    cleared: { summary: 'Without a phone', value: { phone: null } },
  }),
  answers: { 200: { description: 'The contact as it is now.', schema: Contact } },
  handle: async ({ params: { contactId }, body, precondition, act }, { store }) =>
    await applyOnce(store, contactUpdate(contactId, body, precondition), act, rowOutcome),
})

export const deleteContact = defineOperation({
  ...onContact,
  method: 'DELETE',
  scope: 'contacts:write',
  summary: 'Erase a contact',
  description: 'Erases a person for good and at once.',
  answers: { 204: { description: 'The person was erased.' } },
  handle: async ({ params: { contactId }, precondition, act }, { store }) =>
    await applyOnce(store, contactRemove(contactId, precondition), act, gone),
})

/** The people who ask for animals and take them home. All personal data in the store is here and in the notes. */
export const contactResource = defineResource({
  name: 'contacts',
  description: 'People who ask for animals and take them home.',
  operations: {
    listContacts,
    createContact,
    findContacts,
    getContact,
    updateContact,
    deleteContact,
  },
  tables: [contacts],
  rules: [contactCreate, contactUpdate, contactRemove],
})
