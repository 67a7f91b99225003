import type { Static } from 'typebox'
import { Component, Type } from '../../base/schema/type.ts'
import { AssignedId, DateTime, Int64, Name, titled, Text } from '../../kit/fields.ts'
import { mergePatch } from '../../kit/merge-patch.ts'
import { listOf, pageQuery, severalOf, sortById } from '../../kit/paging.ts'

const phone = Type.String({
  description: 'A telephone number, kept as typed; found by its digits.',
  minLength: 1,
  maxLength: 40,
  pattern: '^[^\\x00-\\x1f\\x7f-\\x9f]*[0-9][^\\x00-\\x1f\\x7f-\\x9f]*$',
  'x-pattern-rule': 'at least one digit, and no control character',
  examples: ['+44 20 7946 0958'],
})
const email = Type.String({
  description: 'A mail address, kept as typed; found in any case of letters.',
  minLength: 3,
  maxLength: 254,
  pattern: '^[^\\x00-\\x20\\x7f-\\x9f@]+[@][^\\x00-\\x20\\x7f-\\x9f@]+$',
  'x-pattern-rule': 'the form of an address, like jo@example.com',
  examples: ['jo@example.com'],
})

const given = titled('Contact', {
  name: Name('The name of the person.', 'Jo Fox'),
  phone: Type.Optional(phone),
  email: Type.Optional(email),
  address: Type.Optional(Text('Where the person lives.', 500, '5 Hill Road\nLondon')),
  note: Type.Optional(Text('What staff should know.', 4_000, 'Has a garden.')),
})
const assigned = ['id', 'createdAt']

export const NewContact = Component('NewContact', 'A person to add.', given, {
  additionalProperties: false,
  'x-service-assigned': assigned,
})
export type NewContact = Static<typeof NewContact>

export const Contact = Component('Contact', 'A person who asked for an animal, or took one home.', {
  id: AssignedId,
  ...given,
  createdAt: DateTime('When the contact was added.'),
})
export type Contact = Static<typeof Contact>

export const ContactPatch = mergePatch(
  'ContactPatch',
  'The changes to a contact (a merge patch, RFC 7396). What is left out is not changed. `null` removes any field but the `name`.',
  Contact,
  given,
  { assigned },
)
export type ContactPatch = Static<typeof ContactPatch>

/** What events show of a contact: the id, and nothing about the person. */
export const ContactReference = Type.Object({ id: AssignedId }, { description: 'The contact.' })

export const Contacts = listOf('Contacts', Contact)

const maxIds = 100

export const ListContactsQuery = pageQuery('contacts', {
  id: severalOf(
    Int64('Identifier of a contact.', 1n),
    `Only these contacts: 1 to ${maxIds} ids; ids that no contact has are left out. Without \`limit\`, all of them are on one page.`,
    maxIds,
    [1n, 2n],
  ),
  sort: sortById,
})

export const ContactSearch = Component(
  'ContactSearch',
  'How to find contacts: by `phone` or by `email`, exactly one of the two.',
  { phone: given.phone, email: given.email },
  { required: [], minProperties: 1, maxProperties: 1, additionalProperties: false },
)

export const ContactParams = Type.Object({ contactId: Int64('Identifier of the contact.', 1n) })
