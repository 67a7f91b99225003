import { t } from '../core/language.ts'
import { calendarText, day, serviceNow, spanText } from '../core/time.ts'
import type { Texts } from '../parts/save-texts.ts'

/** What the fields of a profile are called that somebody types, in the order of the form. */
export const profileWords = {
  species: t('Species'),
  breed: t('Breed'),
  sex: t('Sex'),
  born: t('Born'),
  colour: t('Colour'),
  size: t('Size'),
  chip: t('Chip'),
  arrivedOn: t('Arrived'),
  location: t('Place'),
  description: t('Description'),
} as const

/** What the values of a choice are called. */
const choiceWords: Readonly<Record<string, string>> = {
  female: t('female'),
  male: t('male'),
  unknown: t('unknown'),
  small: t('small'),
  medium: t('medium'),
  large: t('large'),
}

/** A value of a field as people read it. */
export const valueText = (field: ProfileField, value: string): string =>
  field === 'born' || field === 'arrivedOn'
    ? calendarText(value)
    : field === 'sex' || field === 'size'
      ? (choiceWords[value] ?? value)
      : value

/** When an animal arrived, and how long it is here. */
export const arrivedText = (date: string): string => {
  const span = serviceNow() - Date.parse(date)
  return span < 2 * day
    ? calendarText(date)
    : t('{date}, {span} here', { date: calendarText(date), span: spanText(span) })
}

type ProfileField = keyof typeof profileWords

export const profileFields = Object.keys(profileWords) as readonly ProfileField[]

/** The fields of a profile as they are typed. */
export type ProfileTexts = Texts<ProfileField>
