import { t } from '../core/language.ts'
import {
  profileChoices,
  type ProfileField,
  profileHints,
  valueText,
} from '../model/profile-fields.ts'
import { textFault } from '../parts/name-fault.ts'
import { plainText } from '../core/plain-text.ts'
import { type DayOrder, isAmbiguous, readDate } from './dates.ts'

/** The profile of an animal, as the service takes it. */
export type ProfileValues = Readonly<Record<string, string>>

/** What a cell gives the profile: its value, nothing if it is empty, or what is wrong. */
type ProfileCell = { readonly value?: string; readonly fault?: string | undefined }

/** Texts that people write for an unknown value. */
const nothing = /^(?:[-–?/.]+|n\/?a|none|null|kein(?:er?)?|nada|ning[uú]no|aucune?)$/i

/** The words and letters for the choices in four languages, without accents. */
const words: Readonly<Record<string, RegExp>> = {
  female: /^(?:f|w|h|female|weibl(?:ich)?|femelle|hembra|femenino)$/,
  male: /^(?:m|male|mannl(?:ich)?|maennlich|male|macho|masculino|masculin)$/,
  unknown: /^(?:u|unknown|unbekannt|inconnue?|desconocid[oa])$/,
  small: /^(?:s|small|kleine?|petite?|pequen[oa])$/,
  medium: /^(?:m|medium|mittel(?:gross)?|moyen(?:ne)?|median[oa])$/,
  large: /^(?:l|xl|large|big|grosse?|grande?)$/,
}

export const lineFault = (text: string): string | undefined =>
  /\p{Cc}/u.test(text) ? t('It must be one line without tabs.') : undefined

/** Reads a cell of a profile column. @param order the order of day and month in its dates */
export const profileCell = (field: ProfileField, text: string, order?: DayOrder): ProfileCell => {
  const choices = profileChoices[field]
  if (nothing.test(text) || text === '') return {}
  if (choices) {
    const value = choices.find((each) => words[each]?.test(plainText(text)))
    const all = choices.map((each) => valueText(field, each)).join(', ')
    return value ? { value } : { fault: t('One of these, or nothing: {words}.', { words: all }) }
  }
  if (field === 'born' || field === 'arrivedOn') {
    if (order === undefined && isAmbiguous(text))
      return { fault: t('Say above which comes first: the day or the month.') }
    const value = readDate(text, order ?? 'day') ?? readDate(text, order ?? 'month')
    if (value === undefined || (field === 'arrivedOn' && value.length < 10))
      return { fault: profileHints[field] }
    return field === 'born' && value > new Date().toISOString().slice(0, value.length)
      ? { fault: t('This date is in the future.') }
      : { value }
  }
  if (field === 'chip') {
    const value = text.replaceAll(/[\s-]/g, '')
    return /^(?=.*\d)[\da-z]{1,20}$/i.test(value) ? { value } : { fault: profileHints.chip }
  }
  const value = field === 'description' ? text.replaceAll(/[^\P{Cc}\t\n\r]/gu, '') : text
  const fault =
    field === 'description' ? textFault(value, 4_000) : (lineFault(value) ?? textFault(value, 100))
  return fault ? { fault } : { value }
}
