import { plainTypes, type Table } from '../../base/data/table.ts'
import { foldedText } from '../../base/search-text.ts'
import { Type } from '../../base/schema/type.ts'
import { DateTime } from '../../kit/fields.ts'
import { Contact, ContactReference } from './contact.ts'

/** The table of contacts. Its events tell no personal data. */
export const contacts = {
  name: 'contacts',
  schema: Contact,
  hidden: Type.Object({
    /** The digits of the telephone number, by which it is found. */
    phoneDigits: Type.Optional(Type.String()),
    /** The mail address without regard to the case of its letters, by which it is found. */
    emailFolded: Type.Optional(Type.String()),
    /** When the contact was added, or the latest of its orders was placed or changed. */
    activeAt: DateTime('An instant.'),
  }),
  id: 'assigned',
  filters: [['phoneDigits'], ['emailFolded']],
  search: { kind: 'contact', title: 'name', texts: ['email'], digits: ['phone'], detail: 'phone' },
  due: { field: 'activeAt', where: {} },
  events: { ...plainTypes('contact'), schema: ContactReference, topics: {} },
} as const satisfies Table

/** What finds a contact by its phone or its mail. In a patch, null removes it. */
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
