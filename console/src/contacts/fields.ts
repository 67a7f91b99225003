import { t } from '../core/language.ts'
import { nameFault } from '../parts/name-fault.ts'
import type { Texts } from '../parts/save-texts.ts'

/** The labels of a person's fields, in the order of the form. */
export const personWords = {
  name: t('Name'),
  phone: t('Phone'),
  email: t('Mail'),
  address: t('Address'),
  note: t('What staff should know'),
} as const

export type PersonField = keyof typeof personWords

export const personFields = Object.keys(personWords) as readonly PersonField[]

/** What is wrong with the typed values, by field. The service has the same rules. */
export const personFaults = ({
  name,
  phone = '',
  email = '',
}: Texts<'name'> & Partial<Texts<PersonField>>): Partial<Texts<PersonField>> => {
  const fault = nameFault(name)
  return {
    ...(fault && { name: fault }),
    ...(phone && !/\d/.test(phone) && { phone: t('A telephone number has at least one digit.') }),
    ...(email &&
      !/^[^\s@]+@[^\s@]+$/.test(email) && { email: t('A mail address is like jo@example.com.') }),
  }
}
