import { t } from '../core/language.ts'
import { calendarText, day, serviceNow, spanText } from '../core/time.ts'

/** The labels of the profile fields that people fill in, in the order of the form. */
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

/** The labels of the values of a choice. */
const choiceWords: Readonly<Record<string, string>> = {
  female: t('female'),
  male: t('male'),
  unknown: t('unknown'),
  small: t('small'),
  medium: t('medium'),
  large: t('large'),
}

/** The value of a field as text for people. */
export const valueText = (field: ProfileField, value: string): string =>
  field === 'born' || field === 'arrivedOn'
    ? calendarText(value)
    : field === 'sex' || field === 'size'
      ? (choiceWords[value] ?? value)
      : value

/** When an animal arrived, and how long it has been in the store. */
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

/** Hints for fields that do not take free text. */
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
