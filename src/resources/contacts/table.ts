import { plainTypes, type Table } from '../../base/data/table.ts'
import { foldedText } from '../../base/search-text.ts'
import { Type } from '../../base/schema/type.ts'
import { DateTime } from '../../kit/fields.ts'
import { Contact, ContactReference } from './contact.ts'

/** The table of contacts. Its events contain no personal data. */
export const contacts = {
  name: 'contacts',
  schema: Contact,
  hidden: Type.Object({
    /** The digits of the telephone number, for look-ups. */
    phoneDigits: Type.Optional(Type.String()),
    /** The case-folded mail address, for look-ups. */
    emailFolded: Type.Optional(Type.String()),
    /** When the contact was added, or one of its orders was last placed or changed. */
    activeAt: DateTime('An instant.'),
  }),
  id: 'assigned',
  filters: [['phoneDigits'], ['emailFolded']],
  search: { kind: 'contact', title: 'name', texts: ['email'], digits: ['phone'], detail: 'phone' },
  due: { field: 'activeAt', where: {} },
  events: { ...plainTypes('contact'), schema: ContactReference, topics: {} },
} as const satisfies Table

/** Returns the hidden fields by which a contact is looked up. In a patch, null removes a field. */
export const searchable = <Text extends string | null>({
  phone,
  email,
}: {
  readonly phone?: Text | undefined
  readonly email?: Text | undefined
}) => ({
  ...(phone !== undefined && { phoneDigits: phone && phone.replaceAll(/\D/g, '') }),
  ...(email !== undefined && { emailFolded: email && foldedText(email) }),
})
