import { t } from '../core/language.ts'
import { calendarText, day, serviceNow, spanText } from '../core/time.ts'

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

export type ProfileField = keyof typeof profileWords

export const profileFields = Object.keys(profileWords) as readonly ProfileField[]

/** The fields of a profile as they are typed. */
export type ProfileTexts = Readonly<Record<ProfileField, string>>

/** How a field is typed, if not as any text. */
export const profileHints: Readonly<Partial<Record<ProfileField, string>>> = {
  born: t('A day, a month or a year: 2024-05-17, 2024-05, 2024.'),
  arrivedOn: t('A day: 2026-11-02.'),
  chip: t('15 digits, or up to 20 letters and digits.'),
}

/** The values of the fields that are a choice. */
export const profileChoices: Readonly<Partial<Record<ProfileField, readonly string[]>>> = {
  sex: ['female', 'male', 'unknown'],
  size: ['small', 'medium', 'large'],
}
