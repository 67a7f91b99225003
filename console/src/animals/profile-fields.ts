import { calendarText, day, serviceNow, spanText } from '../core/time.ts'
import type { Texts } from '../parts/save-texts.ts'

/** What the fields of a profile are called that somebody types, in the order of the form. */
export const profileWords = {
  species: 'Species',
  breed: 'Breed',
  sex: 'Sex',
  born: 'Born',
  colour: 'Colour',
  size: 'Size',
  chip: 'Chip',
  arrivedOn: 'Arrived',
  location: 'Place',
  description: 'Description',
} as const

/** When an animal arrived, and how long it is here. */
export const arrivedText = (date: string): string => {
  const span = serviceNow() - Date.parse(date)
  return span < 2 * day ? calendarText(date) : `${calendarText(date)}, ${spanText(span)} here`
}

type ProfileField = keyof typeof profileWords

export const profileFields = Object.keys(profileWords) as readonly ProfileField[]

/** The fields of a profile as they are typed. */
export type ProfileTexts = Texts<ProfileField>
